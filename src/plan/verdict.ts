/**
 * - `documents`: the timed documents
 * - `hard`: documents that break nearly correct code
 * - `respelled`: the hard documents for reading, as other programs write them
 * - `beyond`: hard documents beyond the range of the data
 * - `unseen`: documents that the process has never seen
 */
export type SetKind = 'documents' | 'hard' | 'respelled' | 'beyond' | 'unseen';

const TITLES: Readonly<Record<SetKind, string>> = {
  documents: 'document',
  hard: 'hard document',
  respelled: 'respelled hard document',
  beyond: 'hard document',
  unseen: 'unseen document',
};

/** Documents count from 0. */
export function documentTitle(set: SetKind, index: number): string {
  return `${TITLES[set]} ${index}`;
}

export function setTitle(set: SetKind): string {
  return `${TITLES[set]}s`;
}

/** First place where two documents differ. `pointer` is a JSON Pointer (RFC 6901); the texts are shortened. */
export interface Difference {
  readonly set: SetKind;
  readonly document: number;
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

export type Verdict =
  | { readonly verdict: 'ok' }
  | { readonly verdict: 'mismatch'; readonly reason: string; readonly difference?: Difference }
  /** The runner reports impossible times. */
  | { readonly verdict: 'clock'; readonly reason: string }
  /** The row keeps results: unseen documents take far longer, or its entry declares it. */
  | { readonly verdict: 'remembers'; readonly reason: string; readonly declared?: true }
  | { readonly verdict: 'crash'; readonly reason: string }
  | { readonly verdict: 'timeout'; readonly reason: string }
  | { readonly verdict: 'unavailable'; readonly reason: string; readonly fix?: string }
  | { readonly verdict: 'unsupported'; readonly reason: string };

export type FailedVerdict = Exclude<Verdict, { verdict: 'ok' }>;

export type VerdictName = Verdict['verdict'];

/** Whether a row failed. `unsupported` is no failure; `unavailable` only of a row that was `added` (`--add`). */
export function isFailure(verdict: Verdict, added = false): boolean {
  if (verdict.verdict === 'remembers') return verdict.declared !== true;
  if (verdict.verdict === 'unavailable') return added;
  return !['ok', 'unsupported'].includes(verdict.verdict);
}

/** Whether a row with this verdict can be timed: it runs, though incorrectly. */
export function isTimeable({ verdict }: Verdict): boolean {
  return verdict === 'mismatch' || verdict === 'remembers';
}

export function spelledReason(verdict: FailedVerdict): string {
  const fix = verdict.verdict === 'unavailable' ? verdict.fix : undefined;
  return fix ? `${verdict.reason}; fix: ${fix}` : verdict.reason;
}
