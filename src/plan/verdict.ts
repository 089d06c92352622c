/**
 * Sets of documents that a row is checked with:
 *
 * - `documents`: the timed documents
 * - `hard`: documents with rare values, which break nearly correct code
 * - `respelled`: hard documents as other programs spell them, for tasks that read
 * - `beyond`: hard documents with values beyond the bounds of the dataset's schema
 * - `unseen`: documents that the process hasn't received before
 */
export type SetKind = 'documents' | 'hard' | 'respelled' | 'beyond' | 'unseen';

const TITLES: Readonly<Record<SetKind, string>> = {
  documents: 'document',
  hard: 'hard document',
  respelled: 'respelled hard document',
  beyond: 'hard document',
  unseen: 'unseen document',
};

/** Name in messages: `hard document 3` (counted from 0), or the place of a user's document, such as `orders.ndjson:17`. */
export function documentTitle(set: SetKind, index: number, places: readonly string[] = []): string {
  return places[index] ?? `${TITLES[set]} ${index}`;
}

export function setTitle(set: SetKind): string {
  return `${TITLES[set]}s`;
}

/** First difference between a result and the expected one. `pointer` is a JSON Pointer (RFC 6901); values are shortened. */
export interface Difference {
  readonly set: SetKind;
  readonly document: number;
  /** Place of a user's document; absent for generated documents. */
  readonly place?: string;
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

export type Verdict =
  | { readonly verdict: 'ok' }
  | { readonly verdict: 'mismatch'; readonly reason: string; readonly difference?: Difference }
  /** The row returns remembered results instead of doing the work, as its times show or its manifest entry declares. */
  | { readonly verdict: 'remembers'; readonly reason: string; readonly declared?: true }
  | { readonly verdict: 'unavailable'; readonly reason: string; readonly fix?: string }
  /** `clock`: the runner reports impossible times, for example in a wrong unit. */
  | { readonly verdict: 'clock' | 'crash' | 'timeout' | 'unsupported'; readonly reason: string };

export type FailedVerdict = Exclude<Verdict, { verdict: 'ok' }>;
export type VerdictName = Verdict['verdict'];

/**
 * True for all verdicts except `ok`, `unsupported`, a declared `remembers`, and `unavailable` if the row wasn't added with
 * `--add`.
 */
export function isFailure(verdict: Verdict, added = false): boolean {
  if (verdict.verdict === 'remembers') return verdict.declared !== true;
  if (verdict.verdict === 'unavailable') return added;
  return !['ok', 'unsupported'].includes(verdict.verdict);
}

export function isTimeable({ verdict }: Verdict): boolean {
  return verdict === 'mismatch' || verdict === 'remembers';
}

export function spelledReason(verdict: FailedVerdict): string {
  const fix = verdict.verdict === 'unavailable' ? verdict.fix : undefined;
  return fix ? `${verdict.reason}; fix: ${fix}` : verdict.reason;
}
