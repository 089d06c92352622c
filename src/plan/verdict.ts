/** First place where two documents differ. `pointer` is a JSON Pointer (RFC 6901); the texts are shortened. */
export interface Difference {
  /** `fresh`: made for this run, never seen before. */
  readonly set: 'documents' | 'hard' | 'fresh';
  readonly document: number;
  readonly pointer: string;
  readonly expected: string;
  readonly found: string;
}

export type Verdict =
  | { readonly verdict: 'ok' }
  | { readonly verdict: 'mismatch'; readonly reason: string; readonly difference?: Difference }
  /** The times that the runner tells can't be true. */
  | { readonly verdict: 'clock'; readonly reason: string }
  /** It keeps results: documents that it has never seen take it far longer than others, or its entry declares it. */
  | { readonly verdict: 'remembers'; readonly reason: string; readonly declared?: true }
  | { readonly verdict: 'crash'; readonly reason: string }
  | { readonly verdict: 'timeout'; readonly reason: string }
  | { readonly verdict: 'unavailable'; readonly reason: string; readonly cure?: string }
  | { readonly verdict: 'unsupported'; readonly reason: string };

export type VerdictName = Verdict['verdict'];

/** Whether a row that could be had did not do the work; what can't be had or isn't done by design fails nothing. */
export function isFailure(verdict: Verdict): boolean {
  if (verdict.verdict === 'remembers') return verdict.declared !== true;
  return !['ok', 'unavailable', 'unsupported'].includes(verdict.verdict);
}

/** Whether times can be had of what failed so: it works, if not as it should. */
export function isTimeable({ verdict }: Verdict): boolean {
  return verdict === 'mismatch' || verdict === 'remembers';
}

/** What is wrong with a row, and what helps. */
export function spelledReason(verdict: Exclude<Verdict, { verdict: 'ok' }>): string {
  const cure = verdict.verdict === 'unavailable' ? verdict.cure : undefined;
  return cure ? `${verdict.reason}; cure: ${cure}` : verdict.reason;
}
