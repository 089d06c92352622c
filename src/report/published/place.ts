/** Places of rows here beside those on a page. Pages of runs have it too, where no table is parsed. */
import type { PublishedRow } from './published.ts';

type Places = Pick<PublishedRow, 'published' | 'measured'>;

/** What this run leaves of the place that the page gives a row; null for a row that isn't compared. */
export function rankChange({ published: { common }, measured }: Places) {
  if (measured === null || common === null) return null;
  if (measured.rankLast < common) return 'better';
  if (measured.rank > common) return 'worse';
  return measured.rankLast > measured.rank ? 'unclear' : 'same';
}

/** Whether this run leaves no room for the place that the page gives a row. */
export function hasOtherPlace(row: Places): boolean {
  return ['better', 'worse'].includes(rankChange(row) ?? '');
}

/** From a quarter on, a change is worth a word. */
export const WORTH_A_WORD = Math.log(1.25);

/** How far a ratio is from the page's, either way: a logarithm, 0 for a row that isn't compared. */
export function ratioChange({ published, measured }: Places): number {
  return measured === null ? 0 : Math.abs(Math.log(measured.ratio / published.ratio));
}

/** Numbers with points between them, and what is attached: `2.6.0-rc2`. */
export const VERSION = /\b\d+(?:\.\d+)+(?:-[\w.]+)?\b/;
