/** Published beside measured, for people. */
import { type Block, type ColumnOf, cell, heading, paragraph, type Table, tableOf } from './document.ts';
import { grouped, ratio } from './numbers.ts';
import type { PublishedRow, PublishedSizeRow, PublishedTable } from './published.ts';

export function composePublished(tables: readonly PublishedTable[]): Block[] {
  if (tables.length === 0) return [];
  return [
    heading(2, 'Published and measured'),
    paragraph('The page was measured on another machine: only ratios and ranks can be compared.', 'dim'),
    ...tables.flatMap(composeTable),
  ];
}

function composeTable(table: PublishedTable): Block[] {
  const blocks: Block[] = [heading(3, `${table.title} (${table.dataset}/${table.size}, ${table.task})`)];
  if (table.rows.length > 0)
    blocks.push(paragraph(`Ratio: time relative to ${table.baseline}.`, 'dim'), ratioTable(table.rows));
  if (table.sizes.length > 0) blocks.push(...sizeBlocks(table.sizes));
  return blocks;
}

/** The last column, where any row has something to say. */
function explanationColumn<Row extends { readonly explanation: string }>(
  head: string,
  rows: readonly Row[],
): ColumnOf<Row>[] {
  if (rows.every(({ explanation }) => explanation === '')) return [];
  return [{ head, align: 'left', spare: 0, prose: true, cell: ({ explanation }) => cell(explanation) }];
}

/** A ratio without an interval of its own. */
function plainRatio(estimate: number): string {
  return ratio({ estimate, low: null, high: null, confidence: null });
}

function ratioTable(rows: readonly PublishedRow[]): Table {
  const right = { align: 'point', spare: 0 } as const;
  const columns: ColumnOf<PublishedRow>[] = [
    { head: 'published as', align: 'left', spare: 1, cell: (row) => cell(row.label) },
    { head: 'here', align: 'left', spare: 0, cell: (row) => cell(row.name) },
    { head: 'published', ...right, cell: (row) => cell(plainRatio(row.published.ratio)) },
    { head: '#', align: 'left', spare: 0, cell: (row) => cell(`${row.published.rank}`) },
    {
      head: 'measured',
      ...right,
      cell: ({ measured }) => (measured ? cell(plainRatio(measured.ratio), 'strong') : cell('—', 'dim')),
    },
    {
      head: '#',
      align: 'left',
      spare: 0,
      cell: ({ measured }) => cell(measured ? `${measured.rank}${measured.tied ? '=' : ''}` : ''),
    },
    ...explanationColumn('why', rows),
  ];
  return tableOf(columns, rows);
}

/** What is to be said of every row alike is said once, below. */
function sizeBlocks(rows: readonly PublishedSizeRow[]): Block[] {
  const [common = '', ...others] = new Set(rows.map(({ explanation }) => explanation));
  if (others.length > 0 || common === '') return [sizeTable(rows)];
  const silent = rows.map((row) => ({ ...row, explanation: '' }));
  return [sizeTable(silent), paragraph(`Every published row: ${common}.`)];
}

function sizeTable(rows: readonly PublishedSizeRow[]): Table {
  const size = (
    head: string,
    value: (row: PublishedSizeRow) => number | null,
  ): ColumnOf<PublishedSizeRow> => ({
    head,
    align: 'right',
    spare: 0,
    cell: (row) => {
      const bytes = value(row);
      return bytes === null ? cell('—', 'dim') : cell(grouped(bytes));
    },
  });
  const columns: ColumnOf<PublishedSizeRow>[] = [
    { head: 'published as', align: 'left', spare: 1, cell: (row) => cell(row.label) },
    { head: 'here', align: 'left', spare: 0, cell: (row) => cell(row.name) },
    size('bytes then', ({ bytes }) => bytes),
    size('now', ({ measured }) => measured?.raw ?? null),
    size('gzip then', ({ gzip }) => gzip),
    size('now', ({ measured }) => measured?.gzip ?? null),
    ...explanationColumn('note', rows),
  ];
  return tableOf(columns, rows);
}
