/** Places of rows here beside those on a page. Pages of runs have it too, where no table is parsed. */
import { LIKELY_MARK } from '../text/said.ts';

interface Place {
  readonly rank: number;
  readonly last: number;
  /** Other programs disturbed what it comes from. */
  readonly disturbed: boolean;
}

/** Whether this run leaves no room for the place that the page gives a row. */
export function hasOtherPlace(row: {
  published: { common: number | null };
  measured: Place | null;
}): boolean {
  const { published, measured } = row;
  if (measured === null || published.common === null) return false;
  return published.common < measured.rank || published.common > measured.last;
}

/** `2`, `~2` where other programs disturbed the order, or `2–4` where this run doesn't tell which. */
export function placeText({ rank, last, disturbed }: Place): string {
  return `${disturbed ? LIKELY_MARK : ''}${last > rank ? `${rank}–${last}` : rank}`;
}

/** Numbers with points between them, and what is attached: `2.6.0-rc2`. */
export const VERSION = /\b\d+(?:\.\d+)+(?:-[\w.]+)?\b/;
