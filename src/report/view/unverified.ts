/** Rows that were timed on request though they failed verification: what is shown of them, struck out. */
import { isTimeable } from '../../plan/verdict.ts';
import { blockTimes, compare, estimateTime, roundsBetween } from '../../stats/comparison.ts';
import type { RecordedRow } from './contest.ts';
import { estimateOf } from './figures.ts';
import type { FailedRow, Row } from './rows.ts';

/**
 * What was timed on request of a row that failed verification. It is the time of work that was not done: struck out
 * wherever it is shown, never ranked, compared or summed up.
 */
export type UnverifiedTime = NonNullable<ReturnType<typeof unverifiedTime>>;

/**
 * @param reference the row that the case's ratios are relative to; null where none is ranked
 * @param through the recorded baseline, which is in all groups
 * @returns null for a row that never came to be timed
 */
export function unverifiedTime(
  { verdict, slices }: RecordedRow,
  reference: RecordedRow | null,
  through: RecordedRow | null,
) {
  // Of other verdicts there is no time, or none that can be true.
  if (verdict === null || !isTimeable(verdict)) return null;
  const own = blockTimes(slices);
  const time = estimateTime(own);
  if (time === null) return null;
  const [other, common] = [reference, through ?? reference].map((row) => blockTimes(row?.slices ?? []));
  const comparison = compare(roundsBetween(own, other!, common!));
  return {
    nsPerOp: estimateOf(time.centre, time.interval),
    // Relative to the reference's; null where they have no round in common.
    ratio: comparison && estimateOf(comparison.ratio, comparison.interval),
    rounds: time.rounds,
    samples: time.slices,
  };
}

/** Whether a row has such a time. */
export function isStruck(row: Row): row is FailedRow & { readonly unverified: UnverifiedTime } {
  return row.kind === 'failed' && row.unverified !== null;
}
