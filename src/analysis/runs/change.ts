import { adjusted } from '../../stats/adjusted.ts';
import {
  combinedError,
  errorInterval,
  errorPValue,
  ownError,
  SETTLED_ROUNDS,
  type StandardError,
} from '../../stats/centre.ts';
import { hodgesLehmann } from '../../stats/signed-rank.ts';
import { type Comparison, exponentiated, RUN_SPREAD, SPREAD_DEGREES } from '../comparison.ts';
import { CHANGE_RATE, graded, type Judgement } from '../finding.ts';

/** A row's result in one run: `ratio` is relative to the baseline; for the baseline itself, it is the time in ns. */
export interface Side extends Pick<Comparison, 'ratio' | 'error' | 'rounds'> {
  /** Time of the baseline in ns; null if `ratio` is itself a time. */
  readonly baselineNs: number | null;
}

/**
 * If the machine's speed changes by a factor f between two runs, ln(ratio) gets an additional standard deviation of PACE_SPREAD ×
 * |ln f|.
 */
const PACE_SPREAD = 0.5;

/** Standard error that variation between the two runs adds to ln(after / before); 0 if the sides are times. */
function spreadBetween(before: Side, after: Side): StandardError {
  const known = before.baselineNs !== null && after.baselineNs !== null;
  const pace = known ? Math.log(after.baselineNs / before.baselineNs) : 0;
  const error = known ? Math.hypot(Math.SQRT2 * RUN_SPREAD, PACE_SPREAD * pace) : 0;
  return { error, degrees: SPREAD_DEGREES };
}

/** `ratio` is after / before; `rounds` is the smaller number of rounds of both runs. */
export type Change = Pick<Comparison, 'ratio' | 'interval' | 'error' | 'pValue' | 'rounds'>;

/** Compares two results of a row by Welch's test, which allows for different numbers of rounds and different spreads. */
export function changeBetween(before: Side, after: Side): Change {
  const log = Math.log(after.ratio / before.ratio);
  const error =
    before.error && after.error && combinedError([before.error, after.error, spreadBetween(before, after)]);
  return {
    ratio: Math.exp(log),
    interval: error && exponentiated(errorInterval(log, error)),
    error,
    pValue: errorPValue(log, error),
    rounds: Math.min(before.rounds, after.rounds),
  };
}

export function sideOfTimes(times: readonly number[]): Side | null {
  if (times.length === 0) return null;
  const logs = times.map(Math.log);
  return {
    ratio: Math.exp(hodgesLehmann(logs)),
    error: ownError(logs),
    rounds: times.length,
    baselineNs: null,
  };
}

export function judgeChanges(
  changes: readonly (Change & { readonly disturbed?: boolean })[],
  margin: number,
): Judgement[] {
  const pValues = adjusted(changes.map(({ pValue }) => pValue));
  return changes.map((change, i) => ({
    ...graded(change, pValues[i]!, margin, change.disturbed ?? false, CHANGE_RATE),
    preliminary: change.rounds < SETTLED_ROUNDS,
    pValue: pValues[i]!.family,
  }));
}
