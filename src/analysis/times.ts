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

/** Times scaled to the machine's mean speed over the baseline's rounds, so that time, rate and ratios agree. */
export interface CaseTimes<Row> {
  /** Null for a row without a block of the baseline. */
  timeOf(row: Row): ScaledTime | null;
  /** Time of `a` / time of `b` × `factor`. The interval comes from common rounds. */
  quotient(a: Row, b: Row, factor?: number): Estimate | null;
}

/** @param baseline the row that is measured in all groups */
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
  /** Time as measured. */
  readonly own: TimeEstimate;
  /** Scaled time in ns per operation. */
  readonly centre: number;
  readonly interval: Interval | null;
  /** Scaled / measured time; it scales the row's other times, too. */
  readonly factor: number;
}

/**
 * A row's time is the baseline's time × its ratio: the measured time would contradict the ratio if the machine's speed changed
 * after the row's last round.
 *
 * Further rounds of the baseline reduce the error of the row's own time (double sampling with a regression estimate of slope 1:
 * Cochran, Sampling Techniques, 1977, section 12.6).
 */
function timeByRatio(own: TimeEstimate, baseline: TimeEstimate, ratio: Comparison): ScaledTime {
  const centre = baseline.centre * ratio.ratio;
  const error = scaledError(own, baseline, ratio);
  const interval = error && exponentiated(errorInterval(Math.log(centre), error));
  return { own, centre, interval, factor: centre / own.centre };
}

function scaledError(own: TimeEstimate, baseline: TimeEstimate, ratio: Comparison): StandardError | null {
  if (own.error === null) return null;
  const share = Math.min(1, own.rounds / baseline.rounds);
  const ofRatio = ratio.error ?? { error: 0, degrees: own.error.degrees };
  return {
    error: Math.sqrt((1 - share) * ofRatio.error ** 2 + share * own.error.error ** 2),
    degrees: own.error.degrees,
  };
}

/** Returns a function that compares a row with the walk and the fastest hand-written row of its runtime, variant and format. */
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
