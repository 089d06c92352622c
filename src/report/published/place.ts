/** Places of rows here beside those on a page. Pages of runs have it too, where no table is parsed. */

interface Place {
  readonly rank: number;
  readonly last: number;
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

/** `2`, or `2–4` where this run doesn't tell which. */
export function placeText({ rank, last }: Place): string {
  return last > rank ? `${rank}–${last}` : `${rank}`;
}
