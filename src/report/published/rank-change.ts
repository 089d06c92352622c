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

/** Absolute logarithm of measured over published ratio. */
export function ratioChange({ published, measured }: Places): number {
  return measured === null ? 0 : Math.abs(Math.log(measured.ratio / published.ratio));
}

/** Whether the ratio changed by a factor of 1.25 or more. Reports don't mention smaller changes. */
export function hasOtherRatio(row: Places): boolean {
  return ratioChange(row) >= Math.log(1.25);
}
