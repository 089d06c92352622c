/** Compares measured with published ranks and ratios. Pages run this code in browsers. */
import type { PublishedRow } from './published.ts';

type Places = Pick<PublishedRow, 'published' | 'measured'>;

/** Change of rank; `unclear` if the measured range includes the published rank; null for a row that isn't compared. */
export function rankChange({ published: { common }, measured }: Places) {
  if (measured === null || common === null) return null;
  if (measured.rankLast < common) return 'better';
  if (measured.rank > common) return 'worse';
  return measured.rankLast > measured.rank ? 'unclear' : 'same';
}

export function hasOtherRank(row: Places): boolean {
  return ['better', 'worse'].includes(rankChange(row) ?? '');
}

/** Returns whether the ratio changed enough to be mentioned: by a factor of 1.25. */
export function hasOtherRatio({ published, measured }: Places): boolean {
  const change = measured === null ? 1 : measured.ratio / published.ratio;
  return Math.max(change, 1 / change) >= 1.25;
}
