import type { AnalyzedCase } from '../../analysis/analyze.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import type { Sizes } from '../../store/record/record.ts';
import { grouped, threeDigits } from '../numbers.ts';
import { markedName } from '../tables/columns.ts';
import {
  type Block,
  type ColumnOf,
  figureColumn,
  heading,
  numberColumn,
  tableOf,
  wordColumn,
} from '../text/document.ts';

export function playgroundStyle(view: AnalyzedCase) {
  const { ranked, batch } = view;
  // If a slice (one timed measurement) has several batches, only their mean time is known, not their minimum and maximum.
  const several = Math.max(...ranked.map(({ longestSlice }) => longestSlice / batch));
  const what = batch === 1 ? 'documents' : 'batches';
  const note = `Minimum and maximum are left out: a slice is a mean of up to ${grouped(several)} ${what}.`;
  return {
    blocks: [...batchTable(view, several <= 1), ...compressionTable(view)],
    notes: several <= 1 ? [] : [note],
  };
}

const NAME: ColumnOf<RankedRow> = wordColumn('serializer', markedName);

const share = (fraction: number) => `${grouped(100 * fraction, 1)} %`;

function batchTable({ ranked, batch }: AnalyzedCase, withSpread: boolean): Block[] {
  const inMs = (ns: number) => ns * batch * 1e-6;
  const decimals = threeDigits(Math.min(...ranked.map((row) => inMs(row.nsPerOp.minimum))));
  const ms = (head: string, key: 'mean' | 'minimum' | 'maximum') =>
    figureColumn<RankedRow>(head, ({ nsPerOp }) => grouped(inMs(nsPerOp[key]), decimals));
  const what = batch === 1 ? 'a document' : `a batch of ${grouped(batch)} documents`;
  const spread = [
    ms('minimum', 'minimum'),
    ms('maximum', 'maximum'),
    figureColumn<RankedRow>('below', ({ nsPerOp }) => `−${share(1 - nsPerOp.minimum / nsPerOp.mean)}`),
    figureColumn<RankedRow>('above', ({ nsPerOp }) => `+${share(nsPerOp.maximum / nsPerOp.mean - 1)}`),
  ];
  return [
    heading(3, `Time of ${what} in ms${withSpread ? ', and how far it spreads around the mean' : ''}`),
    tableOf([NAME, ms('mean of slices', 'mean'), ...(withSpread ? spread : [])], ranked),
  ];
}

function compressionTable({ ranked }: AnalyzedCase): Block[] {
  const rows = ranked.filter(({ sizes }) => sizes !== null);
  if (rows.length === 0) return [];
  const bytes = numberColumn<RankedRow>('bytes', ({ sizes }) => sizes?.raw, grouped);
  const packed = (key: keyof Sizes, spare: number) => [
    numberColumn<RankedRow>(key, ({ sizes }) => sizes?.[key], grouped),
    figureColumn<RankedRow>(
      'ratio',
      ({ sizes }) => (sizes ? grouped(sizes.raw / sizes[key]!, 2) : ''),
      spare,
    ),
  ];
  return [
    heading(3, 'Compression: mean bytes of a document, and how many times smaller'),
    tableOf([NAME, bytes, ...packed('gzip', 1), ...packed('zstd', 2), ...packed('brotli', 3)], rows),
  ];
}
