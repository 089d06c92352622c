/**
 * As benchmark-ips and benchmark-memory end: a block of comparisons against the fastest, or the leanest, which stands first.
 * Variants have blocks of their own, as the page has a table for each way to run.
 */
import { runtimeName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import { markedName } from '../tables/columns.ts';
import type { Block } from '../text/document.ts';
import { LIKELY_MARK } from '../text/said.ts';
import { displayWidth } from '../text/width.ts';
import { allocationNotes, allocationsOf } from '../view/allocation.ts';
import type { RankedRow } from '../view/rows.ts';
import type { CaseView } from '../view/view.ts';

/** As wide as the gem prints names and rates at least. */
const NARROWEST_NAME = 20;
const NARROWEST_RATE = 10;

export function ipsStyle(view: CaseView) {
  const fastest = [...view.ranked].sort((a, b) => b.throughput.mean - a.throughput.mean);
  const speed = comparisons(fastest, ({ throughput }) => throughput.mean.toFixed(1), 'i/s', speedText);
  return {
    blocks: [...speed, ...memoryBlocks(view)],
    notes: [
      'Comparison: time against that of the fastest, block by block; ± is half of its interval. The i/s are means over rounds, so dividing them may give slightly different ratios.',
      ...allocationNotes(view),
    ],
  };
}

/** The gem's words. Here, a difference falls within error that is neither established nor likely. */
function speedText(row: RankedRow, fastest: RankedRow): string {
  const ratio = row.ratio.estimate / fastest.ratio.estimate;
  const [own, other] = [row.halfWidth, fastest.halfWidth];
  // Of independent errors; null where rounds are too few to tell.
  const half = own === null || other === null ? null : Math.hypot(own, other);
  const beaten = row.beatenBy.includes(fastest.name);
  const slower = beaten || row.probablyBeatenBy.includes(fastest.name);
  if (!slower) return 'same-ish: difference falls within error';
  const mark = beaten && !row.disturbed ? '' : LIKELY_MARK;
  const error = half === null ? '' : `  (± ${(ratio * Math.sinh(half)).toFixed(2)})`;
  return `${mark}${ratio.toFixed(2)}x${error} slower`;
}

function memoryBlocks(view: CaseView): Block[] {
  const counted = allocationsOf(view);
  const bytes = (row: RankedRow) => counted.get(row)!.bytes;
  const leanest = [...counted.keys()].sort((a, b) => bytes(a) - bytes(b));
  return comparisons(
    leanest,
    (row) => bytes(row).toFixed(0),
    'allocated',
    (row, first) =>
      bytes(row) === bytes(first) ? 'same' : `${(bytes(row) / bytes(first)).toFixed(2)}x more`,
  );
}

/** @param rows best first */
function comparisons(
  rows: readonly RankedRow[],
  figure: (row: RankedRow) => string,
  unit: string,
  against: (row: RankedRow, first: RankedRow) => string,
): Block[] {
  const variants = groupBy(rows, ({ variant }) => variant);
  return [...variants.values()].map((own) => {
    const ways = [...new Set(own.map(runtimeName))].join(', ');
    const told = own.map((row) => ({ row, name: markedName(row), figure: figure(row) }));
    const widest = Math.max(NARROWEST_NAME, ...told.map(({ name }) => displayWidth(name)));
    const rate = Math.max(NARROWEST_RATE, ...told.map(({ figure }) => figure.length));
    const lines = told.map(({ row, name, figure }, i) => {
      const padded = `${' '.repeat(widest - displayWidth(name))}${name}`;
      return `${padded}: ${figure.padStart(rate)} ${unit}${i === 0 ? '' : ` - ${against(row, own[0]!)}`}`;
    });
    const head = variants.size > 1 ? `Comparison, ${ways}:` : 'Comparison:';
    return { kind: 'verbatim', lines: [head, ...lines] };
  });
}
