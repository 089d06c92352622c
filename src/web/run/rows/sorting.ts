/** The order of a table's rows by the values of its columns. */

import { resultColumn } from '../../../report/view/columns.ts';
import { flatRow } from '../../../report/view/flat.ts';
import type { RankedRow } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
import type { Datum } from '../../../store/columns.ts';
import type { PageState } from '../state.ts';

/** Whether a column shows the values of one of the flat rows', by which rows can be sorted. */
export function isSortable(id: string | undefined): id is string {
  return id !== undefined && resultColumn(id) !== undefined;
}

/**
 * Where each row goes, as indices.
 *
 * @param rows of the case, by rank: they stay so without a column that rows can be sorted by
 */
export function sortOrder(rows: readonly RankedRow[], one: CaseView, sort: PageState['sort']): number[] {
  const places = [...rows.keys()];
  const column = sort && resultColumn(sort.column);
  if (!column) return places;
  const values = rows.map((row) => column.of(flatRow(row, one)));
  const direction = sort.descending ? -1 : 1;
  return places.sort((a, b) => compareValues(values[a]!, values[b]!, direction));
}

/** Blanks come last in either direction. */
function compareValues(a: Datum, b: Datum, direction: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return direction * (a - b);
  return direction * String(a).localeCompare(String(b), 'en');
}
