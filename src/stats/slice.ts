export interface TimedSlice {
  readonly round: number;
  readonly block: number;
  readonly ops: number;
  readonly ns: number;
  /** Part of `ns` in which the thread waited for a core; null or absent if unknown. */
  readonly waitNs?: number | null;
}

/** Time of an operation without the wait for a core, at least a tenth of `ns`: both clocks may disagree. */
export function sliceTime({ ns, ops, waitNs }: Pick<TimedSlice, 'ns' | 'ops' | 'waitNs'>): number {
  return Math.max(ns - (waitNs ?? 0), ns / 10) / ops;
}
