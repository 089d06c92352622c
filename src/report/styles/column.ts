/** Styles are lists of columns over the one table: another head, another way to write the same figure. */

import { markedName } from '../tables/columns.ts';
import { type ColumnOf, figureColumn, wordColumn } from '../text/document.ts';
import { type ColumnId, resultColumn } from '../view/columns.ts';
import { ERROR_ROUNDS } from '../view/figures.ts';
import type { RankedRow } from '../view/rows.ts';

export type StyleColumn = ColumnOf<RankedRow>;

/** A column of rows' names. */
export const named = (head: string): StyleColumn => wordColumn(head, markedName);

/** The figure of a column of the data, blank where a row has none. @param spare see `Column` */
export function figure(
  head: string,
  id: ColumnId,
  text: (value: number, row: RankedRow) => string,
  spare = 0,
): StyleColumn {
  const { of } = resultColumn(id);
  const shown = (row: RankedRow) => {
    const value = of(row);
    return typeof value === 'number' ? text(value, row) : '';
  };
  return figureColumn(head, shown, spare);
}

/** Why some rows have no error of 99.9 %. */
export function errorNotes(ranked: readonly RankedRow[]): string[] {
  const few = ranked.filter(({ rounds }) => rounds < ERROR_ROUNDS).map(({ name }) => name);
  if (few.length === 0) return [];
  const which = few.length === ranked.length ? '' : ` of ${few.join(', ')}`;
  return [
    `The error${which} is blank: an interval of 99.9 % from fewer than ${ERROR_ROUNDS} rounds is wider than the figure itself.`,
  ];
}
