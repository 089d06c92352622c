import { type Report, render } from '../report/formats.ts';
import type { DataTable } from '../report/text/csv.ts';
import { type Block, type Table, tableOf, wordColumn } from '../report/text/document.ts';
import type { OutputOptions, RowFormat } from './options.ts';
import { put, terminalOf } from './print.ts';

/** Prints a document in parts: each at once at a terminal, else all at the end. */
export class Parts {
  readonly #output: OutputOptions<RowFormat>;
  readonly #blocks: Block[] = [];
  #printed = false;

  constructor(output: OutputOptions<RowFormat>) {
    this.#output = output;
  }

  async add(...blocks: readonly Block[]): Promise<void> {
    this.#blocks.push(...blocks);
    const { format, out } = this.#output;
    if (format !== 'terminal' || out !== undefined) return;
    const text = await render(reportOf(blocks, null), format, terminalOf(out));
    put(this.#printed ? `\n${text}` : text, out);
    this.#printed = true;
  }

  /** @param json all of it, for programs; @param table its rows, for a format of lines */
  async end<Row>(json: unknown, table?: DataTable<Row>): Promise<void> {
    const { format, out } = this.#output;
    if (this.#printed) return;
    put(await render(reportOf(this.#blocks, json, table), format, terminalOf(out)), out);
  }
}

function reportOf<Row>(
  blocks: readonly Block[],
  json: unknown,
  table: DataTable<Row> = { columns: [], rows: [] },
): Report<Row> {
  return { blocks: () => blocks, json: () => json, table: () => table };
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
