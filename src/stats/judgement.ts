import { CONFIDENCE, type Comparison } from './comparison.ts';
import { holm } from './holm.ts';

/** From this many rounds on, stopping when the interval is narrow enough keeps false alarms near 5 %. */
export const SETTLED_ROUNDS = 10;

/** Rounds of a full run, as many as its intervals ask for. */
export const FULL_ROUNDS = { minimum: SETTLED_ROUNDS, maximum: 30 } as const;

export interface Judgement {
  /**
   * - `faster`, `slower`: the interval excludes 1, and so does the test after Holm's adjustment.
   * - `same`: the interval lies within ± `margin`.
   * - `undecided`: neither.
   */
  readonly finding: 'faster' | 'slower' | 'same' | 'undecided';
  /** Fewer than ten rounds, or an interval of less confidence than usual: a first impression. */
  readonly preliminary: boolean;
  /** Adjusted for all comparisons of the table. */
  readonly pValue: number;
}

/** What is judged by. */
type Judged = Pick<Comparison, 'rounds' | 'interval' | 'pValue'>;

/**
 * Says what each comparison of one table with its baseline shows. A family of m comparisons needs rounds enough that
 * m · 2/2ⁿ stays below the level: 10 rounds serve for 25, beyond that nothing can be found faster or slower.
 *
 * Preliminary comparisons are judged by their interval alone: no number of rounds below six can reach 95 %.
 *
 * @param comparisons of one table, without the baseline's own
 * @param margin what counts as the same, e.g. 0.02
 */
export function judge(comparisons: readonly Judged[], margin: number): Judgement[] {
  const adjusted = holm(comparisons.map((comparison) => comparison.pValue));
  return comparisons.map((comparison, i) => {
    const preliminary =
      comparison.rounds < SETTLED_ROUNDS || (comparison.interval?.confidence ?? 0) < CONFIDENCE;
    const distinct = preliminary || adjusted[i]! <= 1 - CONFIDENCE;
    return { finding: finding(comparison, distinct, margin), preliminary, pValue: adjusted[i]! };
  });
}

function finding({ interval }: Judged, distinct: boolean, margin: number): Judgement['finding'] {
  if (interval === null) return 'undecided';
  if (distinct && interval.high < 1) return 'faster';
  if (distinct && interval.low > 1) return 'slower';
  const logMargin = Math.log1p(margin);
  const inside = Math.log(interval.low) >= -logMargin && Math.log(interval.high) <= logMargin;
  return inside ? 'same' : 'undecided';
}
