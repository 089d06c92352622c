/** A query's result as text. Nothing is lost in CSV and JSON; a table is for reading. */
import { borderless } from '../../report/text/terminal.ts';
import { visible } from '../../report/text/width.ts';
import type { QueryResult } from '../../store/query/query.ts';
import { jsonOf, type QueryValue, textOf } from '../../store/query/values.ts';
import type { SqlOptions } from './command.ts';

type Columns = QueryResult['columns'];
/** As they are read, some thousand at a time. */
type Rows = AsyncIterable<readonly (readonly QueryValue[])[]>;

/** The result in pieces, the last of them ending in a line break. CSV and JSON come as the rows are read. */
export async function* formatResult(
  { columns, rows }: Pick<QueryResult, 'columns' | 'rows'>,
  format: SqlOptions['format'],
): AsyncGenerator<string> {
  switch (format) {
    case 'csv':
      return yield* formatCsv(columns, rows());
    case 'json':
      return yield* formatJson(columns, rows());
    case 'terminal':
      return yield formatTable(columns, await all(rows()));
  }
}

async function all(pieces: Rows): Promise<(readonly QueryValue[])[]> {
  const rows: (readonly QueryValue[])[] = [];
  for await (const some of pieces) rows.push(...some);
  return rows;
}

async function* formatCsv(columns: Columns, rows: Rows): AsyncGenerator<string> {
  const { csvLines } = await import('../../report/text/csv.ts');
  const cell = (value: QueryValue) =>
    typeof value === 'number' || typeof value === 'bigint' ? value : textOf(value);
  yield csvLines([columns.map(({ name }) => name)]);
  for await (const some of rows) yield csvLines(some.map((row) => row.map(cell)));
}

async function* formatJson(columns: Columns, rows: Rows): AsyncGenerator<string> {
  const keys = columns.map(({ name }) => JSON.stringify(name));
  const object = (row: readonly QueryValue[]) =>
    `  {${row.map((value, i) => `${keys[i]}: ${jsonOf(value)}`).join(', ')}}`;
  let before = '[\n';
  for await (const some of rows) {
    yield `${before}${some.map(object).join(',\n')}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const NUMERIC = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DOUBLE|FLOAT|DECIMAL\(.*\))$/;

function formatTable(columns: Columns, rows: readonly (readonly QueryValue[])[]): string {
  const texts = columns.map((_, i) => columnTexts(rows.map((row) => row[i]!)));
  const table = borderless({
    head: columns.map(({ name }) => visible(name)),
    rows: rows.map((_, row) => texts.map((column) => column[row]!)),
    aligns: columns.map(({ type }) => (NUMERIC.test(type) ? 'right' : 'left')),
  });
  return `${table}\n`;
}

/** Fractions of a column have the same number of decimals, enough for six digits. */
function columnTexts(values: readonly QueryValue[]): string[] {
  const decimals = values.reduce<number>((most, value) => Math.max(most, decimalsOf(value)), 0);
  return values.map((value) =>
    typeof value === 'number' && decimals > 0 ? value.toFixed(decimals) : visible(textOf(rounded(value))),
  );
}

/** Numbers in lists and objects have six digits. */
function rounded(value: QueryValue): QueryValue {
  if (typeof value === 'number') return Number.isInteger(value) ? value : Number(value.toPrecision(6));
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(rounded);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, rounded(one)]));
}

/** Decimals of a number rounded to six significant digits, 12 at most. */
function decimalsOf(value: QueryValue): number {
  if (typeof value !== 'number' || Number.isInteger(value)) return 0;
  const most = Math.min(12, Math.max(0, 5 - Math.floor(Math.log10(Math.abs(value)))));
  return /\.(\d*[1-9])/.exec(value.toFixed(most))?.[1]?.length ?? 0;
}
