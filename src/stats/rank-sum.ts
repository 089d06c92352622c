/**
 * Wilcoxon's rank-sum statistic, which is Mann and Whitney's U, and what belongs to it: a test, an estimate and an
 * interval for how far one sample lies from another. Hollander, Wolfe and Chicken, Nonparametric Statistical Methods
 * (2014), sections 4.1 to 4.3; the interval is Bauer's (Journal of the American Statistical Association 67, 1972).
 *
 * Exact for samples of up to 50 values each, with ties too; beyond that the normal approximation serves, as in R.
 */
import { median, type SortedSamples, sortSamples } from './samples.ts';
import { type Interval, midranks } from './signed-rank.ts';

const EXACT_UP_TO = 50;

/** All differences of a value after and a value before. @throws RangeError when a sample has no values */
export function pairwiseDifferences(before: readonly number[], after: readonly number[]): SortedSamples {
  return sortSamples(after.flatMap((b) => before.map((a) => b - a)));
}

/** The two-sample Hodges-Lehmann estimate: the median of the differences. @throws RangeError as they do */
export function hodgesLehmannShift(before: readonly number[], after: readonly number[]): number {
  return median(pairwiseDifferences(before, after));
}

/**
 * The rank-sum interval for the shift from `before` to `after`: the C-th smallest and C-th largest difference, with the
 * largest C for which the confidence 1 − 2 · P(U ≤ C − 1) is still at least what is asked for.
 *
 * Where there are too few values for that even with C = 1, the smallest and the largest difference, with their true
 * confidence. Null when a sample has fewer than two values.
 *
 * @param confidence between 0 and 1, e.g. 0.95
 */
export function rankSumInterval(
  before: readonly number[],
  after: readonly number[],
  confidence: number,
): Interval | null {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`no confidence: ${confidence}`);
  if (before.length < 2 || after.length < 2) return null;
  const differences = pairwiseDifferences(before, after);
  const atMost = cumulative(before.length, after.length);
  let c = 1;
  while (1 - 2 * atMost(c) >= confidence) c++;
  return {
    low: differences[c - 1]!,
    high: differences[differences.length - c]!,
    confidence: 1 - 2 * atMost(c - 1),
  };
}

/**
 * The two-sided p-value of the hypothesis that both samples are of one distribution: twice the smaller tail, at most 1.
 * Equal values share the mean of their ranks, and the distribution is the one over all ways to deal these very ranks
 * out. 1 when a sample is empty.
 */
export function rankSumPValue(before: readonly number[], after: readonly number[]): number {
  const all = [...before, ...after];
  const ranks = midranks(all);
  const sum = ranks.slice(before.length).reduce((total, rank) => total + rank, 0);
  const u = sum - (after.length * (after.length + 1)) / 2;
  const tied = new Set(all).size < all.length;
  if (tied && isExact(before.length, after.length)) return tiedPValue(ranks, after.length, sum);
  const pairs = before.length * after.length;
  const smaller = Math.min(u, pairs - u);
  const atMost = cumulative(before.length, after.length, tied ? ranks : []);
  return Math.min(1, 2 * atMost(smaller));
}

/**
 * The smallest p-value that samples of these sizes can have: when every value of one lies beyond every value of the
 * other. It is 2 over the number of ways to choose.
 */
export function smallestPValue(before: number, after: number): number {
  let probability = 1;
  for (let i = 1; i <= before; i++) probability *= i / (after + i);
  return Math.min(1, 2 * probability);
}

function isExact(n: number, m: number): boolean {
  return Math.max(n, m) <= EXACT_UP_TO;
}

/** Ranks that are tied may have halves: doubled they are whole. */
function tiedPValue(ranks: readonly number[], taken: number, sum: number): number {
  const probability = choiceProbabilities(
    ranks.map((rank) => 2 * rank),
    taken,
  );
  const total = (from: number, to: number) => probability.slice(from, to).reduce((all, p) => all + p, 0);
  return Math.min(1, 2 * Math.min(total(0, 2 * sum + 1), total(2 * sum, probability.length)));
}

/** A comparison asks for the same few sizes again and again. */
const exactDistributions = new Map<string, Float64Array>();

/**
 * P(U ≤ u) for samples of n and m values.
 *
 * @param tiedRanks of all values where some are equal; only the approximation knows what to do with them
 */
function cumulative(n: number, m: number, tiedRanks: readonly number[] = []): (u: number) => number {
  if (!isExact(n, m)) return approximation(n, m, tiedRanks);
  const key = `${n} ${m}`;
  const known = exactDistributions.get(key) ?? exactDistribution(n, m);
  exactDistributions.set(key, known);
  return (u) => known[u]!;
}

function exactDistribution(n: number, m: number): Float64Array {
  const ranks = Array.from({ length: n + m }, (_, i) => i + 1);
  // The smallest sum that n ranks can have belongs to U = 0.
  const sums = choiceProbabilities(ranks, n).slice((n * (n + 1)) / 2);
  let below = 0;
  return sums.map((probability) => {
    below += probability;
    return below;
  });
}

/** With a correction for continuity and, of Lehmann (1975), section 1.4, for ties. */
function approximation(n: number, m: number, tiedRanks: readonly number[]): (u: number) => number {
  const all = n + m;
  const counts = new Map<number, number>();
  for (const rank of tiedRanks) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  const ties = [...counts.values()].reduce((sum, count) => sum + count ** 3 - count, 0);
  const deviation = Math.sqrt(((n * m) / 12) * (all + 1 - ties / (all * (all - 1))));
  return (u) => (deviation === 0 ? 1 : normalBelow((u + 0.5 - (n * m) / 2) / deviation));
}

/**
 * Probabilities of each sum that `taken` of the weights (positive integers) can have, every choice alike; index is the
 * sum. One weight after the other is taken with the probability that a choice which has yet to take so many takes it.
 */
function choiceProbabilities(weights: readonly number[], taken: number): Float64Array {
  const most = [...weights].sort((a, b) => b - a).slice(0, taken);
  const size = most.reduce((sum, weight) => sum + weight, 0) + 1;
  const having = Array.from({ length: taken + 1 }, () => new Float64Array(size));
  having[0]![0] = 1;
  // Downwards, so that what has taken this weight doesn't take it again.
  for (const [i, weight] of weights.entries())
    for (let count = Math.min(i, taken); count >= 0; count--) {
      const probability = (taken - count) / (weights.length - i);
      const [from, to] = [having[count]!, having[count + 1]];
      for (let sum = 0; to && sum < size - weight; sum++) to[sum + weight]! += from[sum]! * probability;
      for (let sum = 0; sum < size; sum++) from[sum]! *= 1 - probability;
    }
  return having[taken]!;
}

/**
 * P(Z ≤ z) of the standard normal distribution: the series 26.2.11 and, for the tails, the continued fraction 26.2.14 of
 * Abramowitz and Stegun, Handbook of Mathematical Functions (1964).
 */
function normalBelow(z: number): number {
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  if (Math.abs(z) > 3) {
    let fraction = Math.abs(z);
    for (let k = 60; k >= 1; k--) fraction = Math.abs(z) + k / fraction;
    return z < 0 ? density / fraction : 1 - density / fraction;
  }
  let term = z;
  let series = z;
  for (let odd = 3; Math.abs(term) > 1e-17; odd += 2) {
    term *= (z * z) / odd;
    series += term;
  }
  return 0.5 + density * series;
}
