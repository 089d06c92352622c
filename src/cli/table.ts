import { borderless } from '../report/text/borderless.ts';
import { type Table, tableOf, wordColumn } from '../report/text/document.ts';
import { displayWidth, singleLine, visible, wrap } from '../report/text/width.ts';
import { terminalOf } from './print.ts';

/** The last column is never narrower, even where lines run over the edge. */
const NARROWEST = 24;

/** A plain table for lists. The last column, of reasons and remarks, is wrapped so that the table fits. */
export function makeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(singleLine));
  const last = head.length - 1;
  const taken = head
    .slice(0, last)
    .map((_, column) => 2 + Math.max(...[head, ...lines].map((row) => displayWidth(row[column] ?? ''))))
    .reduce((sum, width) => sum + width, 0);
  const room = Math.max(NARROWEST, terminalOf(undefined).width - taken);
  const fitted = rows.map((row, i) => [
    ...lines[i]!.slice(0, last),
    wrap(visible(row[last] ?? ''), room).join('\n'),
  ]);
  return borderless({ head, rows: fitted });
}

/** A table of facts that are words or lists of words; its last column may be wrapped. */
export function listTable<Row extends Readonly<Record<string, string | readonly string[]>>>(
  rows: readonly Row[],
  heads: Readonly<Record<string, keyof Row>>,
): Table {
  const columns = Object.entries(heads).map(([head, fact]) =>
    wordColumn<Row>(head, (row) => [row[fact] ?? ''].flat().join(', ')),
  );
  return tableOf([...columns.slice(0, -1), { ...columns.at(-1)!, prose: true }], rows);
}
