/** Columns that the tables of several styles have. */
import { type ColumnOf, cell } from '../text/document.ts';
import type { RankedRow } from '../view/rows.ts';
import { markedName } from './ranking.ts';

export const serializerColumn: ColumnOf<RankedRow> = {
  head: 'serializer',
  align: 'left',
  spare: 0,
  cell: (row) => cell(markedName(row)),
};

/** A column of numbers. */
export function figureColumn(head: string, text: (row: RankedRow) => string, spare = 0): ColumnOf<RankedRow> {
  return { head, align: 'right', spare, cell: (row) => cell(text(row)) };
}
