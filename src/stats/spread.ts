import { combinedError, type StandardError } from './centre.ts';
import { standardDeviation } from './samples.ts';

/** Minimum number of rows for estimating the variance of each row, instead of only the variance of each difference. */
const POOLED_FROM = 5;

/**
 * Weight of the table's mean variance in a row's variance. The row's own variance has the weight rounds − 1. With a weight of 4,
 * tables with a noisy row get false findings.
 */
const SHARED_DEGREES = 1;

/**
 * Returns a function that gives the standard error of the mean of two rows' `logs`; null if they share fewer than two rounds. If
 * at least five rows share rounds, the variance of each is estimated from its differences to all others (Grubbs, JASA 43, 1948)
 * and pulled a little towards the mean variance (Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004),
 * because one pair has few rounds. For other rows, the error comes from the pair's rounds alone.
 * @param logs ln(time of a / time of b) for each common round; called with a < b
 */
export function tableErrors(size: number, logs: (a: number, b: number) => readonly number[]) {
  const pairs = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size }, (_, b) => (a < b ? spreadOf(logs(a, b)) : null)),
  );
  const spread = (a: number, b: number): Spread | null => pairs[Math.min(a, b)]![Math.max(a, b)]!;
  const rows = launchVariances(comparable(size, spread), spread);
  return (a: number, b: number): StandardError | null => {
    const own = spread(a, b);
    if (own === null) return null;
    const [first, second] = [rows?.get(a), rows?.get(b)];
    if (!first || !second) return { error: Math.sqrt(own.variance / own.rounds), degrees: own.rounds - 1 };
    const launches = [first, second].map(({ variance, degrees }) => {
      return { error: Math.sqrt(variance / own.rounds), degrees };
    });
    return combinedError(launches);
  };
}

interface Spread {
  readonly variance: number;
  readonly rounds: number;
}

function spreadOf(logs: readonly number[]): Spread | null {
  const deviation = standardDeviation(logs);
  return deviation === null ? null : { variance: deviation ** 2, rounds: logs.length };
}

/**
 * Removes rows, one at a time, until every two rows share at least two rounds. Each step removes the row with the largest number
 * of others with which it shares too few rounds.
 */
function comparable(size: number, spread: (a: number, b: number) => Spread | null): number[] {
  let rows = Array.from({ length: size }, (_, row) => row);
  for (;;) {
    const lacking = rows.map((a) => rows.filter((b) => a !== b && spread(a, b) === null).length);
    const most = Math.max(0, ...lacking);
    if (most === 0) return rows;
    const worst = rows[lacking.indexOf(most)];
    rows = rows.filter((row) => row !== worst);
  }
}

function launchVariances(rows: readonly number[], spread: (a: number, b: number) => Spread | null) {
  if (rows.length < POOLED_FROM) return null;
  const partners = rows.map((a) => rows.flatMap((b) => (a === b ? [] : [spread(a, b)!])));
  const sums = partners.map((own) => own.reduce((sum, { variance }) => sum + variance, 0));
  // Sum of the variances of all rows: `sums` contains each pair twice, and each row is in n − 1 pairs.
  const all = sums.reduce((sum, one) => sum + one, 0) / 2 / (rows.length - 1);
  const shared = all / rows.length;
  return new Map(
    rows.map((row, i) => {
      const own = Math.max(0, (sums[i]! - all) / (rows.length - 2));
      const degrees = Math.max(...partners[i]!.map(({ rounds }) => rounds)) - 1;
      const variance = (SHARED_DEGREES * shared + degrees * own) / (SHARED_DEGREES + degrees);
      return [row, { variance, degrees: SHARED_DEGREES + degrees }];
    }),
  );
}
