/** Compares measured with published ranks and ratios. Pages run this code in browsers. */
import type { PublishedRow } from './published.ts';

type Places = Pick<PublishedRow, 'published' | 'measured'>;

/** `unclear`: the measured rank is a range that includes the published one. Null for a row that isn't compared. */
export function rankChange({ published: { common }, measured }: Places) {
  if (measured === null || common === null) return null;
  if (measured.rankLast < common) return 'better';
  if (measured.rank > common) return 'worse';
  return measured.rankLast > measured.rank ? 'unclear' : 'same';
}

export function hasOtherRank(row: Places): boolean {
  return ['better', 'worse'].includes(rankChange(row) ?? '');
}

/** Smaller changes than by a factor of 1.25 aren't mentioned. */
export function hasOtherRatio({ published, measured }: Places): boolean {
  const change = measured === null ? 1 : measured.ratio / published.ratio;
  return Math.max(change, 1 / change) >= 1.25;
}
