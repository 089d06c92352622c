/** Ranks and ratios of this run compared with published ones. Pages of runs use it, too. */
import type { PublishedRow } from './published.ts';

type Places = Pick<PublishedRow, 'published' | 'measured'>;

/** How the rank changed; `unclear` where the range includes the published one. Null for a row that isn't compared. */
export function rankChange({ published: { common }, measured }: Places) {
  if (measured === null || common === null) return null;
  if (measured.rankLast < common) return 'better';
  if (measured.rank > common) return 'worse';
  return measured.rankLast > measured.rank ? 'unclear' : 'same';
}

/** Whether the rank changed for sure: the range excludes the published one. */
export function hasOtherPlace(row: Places): boolean {
  return ['better', 'worse'].includes(rankChange(row) ?? '');
}

/** Smallest change of a ratio that is mentioned: a quarter. */
export const WORTH_A_WORD = Math.log(1.25);

/** Absolute logarithm of ratio over published ratio; 0 for a row that isn't compared. */
export function ratioChange({ published, measured }: Places): number {
  return measured === null ? 0 : Math.abs(Math.log(measured.ratio / published.ratio));
}

/** Version numbers: `2.6.0-rc2`. */
export const VERSION = /\b\d+(?:\.\d+)+(?:-[\w.]+)?\b/;
