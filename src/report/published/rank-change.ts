import type { PublishedRow } from './published.ts';

type Places = Pick<PublishedRow, 'published' | 'measured'>;

/**
 * Change from the published to the measured rank; `unclear` if the measured rank is a range that includes the published one; null
 * if the row wasn't measured.
 */
export function rankChange({ published: { common }, measured }: Places) {
  if (measured === null || common === null) return null;
  if (measured.rankLast < common) return 'better';
  if (measured.rank > common) return 'worse';
  return measured.rankLast > measured.rank ? 'unclear' : 'same';
}

export function hasOtherRank(row: Places): boolean {
  return ['better', 'worse'].includes(rankChange(row) ?? '');
}

export function hasOtherRatio({ published, measured }: Places): boolean {
  const change = measured === null ? 1 : measured.ratio / published.ratio;
  return Math.max(change, 1 / change) >= 1.25;
}
