/** Rows that were timed on request though they failed verification: what is shown of them, struck out. */
import { isTimeable } from '../../plan/verdict.ts';
import { blockTimes, estimateTime } from '../../stats/comparison.ts';
import type { RecordedRow, referencesOf } from './contest.ts';
import { estimateOf } from './figures.ts';
import { paceOf } from './pace.ts';
import type { FailedRow, Row } from './rows.ts';

/**
 * What was timed on request of a row that failed verification. It is the time of work that was not done: struck out
 * wherever it is shown, never ranked, compared or summed up.
 */
export type UnverifiedTime = NonNullable<ReturnType<typeof unverifiedTime>>;

/**
 * @param references the rows that others are compared with; null where none is ranked
 * @returns null for a row that never came to be timed
 */
export function unverifiedTime(row: RecordedRow, references: ReturnType<typeof referencesOf>) {
  // Of other verdicts there is no time, or none that can be true.
  if (row.verdict === null || !isTimeable(row.verdict)) return null;
  const timesOf = ({ slices }: RecordedRow) => blockTimes(slices);
  const own = estimateTime(timesOf(row));
  if (own === null) return null;
  const pace = references && paceOf(references.recorded, timesOf);
  const { centre, interval } = pace?.timeOf(row) ?? own;
  return {
    nsPerOp: estimateOf(centre, interval),
    // Relative to the reference's; null where they have no round in common.
    ratio: references && pace!.quotient(row, references.reference),
    rounds: own.rounds,
    samples: own.slices,
  };
}

/** Whether a row has such a time. */
export function isStruck(row: Row): row is FailedRow & { readonly unverified: UnverifiedTime } {
  return row.kind === 'failed' && row.unverified !== null;
}
