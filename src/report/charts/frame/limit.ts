/** Charts of hundreds of rows show the first of them, and say so. */

/**
 * The first `most` rows; `keep` stays though it came later, in the place of the last.
 *
 * @param what the others are, in the note: `slower rows`
 */
export function limited<T>(
  rows: readonly T[],
  most: number,
  what: string,
  keep: (row: T) => boolean = () => false,
): { readonly shown: readonly T[]; readonly notes: readonly string[] } {
  if (rows.length <= most) return { shown: rows, notes: [] };
  const kept = rows.slice(most).find(keep);
  const shown = kept === undefined ? rows.slice(0, most) : [...rows.slice(0, most - 1), kept];
  return { shown, notes: [`${rows.length - most} more ${what} are not shown.`] };
}
