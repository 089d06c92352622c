import { type Table, tableOf, wordColumn } from '../report/text/document.ts';

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
