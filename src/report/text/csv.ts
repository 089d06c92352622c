/**
 * Rows as CSV (RFC 4180, but with line feeds): one line each, one column for each figure. A text that a spreadsheet would
 * run has an apostrophe in front; numbers are never touched.
 */
import { stringify } from 'csv-stringify/sync';
import type { DataColumn, Datum } from '../../store/record/columns.ts';
import { escaped } from './width.ts';

export interface DataTable<From> {
  readonly columns: readonly Pick<DataColumn<From, Datum>, 'id' | 'of'>[];
  readonly rows: readonly From[];
}

export function renderCsv<From>({ columns, rows }: DataTable<From>): string {
  const lines = rows.map((row) => columns.map((column) => column.of(row)));
  return csvLines([columns.map(({ id }) => id), ...lines]);
}

/** Each ends in a line feed. Nulls are empty. */
export function csvLines(lines: readonly (readonly (Datum | bigint | null)[])[]): string {
  return stringify(lines as Datum[][], {
    cast: { boolean: String, string: escaped },
    escape_formulas: true,
  });
}
