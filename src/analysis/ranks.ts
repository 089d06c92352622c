/** Ranks: which places a row may have among others. Runs and published tables have theirs from here. */
import type { Grade } from './finding.ts';

export interface Rank {
  /** The first place that it may have: one more than the number of rows that beat it, surely or probably. */
  readonly rank: number;
  /** The last: as many rows as it beats, surely or probably, come after it. */
  readonly rankLast: number;
  /** One of the two is only likely. */
  readonly rankLikely: boolean;
}

/**
 * The rank of a row.
 *
 * @param rows with the row itself
 * @param beats how sure it is that the first beats the second
 */
export function rankAmong<Row>(own: Row, rows: readonly Row[], beats: (a: Row, b: Row) => Grade): Rank {
  const above = rows.map((other) => beats(other, own)).filter((grade) => grade !== 'unclear');
  const below = rows.map((other) => beats(own, other)).filter((grade) => grade !== 'unclear');
  return {
    rank: 1 + above.length,
    rankLast: rows.length - below.length,
    rankLikely: [...above, ...below].includes('likely'),
  };
}

/** In the order in which tables have rows: no range begins before that of the row above. */
export function byRank(a: Rank, b: Rank): number {
  return a.rank - b.rank || a.rankLast - b.rankLast;
}
