/** Compares ranks and ratios with a published page. Browser pages use it, too, so it must not import the parser. */
import type { PublishedRow } from './published.ts';

type Places = Pick<PublishedRow, 'published' | 'measured'>;

/** How a row's rank here differs from its published rank; null if the row isn't compared. */
export function rankChange({ published: { common }, measured }: Places) {
  if (measured === null || common === null) return null;
  if (measured.rankLast < common) return 'better';
  if (measured.rank > common) return 'worse';
  return measured.rankLast > measured.rank ? 'unclear' : 'same';
}

/** Whether a row's rank differs from its published rank. */
export function hasOtherPlace(row: Places): boolean {
  return ['better', 'worse'].includes(rankChange(row) ?? '');
}

/** Smallest change of a ratio (25 %, as a logarithm) that is mentioned. */
export const WORTH_A_WORD = Math.log(1.25);

/** Absolute logarithm of measured over published ratio; 0 if the row isn't compared. */
export function ratioChange({ published, measured }: Places): number {
  return measured === null ? 0 : Math.abs(Math.log(measured.ratio / published.ratio));
}

/** A version number such as `2.6.0-rc2`. */
export const VERSION = /\b\d+(?:\.\d+)+(?:-[\w.]+)?\b/;
