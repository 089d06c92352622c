export interface TimedSlice {
  readonly round: number;
  readonly block: number;
  readonly ops: number;
  /** All operations together. */
  readonly ns: number;
  /** Time in which its thread waited for a core; null or absent where unknown. */
  readonly waitNs?: number | null;
}

/** Time of an operation in ns without the wait for a core, at least a tenth of the slice: the two clocks may disagree. */
export function sliceTime({ ns, ops, waitNs }: Pick<TimedSlice, 'ns' | 'ops' | 'waitNs'>): number {
  return Math.max(ns - (waitNs ?? 0), ns / 10) / ops;
}
