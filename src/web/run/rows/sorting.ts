/** The order of a table's rows by the values of its columns. */
import { placesOf } from '../../../report/view/choice.ts';
import { resultColumn } from '../../../report/view/columns.ts';
import type { RankedRow } from '../../../report/view/rows.ts';
import type { CaseView } from '../../../report/view/view.ts';
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
  const column = sort && resultColumn(sort.column);
  return column ? placesOf(rows, one, { column, descending: sort.descending }) : [...rows.keys()];
}
