/** What other programs did to a case while it was measured, as far as the samples tell. */
import { comparedPairs, tellsWait } from '../../stats/disturbance.ts';
import type { RecordedRow } from './contest.ts';
import type { ViewSample } from './figures.ts';

export type Disturbances = ReturnType<typeof disturbancesOf>;

/** @param entries rows of a case */
export function disturbancesOf(entries: readonly RecordedRow[]) {
  const timed = entries.filter(({ slices }) => slices.length > 0);
  const told = timed.filter(({ slices }) => slices.some(tellsWait));
  const known = told.flatMap(({ slices }) => slices.filter(tellsWait));
  const total = (of: (one: ViewSample) => number) => known.reduce((sum, one) => sum + of(one), 0);
  return {
    ...comparedPairs(told.map(({ slices }) => slices)),
    // Share of the slices' time in which they waited for a core, as far as it is known.
    waited: known.length === 0 ? null : total(({ waitNs }) => waitNs!) / total(({ ns }) => ns),
    // Names of rows for which the system never told.
    untold: timed.filter((row) => !told.includes(row)).map(({ facts }) => facts.name),
  };
}
