/** As the performance-playground page: average, extremes and spread of a batch, then sizes and compression. */
import type { Sizes } from '../../store/record.ts';
import { type Block, figureColumn, heading, numberColumn, tableOf } from '../text/document.ts';
import { grouped, threeDigits } from '../text/numbers.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView } from '../view/view.ts';
import { named } from './column.ts';

export function playgroundStyle(view: CaseView) {
  return { blocks: [...batchTable(view), ...compressionTable(view)], notes: sliceNote(view) };
}

function batchTable(view: CaseView): Block[] {
  const { ranked, batch } = view;
  const inMs = (ns: number) => ns * batch * 1e-6;
  const decimals = threeDigits(Math.min(...ranked.map((row) => inMs(row.nsPerOp.minimum))));
  const ms = (head: string, key: 'mean' | 'minimum' | 'maximum') =>
    figureColumn<RankedRow>(head, ({ nsPerOp }) => grouped(inMs(nsPerOp[key]), decimals));
  const what = batch === 1 ? 'a document' : `a batch of ${grouped(batch)} documents`;
  const single = batchesPerSlice(view) <= 1;
  const spread = single ? [ms('minimum', 'minimum'), ms('maximum', 'maximum'), ...SPREAD] : [];
  return [
    heading(3, `Time of ${what} in ms${single ? ', and how far it spreads around the average' : ''}`),
    tableOf<RankedRow>([named('serializer'), ms('average', 'mean'), ...spread], ranked),
  ];
}

/** In percent of the average. */
const SPREAD = [
  figureColumn<RankedRow>(
    'below',
    ({ nsPerOp }) => `−${share(nsPerOp.mean - nsPerOp.minimum, nsPerOp.mean)}`,
  ),
  figureColumn<RankedRow>(
    'above',
    ({ nsPerOp }) => `+${share(nsPerOp.maximum - nsPerOp.mean, nsPerOp.mean)}`,
  ),
];

function share(part: number, whole: number): string {
  return `${grouped((100 * part) / whole, 1)} %`;
}

/** In the longest slice of any row: above 1, its extremes are those of means of so many batches. */
function batchesPerSlice({ ranked, batch }: CaseView): number {
  return Math.max(...ranked.map(({ longestSlice }) => longestSlice / batch));
}

function sliceNote(view: CaseView): string[] {
  const several = batchesPerSlice(view);
  const what = view.batch === 1 ? 'documents' : 'batches';
  return several <= 1
    ? []
    : [`Minimum and maximum are left out: a slice is a mean of up to ${grouped(several)} ${what}.`];
}

function compressionTable({ ranked }: CaseView): Block[] {
  const rows = ranked.filter(({ sizes }) => sizes !== null);
  if (rows.length === 0) return [];
  const size = (head: string, key: keyof Sizes) =>
    numberColumn<RankedRow>(head, ({ sizes }) => sizes?.[key], grouped);
  const times = (key: keyof Sizes, spare: number) =>
    figureColumn<RankedRow>('ratio', ({ sizes }) => (sizes ? grouped(sizes.raw / sizes[key], 2) : ''), spare);
  return [
    heading(3, 'Compression: mean bytes of a document, and how many times smaller'),
    tableOf(
      [
        named('serializer'),
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
