import { CONFIDENCE, SETTLED_ROUNDS } from '../stats/centre.ts';
import { discoveryRates } from '../stats/discovery-rate.ts';
import { holm } from '../stats/holm.ts';
import type { Comparison } from './comparison.ts';

/** Rounds of a full run, as many as its intervals ask for. */
export const FULL_ROUNDS = { minimum: SETTLED_ROUNDS, maximum: 30 } as const;
/**
 * Launches differ more than the slices of one: in the same time five short rounds say more than three long ones
 * (docs/evidence/quick.md).
 */
export const QUICK_ROUNDS = { minimum: 5, maximum: 5 } as const;
/** Half-width that intervals are to reach unless told otherwise. */
export const USUAL_TARGET = 0.02;

/**
 * What counts as the same where intervals are measured to within `target`: twice that. An interval as wide as the margin
 * fits into it only by chance, and equal rows would hardly ever be called equal.
 */
export function sameMargin(target: number): number {
  return 2 * target;
}

/**
 * - `faster`, `slower`, `same`: as far as the grade says.
 * - `unclear`: the figures show no direction; so is its grade, and that of no other.
 */
export type Finding = 'faster' | 'slower' | 'same' | 'unclear';

/**
 * How much a finding is worth.
 *
 * - `established`: the interval excludes 1, or lies within the margin of it, and the test agrees after Holm's adjustment.
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
  /** Fewer than ten rounds: it errs no more often, but its intervals are of few launches. */
  readonly preliminary: boolean;
  /** Adjusted for all comparisons of the table. */
  readonly pValue: number;
}

/** P-values of a comparison, each adjusted for all that are made beside it. */
export interface Adjusted {
  /** By Holm: what is established holds in the whole family at once. */
  readonly family: number;
  /** By Benjamini and Hochberg: what is likely may be wrong in some of the family. */
  readonly discovery: number;
}

export function adjusted(pValues: readonly number[]): Adjusted[] {
  const discovery = discoveryRates(pValues);
  return holm(pValues).map((family, i) => ({ family, discovery: discovery[i]! }));
}

/** At most so many of the claims are of equal rows, and half as many have the wrong direction (Benjamini and Yekutieli 2005). */
const LIKELY_RATE = 0.2;

/** Of what is claimed to have changed: in a comparison in which nothing did, at most one in twenty claims anything. */
export const CHANGE_RATE = 0.05;

/**
 * How far a ratio may be off, either way, beside what its interval says, where other programs disturbed more than half of the
 * comparisons: what lies farther from a limit than that is beyond it all the same.
 */
export const DISTURBED_RATIO = 1.25;

/** No single round of the trials was beyond this in the wrong direction (docs/evidence/grades.md). */
const ONE_ROUND_RATIO = 1.5;

type Judged = Pick<Comparison, 'ratio' | 'interval'>;

/**
 * What a comparison shows, and how sure that is.
 *
 * @param margin what counts as the same, e.g. 0.04; a smaller difference is never likely unless it is established
 * @param disturbed whether other programs disturbed more than half of the comparisons
 * @param rate up to which false discovery rate a difference is likely
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
  // Other programs move a ratio by some percent in all rounds alike.
  const likely = leaning(comparison, pValues.discovery <= rate, disturbed ? 2 * margin : margin);
  return { finding: likely, grade: likely === 'unclear' ? likely : 'likely' };
}

/** One round has no interval, and says something only by how large the difference is. */
function leaning({ ratio, interval }: Judged, isFound: boolean, margin: number): Finding {
  const least = interval === null ? Math.max(ONE_ROUND_RATIO, 1 + margin) : 1 + margin;
  if (Math.abs(Math.log(ratio)) <= Math.log(least)) return 'unclear';
  if (interval !== null && !isFound) return 'unclear';
  return ratio < 1 ? 'faster' : 'slower';
}

/** @param pValue adjusted for all that are made beside it */
function findingOf({ interval }: Judged, pValue: number, margin: number): Finding {
  if (interval === null) return 'unclear';
  const distinct = pValue <= 1 - CONFIDENCE;
  if (distinct && interval.high < 1) return 'faster';
  if (distinct && interval.low > 1) return 'slower';
  const logMargin = Math.log1p(margin);
  const inside = Math.log(interval.low) >= -logMargin && Math.log(interval.high) <= logMargin;
  return inside ? 'same' : 'unclear';
}
