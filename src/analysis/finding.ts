import { CONFIDENCE, SETTLED_ROUNDS } from '../stats/centre.ts';
import { discoveryRates } from '../stats/discovery-rate.ts';
import { holm } from '../stats/holm.ts';
import type { Comparison } from './comparison.ts';

/** Rounds of a full run, which stops when its intervals are narrow enough. */
export const FULL_ROUNDS = { minimum: SETTLED_ROUNDS, maximum: 30 } as const;
/** Launches differ more than slices of one launch: five short rounds are better than three long ones (docs/EVIDENCE.md). */
export const QUICK_ROUNDS = { minimum: 5, maximum: 5 } as const;
/** Default target: half-width of intervals. */
export const USUAL_TARGET = 0.02;

/** Margin within which rows count as the same: twice the target, so that intervals of equal rows usually fit into it. */
export function sameMargin(target: number): number {
  return 2 * target;
}

/** Direction of a difference. */
export type Finding = 'faster' | 'slower' | 'same' | 'unclear';

/**
 * Strength of a finding.
 *
 * - `established`: the interval excludes 1, or lies within the margin around 1, and the test agrees after Holm's adjustment.
 * - `likely`: less sure, or disturbed by other programs; at most one in ten points the wrong way (docs/EVIDENCE.md).
 * - `unclear`: no finding.
 */
export type Grade = 'established' | 'likely' | 'unclear';

export interface Graded {
  readonly finding: Finding;
  readonly grade: Grade;
}

export interface Judgement extends Graded {
  /** Fewer than ten rounds. */
  readonly preliminary: boolean;
  /** Adjusted for all comparisons of the table. */
  readonly pValue: number;
}

/** P-values adjusted for all comparisons of a family. */
export interface Adjusted {
  /** By Holm, for established findings: all of them hold at once. */
  readonly family: number;
  /** By Benjamini and Hochberg, for likely findings: some may be wrong. */
  readonly discovery: number;
}

export function adjusted(pValues: readonly number[]): Adjusted[] {
  const discovery = discoveryRates(pValues);
  return holm(pValues).map((family, i) => ({ family, discovery: discovery[i]! }));
}

/** Largest share of likely claims about equal rows; half of them point the wrong way (Benjamini and Yekutieli 2005). */
const LIKELY_RATE = 0.2;

/** The same for changes between runs: at most one in twenty comparisons of unchanged runs claims a change. */
export const CHANGE_RATE = 0.05;

/** Extra factor by which a ratio may be wrong if other programs disturbed most comparisons. */
export const DISTURBED_RATIO = 1.25;

/** Least ratio that a single round shows; in trials no round was this wrong (docs/EVIDENCE.md). */
const ONE_ROUND_RATIO = 1.5;

type Judged = Pick<Comparison, 'ratio' | 'interval'>;

/**
 * Grades a comparison.
 *
 * @param margin differences within it count as the same, e.g. 0.04, and can be established but not likely
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
  // Other programs may shift a ratio by a few percent in all rounds, hence twice the margin.
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
