import { CONFIDENCE, SETTLED_ROUNDS } from '../stats/centre.ts';
import { discoveryRates } from '../stats/discovery-rate.ts';
import { holm } from '../stats/holm.ts';
import type { Comparison } from './comparison.ts';

/** Rounds of a full run, which stops when its intervals are narrow enough. */
export const FULL_ROUNDS = { minimum: SETTLED_ROUNDS, maximum: 30 } as const;
/**
 * Launches differ more than the slices of one: in the same time five short rounds say more than three long ones
 * (docs/evidence/quick.md).
 */
export const QUICK_ROUNDS = { minimum: 5, maximum: 5 } as const;
/** Default target: half-width of intervals. */
export const USUAL_TARGET = 0.02;

/**
 * Margin within which rows count as the same: twice the target. With a margin as narrow as the intervals, equal rows would
 * hardly ever be called equal.
 */
export function sameMargin(target: number): number {
  return 2 * target;
}

/** Direction of a difference; `unclear` if the figures show none, and then its grade is `unclear`, too. */
export type Finding = 'faster' | 'slower' | 'same' | 'unclear';

/**
 * Strength of a finding.
 *
 * - `established`: the interval excludes 1, or lies within the margin around 1, and the test agrees after Holm's adjustment.
 * - `likely`: not established, or disturbed by other programs, but its direction is wrong in at most one of ten
 *   (docs/evidence/grades.md).
 * - `unclear`: neither.
 */
export type Grade = 'established' | 'likely' | 'unclear';

export interface Graded {
  readonly finding: Finding;
  readonly grade: Grade;
}

export interface Judgement extends Graded {
  /** Fewer than ten rounds. Errors aren't more frequent, but intervals rest on few launches. */
  readonly preliminary: boolean;
  /** Adjusted for all comparisons of the table. */
  readonly pValue: number;
}

/** P-values of a comparison, adjusted for all comparisons of the family. */
export interface Adjusted {
  /** By Holm: all established findings of the family hold at once. */
  readonly family: number;
  /** By Benjamini and Hochberg: some likely findings of the family may be wrong. */
  readonly discovery: number;
}

export function adjusted(pValues: readonly number[]): Adjusted[] {
  const discovery = discoveryRates(pValues);
  return holm(pValues).map((family, i) => ({ family, discovery: discovery[i]! }));
}

/** Largest share of likely claims about equal rows; half as many have the wrong direction (Benjamini and Yekutieli 2005). */
const LIKELY_RATE = 0.2;

/** The same for changes between runs: without any change, at most one in twenty comparisons claims one. */
export const CHANGE_RATE = 0.05;

/** Factor by which a ratio may be wrong, in addition to its interval, where other programs disturbed most comparisons. */
export const DISTURBED_RATIO = 1.25;

/** No single round of the trials was beyond this in the wrong direction (docs/evidence/grades.md). */
const ONE_ROUND_RATIO = 1.5;

type Judged = Pick<Comparison, 'ratio' | 'interval'>;

/**
 * Grades a comparison.
 *
 * @param margin differences within it count as the same, e.g. 0.04; a smaller one is never likely, only established
 * @param disturbed whether other programs disturbed more than half of the comparisons
 * @param rate false discovery rate up to which a difference is likely
 */
export function graded(
  comparison: Judged,
  pValues: Adjusted,
  margin: number,
  disturbed: boolean,
  rate = LIKELY_RATE,
): Graded {
  const established = findingOf(comparison, pValues.family, margin);
  if (established !== 'unclear') return { finding: established, grade: disturbed ? 'likely' : 'established' };
  // Other programs may shift a ratio by a few percent in all rounds.
  const likely = leaning(comparison, pValues.discovery <= rate, disturbed ? 2 * margin : margin);
  return { finding: likely, grade: likely === 'unclear' ? likely : 'likely' };
}

/** A single round has no interval; only a large difference counts. */
function leaning({ ratio, interval }: Judged, isFound: boolean, margin: number): Finding {
  const least = interval === null ? Math.max(ONE_ROUND_RATIO, 1 + margin) : 1 + margin;
  if (Math.abs(Math.log(ratio)) <= Math.log(least)) return 'unclear';
  if (interval !== null && !isFound) return 'unclear';
  return ratio < 1 ? 'faster' : 'slower';
}

/** @param pValue adjusted for the family */
function findingOf({ interval }: Judged, pValue: number, margin: number): Finding {
  if (interval === null) return 'unclear';
  const distinct = pValue <= 1 - CONFIDENCE;
  if (distinct && interval.high < 1) return 'faster';
  if (distinct && interval.low > 1) return 'slower';
  const logMargin = Math.log1p(margin);
  const inside = Math.log(interval.low) >= -logMargin && Math.log(interval.high) <= logMargin;
  return inside ? 'same' : 'unclear';
}
