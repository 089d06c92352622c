import { blockTimes, estimateTime, type TimedSlice } from './comparison.ts';

/**
 * The row that the others are compared with: the baseline, or where that has no slices (it failed, say) the fastest.
 * Null when no row has any.
 *
 * @param rows slices of the rows that may be ranked, by contender
 */
export function referenceRow(
  rows: ReadonlyMap<number, readonly TimedSlice[]>,
  baseline: number,
): number | null {
  if ((rows.get(baseline)?.length ?? 0) > 0) return baseline;
  const timed = [...rows].flatMap(([contender, slices]) => {
    const time = estimateTime(blockTimes(slices));
    return time ? [{ contender, centre: time.centre }] : [];
  });
  return timed.sort((a, b) => a.centre - b.centre)[0]?.contender ?? null;
}
