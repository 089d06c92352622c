import { runtimeName } from '../define/names.ts';
import { errorInterval, type StandardError } from '../stats/centre.ts';
import type { Interval } from '../stats/signed-rank.ts';
import {
  type BlockTimes,
  type Comparison,
  compare,
  estimateTime,
  exponentiated,
  multiplied,
  roundLogs,
  roundsBetween,
  type TimeEstimate,
  withRatio,
} from './comparison.ts';
import { type Estimate, estimateOf } from './figures.ts';
import type { Bounds, RowFacts } from './rows.ts';

/** Times as if the machine had always run at its mean speed over the baseline's rounds, so that times, rates and ratios agree. */
export interface CaseTimes<Row> {
  /** Null if the row has no block in common with the baseline. */
  timeOf(row: Row): ScaledTime | null;
  /** (Time of `a` / time of `b`) × `factor`, with an interval from their common rounds; null if the rows can't be compared. */
  quotient(a: Row, b: Row, factor?: number): Estimate | null;
}

export function caseTimes<Row>(baseline: Row, timesOf: (row: Row) => BlockTimes): CaseTimes<Row> {
  const baselineTime = estimateTime(timesOf(baseline));
  const timeOf = (row: Row) => {
    const own = estimateTime(timesOf(row));
    const ratio = compare(roundLogs(timesOf(row), timesOf(baseline)));
    return own && baselineTime && ratio && timeByRatio(own, baselineTime, ratio);
  };
  return {
    timeOf,
    quotient(a, b, factor = 1) {
      const comparison = compare(roundsBetween(timesOf(a), timesOf(b), timesOf(baseline)));
      const [first, second] = [timeOf(a), timeOf(b)];
      if (!comparison || !first || !second) return null;
      const { ratio, interval } = withRatio(first.centre / second.centre, comparison);
      return estimateOf(ratio * factor, multiplied(interval, factor));
    },
  };
}

export interface ScaledTime {
  readonly own: TimeEstimate;
  readonly centre: number;
  readonly interval: Interval | null;
  readonly factor: number;
}

/**
 * A row's time is the baseline's time × the row's ratio. The measured time would contradict the ratio if the machine became
 * faster or slower after the row's last round.
 */
function timeByRatio(own: TimeEstimate, baseline: TimeEstimate, ratio: Comparison): ScaledTime {
  const centre = baseline.centre * ratio.ratio;
  const error = scaledError(own, baseline, ratio);
  const interval = error && exponentiated(errorInterval(Math.log(centre), error));
  return { own, centre, interval, factor: centre / own.centre };
}

/**
 * Standard error of the logarithm of the scaled time. It is reduced by rounds that only the baseline has (double sampling with a
 * regression estimate of slope 1: Cochran, Sampling Techniques, 1977, section 12.6).
 */
function scaledError(own: TimeEstimate, baseline: TimeEstimate, ratio: Comparison): StandardError | null {
  if (own.error === null) return null;
  const share = Math.min(1, own.rounds / baseline.rounds);
  const ofRatio = ratio.error ?? { error: 0, degrees: own.error.degrees };
  return {
    error: Math.sqrt((1 - share) * ofRatio.error ** 2 + share * own.error.error ** 2),
    degrees: own.error.degrees,
  };
}

/**
 * Returns a function that compares a row with two others of its runtime and variant: the limit `walk`, which only
 * visits all objects, and the fastest hand-written row with the same format and kind of objects.
 */
export function boundsOf(
  ranked: readonly RowFacts[],
  limits: readonly RowFacts[],
  { timeOf, quotient }: CaseTimes<RowFacts>,
): (row: RowFacts) => Bounds {
  const isOfRuntime = (a: RowFacts, b: RowFacts) => runtimeName(a) === runtimeName(b);
  const time = (row: RowFacts) => timeOf(row)!.centre;
  const handWritten = ranked
    .filter(({ bound }) => bound === 'hand-written')
    .sort((a, b) => time(a) - time(b));
  return (row) => {
    const walk = limits.find((one) => one.limit === 'walk' && isOfRuntime(one, row));
    const hand = handWritten.find(
      (one) => one.format === row.format && one.plain === row.plain && isOfRuntime(one, row),
    );
    return {
      timesWalk: walk === undefined ? null : quotient(row, walk),
      percentOfHandWritten: hand === undefined ? null : quotient(hand, row, 100),
      handWritten: hand?.name ?? null,
    };
  };
}
