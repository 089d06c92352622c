/**
 * Wilcoxon's signed-rank statistic and what belongs to it: an estimate and an interval for the centre of a symmetric
 * distribution, exact for any number of values. Hollander, Wolfe and Chicken, Nonparametric Statistical Methods
 * (2014), sections 3.1 to 3.3.
 */
import { median, type SortedSamples, sortSamples } from './samples.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
  /** The confidence that the interval has, which is seldom quite the one that was asked for. */
  readonly confidence: number;
}

/** All means of two values, each value with itself included: n(n + 1)/2 of them. @throws RangeError for no values. */
export function walshAverages(values: readonly number[]): SortedSamples {
  const averages: number[] = [];
  for (let i = 0; i < values.length; i++)
    for (let j = i; j < values.length; j++) averages.push((values[i]! + values[j]!) / 2);
  return sortSamples(averages);
}

/** The one-sample Hodges-Lehmann estimate: the median of the Walsh averages. @throws RangeError for no values. */
export function hodgesLehmann(values: readonly number[]): number {
  return median(walshAverages(values));
}

/**
 * Probabilities of each sum that the weights (positive integers) can give when each is taken or left with probability
 * one half; index is the sum. With the weights 1 to n it is the null distribution of the signed-rank statistic.
 */
function sumProbabilities(weights: readonly number[]): Float64Array {
  const probability = new Float64Array(weights.reduce((sum, weight) => sum + weight, 0) + 1);
  probability[0] = 1;
  let top = 0;
  for (const weight of weights) {
    top += weight;
    // Downwards, so that `sum - weight` still holds the probability without this weight.
    for (let sum = top; sum >= 0; sum--) {
      const taken = sum >= weight ? probability[sum - weight]! : 0;
      probability[sum] = (probability[sum]! + taken) / 2;
    }
  }
  return probability;
}

/**
 * The exact signed-rank interval for the centre: the C-th smallest and C-th largest Walsh average, with the largest C
 * for which the confidence 1 − 2 · P(W ≤ C − 1) is still at least what is asked for.
 *
 * Where n is too small for that even with C = 1, the widest interval there is: smallest and largest Walsh average, with
 * its true confidence 1 − 2/2ⁿ. Null for fewer than two values.
 *
 * @param confidence between 0 and 1, e.g. 0.95
 */
export function signedRankInterval(values: readonly number[], confidence: number): Interval | null {
  return values.length === 0 ? null : intervalOf(walshAverages(values), values.length, confidence);
}

/** Estimate and interval from the same averages: as `hodgesLehmann` and `signedRankInterval`, for half the work. */
export function signedRankCentre(
  values: readonly number[],
  confidence: number,
): { readonly estimate: number; readonly interval: Interval | null } {
  const averages = walshAverages(values);
  return { estimate: median(averages), interval: intervalOf(averages, values.length, confidence) };
}

/** Distributions of the statistic without ties, by the number of values: the same for every row of a run. */
const untied = new Map<number, Float64Array>();

function untiedProbabilities(n: number): Float64Array {
  const known = untied.get(n);
  if (known !== undefined) return known;
  const probability = sumProbabilities(Array.from({ length: n }, (_, i) => i + 1));
  untied.set(n, probability);
  return probability;
}

function intervalOf(averages: SortedSamples, n: number, confidence: number): Interval | null {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`no confidence: ${confidence}`);
  if (n < 2) return null;
  const probability = untiedProbabilities(n);
  let c = 1;
  let tail = probability[0]!;
  while (1 - 2 * (tail + probability[c]!) >= confidence) {
    tail += probability[c]!;
    c++;
  }
  return { low: averages[c - 1]!, high: averages[averages.length - c]!, confidence: 1 - 2 * tail };
}

/** Ranks of the values, from 1; equal values share the mean of their ranks. */
export function midranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let i = start; i < end; i++) ranks[order[i]!] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}
