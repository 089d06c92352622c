/** Tables that a suite's style adds to the ranking, in the manner of the page that the suite follows. */
import type { TableStyle } from '../define/types.ts';
import { type Block, type ColumnOf, cell, heading, paragraph, tableOf } from './document.ts';
import { grouped, threeDigits } from './numbers.ts';
import { markedName } from './ranking-table.ts';
import type { RankedRow } from './rows.ts';
import type { CaseView } from './view.ts';

const STYLES: Record<TableStyle, (view: CaseView) => Block[]> = {
  default: () => [],
  playground: (view) => [...batchTable(view), ...compressionTable(view)],
  jmh: throughputTable,
};

/** What the style adds to one case; nothing where no row is ranked. */
export function styleTables(style: TableStyle, view: CaseView): Block[] {
  return view.ranked.length === 0 ? [] : STYLES[style](view);
}

const serializer: ColumnOf<RankedRow> = {
  head: 'serializer',
  align: 'left',
  spare: 0,
  cell: (row) => cell(markedName(row)),
};

function figure(head: string, text: (row: RankedRow) => string, spare = 0): ColumnOf<RankedRow> {
  return { head, align: 'right', spare, cell: (row) => cell(text(row)) };
}

function batchTable({ ranked, batch }: CaseView): Block[] {
  const fastest = Math.min(...ranked.map((row) => row.batch.minimum));
  const ms = (value: number) => grouped(value, threeDigits(fastest));
  const what = batch === 1 ? 'a document' : `a batch of ${grouped(batch)} documents`;
  const several = Math.max(...ranked.map((row) => row.batch.batchesPerSlice));
  const blocks: Block[] = [
    heading(3, `Time of ${what} in ms, and how far it spreads around the average`),
    tableOf(
      [
        serializer,
        figure('average', (row) => ms(row.batch.average)),
        figure('minimum', (row) => ms(row.batch.minimum)),
        figure('maximum', (row) => ms(row.batch.maximum)),
        figure('below', (row) => `−${grouped(row.batch.spreadBelow, 1)} %`),
        figure('above', (row) => `+${grouped(row.batch.spreadAbove, 1)} %`),
      ],
      ranked,
    ),
  ];
  if (several > 1)
    blocks.push(
      paragraph(
        `Minimum and maximum are of timed slices, divided by the up to ${grouped(several)} ${batch === 1 ? 'documents' : 'batches'} in one.`,
      ),
    );
  return blocks;
}

function compressionTable({ ranked }: CaseView): Block[] {
  const rows = ranked.flatMap((row) => (row.sizes ? [{ row, sizes: row.sizes }] : []));
  if (rows.length === 0) return [];
  type Sized = (typeof rows)[number];
  const size = (head: string, key: keyof Sized['sizes']): ColumnOf<Sized> => ({
    head,
    align: 'right',
    spare: 0,
    cell: ({ sizes }) => cell(grouped(sizes[key])),
  });
  const times = (key: keyof Sized['sizes'], spare: number): ColumnOf<Sized> => ({
    head: 'ratio',
    align: 'right',
    spare,
    cell: ({ sizes }) => cell(grouped(sizes.raw / sizes[key], 2)),
  });
  return [
    heading(3, 'Compression: mean bytes of a document, and how many times smaller'),
    tableOf<Sized>(
      [
        { ...serializer, cell: ({ row }) => cell(markedName(row)) },
        size('bytes', 'raw'),
        size('gzip', 'gzip'),
        times('gzip', 1),
        size('zstd', 'zstd'),
        times('zstd', 2),
        size('brotli', 'brotli'),
        times('brotli', 3),
      ],
      rows,
    ),
  ];
}

function throughputTable({ ranked }: CaseView): Block[] {
  const slowest = Math.min(...ranked.map(({ throughput }) => throughput.score));
  const rate = (value: number) => grouped(value, slowest >= 1000 ? 0 : 3);
  const error = ({ throughput }: RankedRow) =>
    throughput.error === null ? 'n/a' : `± ${rate(throughput.error)}`;
  const left = { align: 'left', spare: 1 } as const;
  return [
    heading(3, 'Throughput'),
    tableOf<RankedRow>(
      [
        { ...serializer, head: 'benchmark' },
        { head: 'mode', ...left, cell: () => cell('thrpt') },
        figure('count', ({ throughput }) => `${throughput.rounds}`),
        figure('score', ({ throughput }) => rate(throughput.score)),
        figure('error (99.9 %)', error),
        { head: 'units', ...left, spare: 0, cell: () => cell('ops/s') },
      ],
      [...ranked].sort((a, b) => b.throughput.score - a.throughput.score),
    ),
    paragraph(
      'The count is of rounds: each is a fresh process, and slices of one process are not independent.',
    ),
  ];
}
