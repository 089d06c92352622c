/** What other programs did to a case while it was measured, as far as the samples tell. */
import { comparedPairs, tellsWait, waitedShare } from '../../stats/disturbance.ts';
import type { RecordedRow } from './contest.ts';

export type Disturbances = ReturnType<typeof disturbancesOf>;

/** @param entries rows of a case */
export function disturbancesOf(entries: readonly RecordedRow[]) {
  const timed = entries.filter(({ slices }) => slices.length > 0);
  const told = timed.filter(({ slices }) => slices.some(tellsWait));
  return {
    ...comparedPairs(told.map(({ slices }) => slices)),
    waited: waitedShare(told.flatMap(({ slices }) => slices)),
    // Names of rows for which the system never told.
    untold: timed.filter((row) => !told.includes(row)).map(({ facts }) => facts.name),
  };
}
