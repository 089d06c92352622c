/** Rows as CSV (RFC 4180, with line feeds). Text that a spreadsheet would run as a formula gets an apostrophe in front. */
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

export function csvLines(lines: readonly (readonly (Datum | bigint | null)[])[]): string {
  return stringify(lines as Datum[][], { cast: { boolean: String, string: escaped }, escape_formulas: true });
}
