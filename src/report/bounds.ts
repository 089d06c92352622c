/** How far each row is from the bounds of its own runtime: a walk over the objects, and code written by hand. */
import { between, compare, type RoundLog, roundLogRatios, type TimedSlice } from '../stats/comparison.ts';
import { estimateOf } from './figures.ts';
import type { Bounds, Estimate } from './rows.ts';

/** A row or limit with what was timed, and its comparison with the case's reference row. */
export interface Timed {
  readonly runtime: string;
  readonly serializer: string;
  readonly name: string;
  readonly slices: readonly TimedSlice[];
  readonly rounds: readonly RoundLog[];
}

/** Ids of the serializers that are straight-line code made from the schema. */
const HAND_WRITTEN = ['hand-written', 'hand-written-java', 'hand-written-scala'];

/**
 * @param ranked all ranked rows of the case, fastest first
 * @param walk the walk of the row's runtime; null where there is none
 */
export function boundsOf(row: Timed, ranked: readonly Timed[], walk: Timed | null): Bounds {
  const hand = ranked.find(
    ({ runtime, serializer }) => runtime === row.runtime && HAND_WRITTEN.includes(serializer),
  );
  return {
    timesWalk: walk === null ? null : scaled(directLogs(row, walk), 1),
    percentOfHandWritten: hand === undefined ? null : scaled(directLogs(hand, row), 100),
    handWritten: hand?.name ?? null,
  };
}

/** From slices of the same blocks; rows of different groups have none in common and are compared through the reference. */
function directLogs(a: Timed, b: Timed): RoundLog[] {
  const logs = roundLogRatios(a.slices, b.slices);
  return logs.length > 0 ? logs : between(a.rounds, b.rounds);
}

function scaled(logs: readonly RoundLog[], factor: number): Estimate | null {
  const comparison = compare(logs);
  if (comparison === null) return null;
  const { ratio, interval } = comparison;
  const ends = interval && { ...interval, low: interval.low * factor, high: interval.high * factor };
  return estimateOf(ratio * factor, ends);
}
