/** How far each row is from the bounds of its own runtime: a walk over the objects, and code written by hand. */
import { runtimeName } from '../../define/names.ts';
import { type BlockTimes, compare, type RoundLog, roundsBetween } from '../../stats/comparison.ts';
import type { RecordedRow } from './contest.ts';
import { estimateOf } from './figures.ts';
import type { Estimate } from './rows.ts';

/** How far a row is from the bounds of its own runtime, measured in the same case; null where a bound isn't there. */
export type Bounds = ReturnType<ReturnType<typeof caseBounds>>;

/**
 * By runtime as it was started: a variant has bounds of its own. What takes another format is no bound.
 *
 * @param ranked all ranked rows of the case, fastest first
 * @param limits all limits of the case
 * @param through the recorded baseline, which is in all groups
 * @returns how far a ranked row is from its bounds
 */
export function caseBounds(
  ranked: readonly RecordedRow[],
  limits: readonly RecordedRow[],
  through: RecordedRow,
  timesOf: (row: RecordedRow) => BlockTimes,
) {
  const isOfRuntime = (one: RecordedRow, row: RecordedRow) =>
    runtimeName(one.facts) === runtimeName(row.facts);
  const byHand = ranked.filter(({ facts }) => facts.bound === 'hand-written');
  const logs = (a: RecordedRow, b: RecordedRow) => roundsBetween(timesOf(a), timesOf(b), timesOf(through));
  return (row: RecordedRow) => {
    const walk = limits.find((one) => one.facts.limit === 'walk' && isOfRuntime(one, row));
    const hand = byHand.find((one) => one.facts.format === row.facts.format && isOfRuntime(one, row));
    return {
      // Time as a multiple of a walk over the objects.
      timesWalk: walk === undefined ? null : scaled(logs(row, walk), 1),
      // The best hand-written row of the same format: its time as a percentage of this row's, so that less is slower.
      percentOfHandWritten: hand === undefined ? null : scaled(logs(hand, row), 100),
      // Name of that row.
      handWritten: hand?.facts.name ?? null,
    };
  };
}

function scaled(logs: readonly RoundLog[], factor: number): Estimate | null {
  const comparison = compare(logs);
  if (comparison === null) return null;
  const { ratio, interval } = comparison;
  const ends = interval && { ...interval, low: interval.low * factor, high: interval.high * factor };
  return estimateOf(ratio * factor, ends);
}
