/**
 * Estimate and interval by Wilcoxon's signed-rank statistic. Source: Hollander, Wolfe and Chicken, Nonparametric Statistical
 * Methods (2014), sections 3.1 to 3.3.
 */
import { onceFor } from './group-by.ts';
import { type SortedSamples, sortSamples } from './samples.ts';
import { studentCritical } from './student.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** Actual confidence. For signed-rank intervals usually slightly more than requested, and less for very few values. */
  readonly confidence: number;
}

/**
 * Returns the k-th smallest Walsh average, k ≥ 1. The Walsh averages of n values are the n(n + 1)/2 means of two of the values,
 * or of a value with itself.
 */
function walshAverage(sorted: SortedSamples, k: number): number {
  let [low, high] = [sorted[0]!, sorted.at(-1)!];
  while (low < high) {
    const middle = low + (high - low) / 2;
    const { count, below, above } = averagesUpTo(sorted, middle < high ? middle : low);
    if (count >= k) high = below;
    else low = above;
  }
  return low;
}

/** Returns the number of Walsh averages up to `limit`, the largest of them (`below`) and the smallest of the others (`above`). */
function averagesUpTo(sorted: SortedSamples, limit: number) {
  let [count, below, above] = [0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let i = 0, j = sorted.length - 1; i < sorted.length; i++) {
    for (; j >= i && (sorted[i]! + sorted[j]!) / 2 > limit; j--);
    const next = Math.max(i, j + 1);
    if (next < sorted.length) above = Math.min(above, (sorted[i]! + sorted[next]!) / 2);
    if (j < i) break;
    below = Math.max(below, (sorted[i]! + sorted[j]!) / 2);
    count += j - i + 1;
  }
  return { count, below, above };
}

const averagesOf = (n: number): number => (n * (n + 1)) / 2;

/** Hodges-Lehmann estimate of the centre: the median of the Walsh averages. */
export function hodgesLehmann(values: readonly number[]): number {
  return middleOf(sortSamples(values));
}

function middleOf(sorted: SortedSamples): number {
  const half = averagesOf(sorted.length) / 2;
  const low = walshAverage(sorted, Math.ceil(half));
  return Number.isInteger(half) ? low + (walshAverage(sorted, half + 1) - low) / 2 : low;
}

/**
 * Null distribution of the statistic: element s is the probability that the sum of ranks is s, if each of the ranks 1 to n is
 * included with probability one half.
 */
function rankSumProbabilities(n: number): Float64Array {
  const probability = new Float64Array(averagesOf(n) + 1);
  probability[0] = 1;
  for (let rank = 1; rank <= n; rank++)
    // In descending order, so that `sum - rank` doesn't include this rank yet.
    for (let sum = averagesOf(rank); sum >= 0; sum--) {
      const taken = sum >= rank ? probability[sum - rank]! : 0;
      probability[sum] = (probability[sum]! + taken) / 2;
    }
  return probability;
}

/**
 * Hodges-Lehmann estimate and signed-rank interval. The interval goes from the C-th smallest to the C-th largest Walsh average,
 * where C is the largest number whose confidence 1 − 2 · P(W ≤ C − 1) is at least `confidence`, or 1 if there is none. For many
 * values, C is approximated. The interval is null for fewer than two values.
 */
export function signedRankCentre(values: readonly number[], confidence: number) {
  const sorted = sortSamples(values);
  return { estimate: middleOf(sorted), interval: intervalOf(sorted, confidence) };
}

const known = new Map<number, Float64Array>();

function intervalOf(sorted: SortedSamples, confidence: number): Interval | null {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`no confidence: ${confidence}`);
  const n = sorted.length;
  if (n < 2) return null;
  if (n > MOST_EXACT) return largeSampleInterval(sorted, confidence);
  const probability = onceFor(known, n, () => rankSumProbabilities(n));
  let c = 1;
  let tail = probability[0]!;
  while (1 - 2 * (tail + probability[c]!) >= confidence) {
    tail += probability[c]!;
    c++;
  }
  const [low, high] = [walshAverage(sorted, c), walshAverage(sorted, averagesOf(n) + 1 - c)];
  return { low, high, confidence: 1 - 2 * tail };
}

/** Maximum number of values for which C is exact: computing the null distribution takes time proportional to n³. */
const MOST_EXACT = 1000;

function largeSampleInterval(sorted: SortedSamples, confidence: number): Interval {
  const n = sorted.length;
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
  const c = Math.floor(averagesOf(n) / 2 - studentCritical(confidence, n - 1) * deviation);
  return { low: walshAverage(sorted, c), high: walshAverage(sorted, averagesOf(n) + 1 - c), confidence };
}
