/** How far each row is from the bounds of its own runtime: a walk over the objects, and code written by hand. */
import { runtimeName } from '../../define/names.ts';
import type { RecordedRow } from './contest.ts';
import type { Pace } from './pace.ts';

/** How far a row is from the bounds of its own runtime, measured in the same case; null where a bound isn't there. */
export type Bounds = ReturnType<ReturnType<typeof caseBounds>>;

/**
 * By runtime as it was started: a variant has bounds of its own. What takes another format is no bound.
 *
 * @param ranked all ranked rows of the case
 * @param limits all limits of the case
 * @returns how far a ranked row is from its bounds
 */
export function caseBounds(ranked: readonly RecordedRow[], limits: readonly RecordedRow[], pace: Pace) {
  const isOfRuntime = (one: RecordedRow, row: RecordedRow) =>
    runtimeName(one.facts) === runtimeName(row.facts);
  const time = (row: RecordedRow) => pace.timeOf(row)!.centre;
  const byHand = ranked
    .filter(({ facts }) => facts.bound === 'hand-written')
    .sort((a, b) => time(a) - time(b));
  return (row: RecordedRow) => {
    const walk = limits.find((one) => one.facts.limit === 'walk' && isOfRuntime(one, row));
    const hand = byHand.find((one) => one.facts.format === row.facts.format && isOfRuntime(one, row));
    return {
      // Time as a multiple of a walk over the objects.
      timesWalk: walk === undefined ? null : pace.quotient(row, walk),
      // The best hand-written row of the same format: its time as a percentage of this row's, so that less is slower.
      percentOfHandWritten: hand === undefined ? null : pace.quotient(hand, row, 100),
      // Name of that row.
      handWritten: hand?.facts.name ?? null,
    };
  };
}
