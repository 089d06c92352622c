/** Change of a row between two runs. Unchanged code varies more between runs than the rounds of a run show. */
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

/** A row in one run: its ratio to the baseline, or its time. */
export interface Side extends Pick<Comparison, 'ratio' | 'error' | 'rounds'> {
  /** Time of the baseline in ns; null if the side is a time. */
  readonly baselineNs: number | null;
}

/** Standard deviation of ln(ratio) as a share of the change in the machine's speed, in addition to the variation between runs. */
const PACE_SPREAD = 0.5;

/** Error of a change from run to run, in addition to the errors of the rounds. */
function spreadBetween(before: Side, after: Side): StandardError {
  const known = before.baselineNs !== null && after.baselineNs !== null;
  const pace = known ? Math.log(after.baselineNs / before.baselineNs) : 0;
  const error = known ? Math.hypot(Math.SQRT2 * RUN_SPREAD, PACE_SPREAD * pace) : 0;
  return { error, degrees: SPREAD_DEGREES };
}

/** Change of a row. `ratio` is after / before; `rounds` is the smaller number of rounds of both runs. */
export interface Change extends Pick<Comparison, 'ratio' | 'interval' | 'error' | 'pValue' | 'rounds'> {
  /** Part of the error of ln(ratio) that more rounds don't reduce. */
  readonly apart: number;
}

/** Compares a row in two runs by Welch's test, which allows for different rounds and spreads. */
export function changeBetween(before: Side, after: Side): Change {
  const log = Math.log(after.ratio / before.ratio);
  const apart = spreadBetween(before, after);
  const error = before.error && after.error && combinedError([before.error, after.error, apart]);
  return {
    ratio: Math.exp(log),
    interval: error && exponentiated(errorInterval(log, error)),
    error,
    pValue: errorPValue(log, error),
    apart: apart.error,
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

/** Judges all changes as one family. */
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
