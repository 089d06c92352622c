import { CONFIDENCE, SETTLED_ROUNDS } from './centre.ts';
import type { Comparison } from './comparison.ts';

/** Rounds of a full run, as many as its intervals ask for. */
export const FULL_ROUNDS = { minimum: SETTLED_ROUNDS, maximum: 30 } as const;

/**
 * What counts as the same where intervals are measured to within `target`: twice that. An interval as wide as the margin
 * fits into it only by chance, and equal rows would hardly ever be called equal.
 */
export function sameMargin(target: number): number {
  return 2 * target;
}

/**
 * - `faster`, `slower`, `same`: as far as the grade says.
 * - `undecided`: the figures show no direction; its grade is `unknown`, and that of no other.
 */
export type Finding = 'faster' | 'slower' | 'same' | 'undecided';

/**
 * How much a finding is worth.
 *
 * - `established`: the interval excludes 1, or lies within the margin of it, and the test agrees after Holm's adjustment.
 * - `likely`: the difference is probably there, and its direction is wrong in at most one of ten (docs/evidence/grades.md);
 *   or it would be established, had other programs not disturbed the comparison.
 * - `unknown`: neither.
 */
export type Grade = 'established' | 'likely' | 'unknown';

/** What a comparison shows. */
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

/** Two-sided and not adjusted: a comparison that could be chance more often than that has no likely direction. */
const LIKELY_P = 0.05;

type Judged = Pick<Comparison, 'ratio' | 'interval' | 'pValue'>;

/**
 * What a comparison shows, and how sure that is.
 *
 * @param pValue adjusted for all that are made beside it
 * @param margin what counts as the same, e.g. 0.04; a smaller difference is never likely
 * @param disturbed whether other programs took the core in more than half of what was compared
 */
export function graded(comparison: Judged, pValue: number, margin: number, disturbed: boolean): Graded {
  const established = findingOf(comparison, pValue, margin);
  if (established !== 'undecided')
    return { finding: established, grade: disturbed ? 'likely' : 'established' };
  const likely = disturbed ? 'undecided' : leaning(comparison, margin);
  return { finding: likely, grade: likely === 'undecided' ? 'unknown' : 'likely' };
}

/** By itself, without the claims that are made beside it. */
function leaning({ ratio, interval, pValue }: Judged, margin: number): Finding {
  const differs = Math.abs(Math.log(ratio)) > Math.log1p(margin);
  if (interval === null || !differs || pValue > LIKELY_P) return 'undecided';
  return ratio < 1 ? 'faster' : 'slower';
}

/** @param pValue adjusted for all that are made beside it */
function findingOf({ interval }: Judged, pValue: number, margin: number): Finding {
  if (interval === null) return 'undecided';
  const distinct = pValue <= 1 - CONFIDENCE;
  if (distinct && interval.high < 1) return 'faster';
  if (distinct && interval.low > 1) return 'slower';
  const logMargin = Math.log1p(margin);
  const inside = Math.log(interval.low) >= -logMargin && Math.log(interval.high) <= logMargin;
  return inside ? 'same' : 'undecided';
}
