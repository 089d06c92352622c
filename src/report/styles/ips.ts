import type { AnalyzedCase } from '../../analysis/analyze.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { runtimeName } from '../../define/names.ts';
import { LIKELY_MARK } from '../numbers.ts';
import { markedName } from '../tables/columns.ts';
import type { Block } from '../text/document.ts';
import { displayWidth } from '../text/width.ts';
import { allocatedFinding, allocationNotes, allocationsOf } from './allocation.ts';

/** Minimum widths of names and rates, in characters, as in the output of benchmark-ips. */
const NARROWEST_NAME = 20;
const NARROWEST_RATE = 10;

export function ipsStyle(view: AnalyzedCase) {
  const counted = allocationsOf(view);
  const bytes = (row: RankedRow) => counted.get(row)!.bytes;
  const ns = ({ nsPerOp }: RankedRow) => nsPerOp.estimate;
  const fastest = [...view.ranked].sort((a, b) => ns(a) - ns(b));
  const variants = [...new Set(fastest.map(({ variant }) => variant))];
  const leanest = [...counted.keys()].sort((a, b) => bytes(a) - bytes(b));
  return {
    blocks: [
      ...comparisons('i/s', variants, fastest, (row) => (1e9 / ns(row)).toFixed(1), speedText),
      ...comparisons('allocated', variants, leanest, (row) => bytes(row).toFixed(0), allocatedFinding),
    ],
    notes: [
      'Comparison: i/s are the times of the ranking as rates, and each x divides two of them.',
      ...allocationNotes(view),
    ],
  };
}

/** Writes a comparison like benchmark-ips. "Within error" means that a difference is neither established nor likely. */
function speedText(row: RankedRow, fastest: RankedRow): string {
  const mark = row.beatenBy.includes(fastest.name) ? '' : LIKELY_MARK;
  if (mark !== '' && !row.probablyBeatenBy.includes(fastest.name))
    return 'same-ish: difference falls within error';
  return `${mark}${(row.nsPerOp.estimate / fastest.nsPerOp.estimate).toFixed(2)}x  slower`;
}

/** @param rows best first */
function comparisons(
  unit: string,
  variants: readonly (string | null)[],
  rows: readonly RankedRow[],
  figure: (row: RankedRow) => string,
  against: (row: RankedRow, first: RankedRow) => string,
): Block[] {
  return variants.flatMap((variant): Block[] => {
    const own = rows.filter((row) => row.variant === variant);
    if (own.length === 0) return [];
    const widest = Math.max(NARROWEST_NAME, ...own.map((row) => displayWidth(markedName(row))));
    const rate = Math.max(NARROWEST_RATE, ...own.map((row) => figure(row).length));
    const lines = own.map((row, i) => {
      const padded = `${' '.repeat(widest - displayWidth(markedName(row)))}${markedName(row)}`;
      return `${padded}: ${figure(row).padStart(rate)} ${unit}${i === 0 ? '' : ` - ${against(row, own[0]!)}`}`;
    });
    const ways = [...new Set(own.map(runtimeName))].join(', ');
    const head = variants.length > 1 ? `Comparison (${unit}), ${ways}:` : 'Comparison:';
    return [{ kind: 'verbatim', lines: [head, ...lines] }];
  });
}
