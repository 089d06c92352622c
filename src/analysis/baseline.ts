import type { TimedSlice } from '../stats/slice.ts';
import { blockTimes, estimateTime } from './comparison.ts';

/** By their indices. */
export interface Baselines {
  readonly baseline: number;
  /** What takes its place where it isn't ranked; absent: the fastest. */
  readonly standIn?: number | undefined;
}

/**
 * The row that the others are compared with: the baseline, or where that has no slices (it failed, say) its stand-in, or the
 * fastest. Null when no row has any.
 *
 * @param rows slices of the rows that may be ranked, by contender
 */
export function referenceRow(
  rows: ReadonlyMap<number, readonly TimedSlice[]>,
  { baseline, standIn }: Baselines,
): number | null {
  const planned = [baseline, standIn].find((one) => one !== undefined && rows.get(one)?.length);
  if (planned !== undefined) return planned;
  const timed = [...rows].flatMap(([contender, slices]) => {
    const time = estimateTime(blockTimes(slices));
    return time ? [{ contender, centre: time.centre }] : [];
  });
  return timed.sort((a, b) => a.centre - b.centre)[0]?.contender ?? null;
}
