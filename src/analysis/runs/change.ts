/**
 * From two runs of the same row to what changed between them. Rounds of different runs have nothing in common that could
 * pair them, as the rounds of one run have: they are two independent samples, and a round, which is a fresh process, is
 * one value of a sample. And a run is more than its rounds: ratios of the same code move from one run to the next by more
 * than the rounds of either show (docs/evidence/two-runs.md).
 */
import {
  combinedError,
  errorInterval,
  errorPValue,
  ownError,
  SETTLED_ROUNDS,
  type StandardError,
} from '../../stats/centre.ts';
import { hodgesLehmann } from '../../stats/signed-rank.ts';
import { type Comparison, exponentiated } from '../comparison.ts';
import { adjusted, CHANGE_RATE, graded, type Judgement } from '../finding.ts';

/** A row in one run: its ratio to a baseline, or its time. */
export interface Side extends Pick<Comparison, 'ratio' | 'error' | 'rounds'> {
  /** Time of what the ratio is relative to, in ns; null for a time. */
  readonly baselineNs: number | null;
}

/** Standard deviation of ln(ratio) of the same code from run to run, beside what the rounds of each show. */
export const RUN_SPREAD = 0.0125;
/** And as a share of how far the machine's pace moved in between: it slows one row down more than another. */
const PACE_SPREAD = 0.5;
/** Degrees of freedom that both are taken to be known with: as many as pairs of runs at rest were tried. */
const SPREAD_DEGREES = 30;

/** What the rounds of two runs don't show of how far a ratio moves between them, from the trials. */
function spreadBetween(before: Side, after: Side): StandardError {
  const known = before.baselineNs !== null && after.baselineNs !== null;
  const pace = known ? Math.log(after.baselineNs / before.baselineNs) : 0;
  const error = known ? Math.hypot(Math.SQRT2 * RUN_SPREAD, PACE_SPREAD * pace) : 0;
  return { error, degrees: SPREAD_DEGREES };
}

/** After over before: above 1 is slower. The rounds are those of the run that has fewer. */
export interface Change extends Pick<Comparison, 'ratio' | 'interval' | 'error' | 'pValue' | 'rounds'> {
  /** The part of the error that more rounds don't narrow, of ln(ratio). */
  readonly apart: number;
}

/**
 * Compares a row's two runs by Welch's test: each run has the error of its own rounds, which may differ in number and in
 * how far they scatter. A rank-sum test, which takes the two to scatter alike, had false alarms in 23 % of comparisons of
 * twelve equal rows, 30 quiet rounds against 10 noisy ones.
 *
 * @param before the row's ratio to a baseline in the same blocks, or its time. Ratios have the machine's speed in them
 *   twice, so that it cancels; times of two runs differ by whatever the machine did
 */
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

/** A row's times as a side; null for none. */
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

/**
 * Says what each change shows, in the family of all.
 *
 * @param changes with whether other programs disturbed one of the two measurements
 */
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
