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
 * - `faster`, `slower`: the interval excludes 1, and so does the test after Holm's adjustment.
 * - `same`: the interval lies within the margin of 1.
 * - `undecided`: neither.
 */
export type Finding = 'faster' | 'slower' | 'same' | 'undecided';

export interface Judgement {
  readonly finding: Finding;
  /** Fewer than ten rounds: a first impression. It errs no more often, but its intervals are of few launches. */
  readonly preliminary: boolean;
  /** Adjusted for all comparisons of the table. */
  readonly pValue: number;
}

/**
 * What a comparison shows.
 *
 * @param pValue adjusted for all that are made beside it
 * @param margin what counts as the same, e.g. 0.04
 */
export function findingOf(
  { interval }: Pick<Comparison, 'interval'>,
  pValue: number,
  margin: number,
): Finding {
  if (interval === null) return 'undecided';
  const distinct = pValue <= 1 - CONFIDENCE;
  if (distinct && interval.high < 1) return 'faster';
  if (distinct && interval.low > 1) return 'slower';
  const logMargin = Math.log1p(margin);
  const inside = Math.log(interval.low) >= -logMargin && Math.log(interval.high) <= logMargin;
  return inside ? 'same' : 'undecided';
}
