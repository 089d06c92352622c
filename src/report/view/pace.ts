/**
 * Times of a case on one scale: every row has the pace that the machine had over all rounds of the recorded baseline. A
 * row's time, rate and all of its ratios follow from its one place on it.
 */
import {
  type BlockTimes,
  compare,
  estimateTime,
  multiplied,
  roundLogs,
  roundsBetween,
  withRatio,
} from '../../stats/comparison.ts';
import { type DerivedTime, timeByRatio } from '../../stats/derived.ts';
import type { RecordedRow } from './contest.ts';
import { estimateOf } from './figures.ts';
import type { Estimate } from './rows.ts';

export interface Pace {
  /** Null for a row without a slice that was timed together with the baseline. */
  timeOf(row: RecordedRow): DerivedTime | null;
  /** So many times the quotient of two rows' times; its interval holds what the rounds tell that both have. */
  quotient(a: RecordedRow, b: RecordedRow, factor?: number): Estimate | null;
}

/** @param recorded the recorded baseline, which is in all groups */
export function paceOf(recorded: RecordedRow, timesOf: (row: RecordedRow) => BlockTimes): Pace {
  const baseline = estimateTime(timesOf(recorded));
  const timeOf = (row: RecordedRow) => {
    const own = estimateTime(timesOf(row));
    const ratio = compare(roundLogs(timesOf(row), timesOf(recorded)));
    return own && baseline && ratio && timeByRatio(own, baseline, ratio);
  };
  return {
    timeOf,
    quotient(a, b, factor = 1) {
      const comparison = compare(roundsBetween(timesOf(a), timesOf(b), timesOf(recorded)));
      const [first, second] = [timeOf(a), timeOf(b)];
      if (!comparison || !first || !second) return null;
      const { ratio, interval } = withRatio(first.centre / second.centre, comparison);
      return estimateOf(ratio * factor, multiplied(interval, factor));
    },
  };
}
