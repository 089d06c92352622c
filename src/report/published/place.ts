/** Places of rows here beside those on a page. Pages of runs have it too, where no table is parsed. */

/** Whether this run leaves no room for the place that the page gives a row. */
export function hasOtherPlace({
  published,
  measured,
}: {
  readonly published: { readonly common: number | null };
  readonly measured: { readonly rank: number; readonly last: number } | null;
}): boolean {
  if (measured === null || published.common === null) return false;
  return published.common < measured.rank || published.common > measured.last;
}
