import { between, CONFIDENCE, type Comparison, compare, type RoundLog } from './comparison.ts';

export interface RankedRow<Row> {
  readonly row: Row;
  /** From 1; rows that tie share it, and the next rank counts them all (1, 1, 3). */
  readonly rank: number;
  /** Against the baseline. */
  readonly comparison: Comparison;
  /** Against the row above, from the same rounds; null for the first row and where the two have no round in common. */
  readonly above: Comparison | null;
}

/**
 * Sorts rows by their estimated ratio to a common baseline, fastest first, and gives them ranks.
 *
 * A row shares the rank of the row directly above it unless the interval of *these two* excludes 1. The two are
 * compared by the differences of their logarithms in the rounds that both have; whether their intervals against the
 * baseline overlap says little, because both contain the baseline's own noise. What can't be told apart for want of
 * rounds ties as well.
 *
 * Ties are handed down the table: where A ties with B and B with C, all three share a rank even though A may be
 * distinct from C. Ranks don't claim more than that; the ratios do.
 *
 * @throws RangeError when a row has no round
 */
export function rankByRatio<Row extends { readonly rounds: readonly RoundLog[] }>(
  rows: readonly Row[],
  confidence = CONFIDENCE,
): RankedRow<Row>[] {
  const sorted = rows
    .map((row) => {
      const comparison = compare(row.rounds, confidence);
      if (comparison === null) throw new RangeError('a row without rounds has no rank');
      return { row, comparison };
    })
    .sort((a, b) => a.comparison.ratio - b.comparison.ratio);
  const ranked: RankedRow<Row>[] = [];
  for (const [i, { row, comparison }] of sorted.entries()) {
    const previous = ranked[i - 1];
    const above = previous ? compare(between(row.rounds, previous.row.rounds), confidence) : null;
    const rank = previous && !excludesOne(above) ? previous.rank : i + 1;
    ranked.push({ row, rank, comparison, above });
  }
  return ranked;
}

function excludesOne(comparison: Comparison | null): boolean {
  const interval = comparison?.interval ?? null;
  return interval !== null && (interval.low > 1 || interval.high < 1);
}
