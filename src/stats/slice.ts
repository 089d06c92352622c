/** A timed slice of one process. */
export interface TimedSlice {
  readonly round: number;
  readonly block: number;
  readonly ops: number;
  /** Time of all operations together. */
  readonly ns: number;
  /** The part of `ns` in which its thread waited for a core; null or absent where the system doesn't report it. */
  readonly waitNs?: number | null;
}

/**
 * Time of one operation in ns, without the wait for a core, which is another program's time. At least a tenth of the slice is
 * used: the two clocks may disagree.
 */
export function sliceTime({ ns, ops, waitNs }: Pick<TimedSlice, 'ns' | 'ops' | 'waitNs'>): number {
  return Math.max(ns - (waitNs ?? 0), ns / 10) / ops;
}
