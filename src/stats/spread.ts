/**
 * How far the comparisons of one table scatter, found from all its rows together: two or three launches of a row alone
 * say next to nothing about it.
 */
import { combinedError, type StandardError } from './centre.ts';
import { standardDeviation } from './samples.ts';

/** With fewer rows there is too little to tell whose launches a difference's spread comes from. */
const POOLED_FROM = 5;

/**
 * What the mean of the table weighs in each row's variance, in degrees of freedom: as much as one more launch. With 0 a
 * row may by chance seem not to scatter at all, with 4 a table with one restless row claims too much (docs/evidence/rates.md).
 */
const SHARED_DEGREES = 1;

/** The error of the comparison of two rows, by their positions; null where they have fewer than two rounds in common. */
type TableErrors = (a: number, b: number) => StandardError | null;

/**
 * Errors of all comparisons of a table. A difference of two rows scatters by the launches of both: its variance is the
 * sum of the rows' own, and a row's own follows from its differences to all others (Grubbs, Journal of the American
 * Statistical Association 43, 1948). Each row's is drawn a little towards the mean of all, as limma does for genes
 * (Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004). In a table of fewer than five rows each
 * comparison has the error of its own rounds.
 *
 * @param size rows of the table
 * @param logs logarithms of a row's time over another's, one for each round that both have; asked for with a < b
 */
export function tableErrors(size: number, logs: (a: number, b: number) => readonly number[]): TableErrors {
  const pairs = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size }, (_, b) => (a < b ? spreadOf(logs(a, b)) : null)),
  );
  const spread = (a: number, b: number): Spread | null => pairs[Math.min(a, b)]![Math.max(a, b)]!;
  const rows = launchVariances(comparable(size, spread), spread);
  return (a, b) => {
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

/** Rows that all have rounds in common: the row with the fewest partners goes first. */
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

/** The variance of each row's launches; null for too few rows. */
function launchVariances(rows: readonly number[], spread: (a: number, b: number) => Spread | null) {
  if (rows.length < POOLED_FROM) return null;
  const partners = rows.map((a) => rows.flatMap((b) => (a === b ? [] : [spread(a, b)!])));
  const sums = partners.map((own) => own.reduce((sum, { variance }) => sum + variance, 0));
  // Each pair is in the sums twice, and has the variances of two rows.
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
