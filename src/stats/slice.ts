export interface TimedSlice {
  readonly round: number;
  readonly block: number;
  readonly ops: number;
  readonly ns: number;
  /** Part of `ns` that the thread spent waiting for a core; null or absent if unknown. */
  readonly waitNs?: number | null;
}

/**
 * Time of an operation in ns, without waiting for a core. At least a tenth of `ns` counts: waits are measured by another clock,
 * which may report more than `ns`.
 */
export function sliceTime({ ns, ops, waitNs }: Pick<TimedSlice, 'ns' | 'ops' | 'waitNs'>): number {
  return Math.max(ns - (waitNs ?? 0), ns / 10) / ops;
}
