/**
 * The comparison blocks of benchmark-ips and benchmark-memory: all rows against the fastest, or the leanest. Each variant has
 * its own block.
 */

import type { AnalyzedCase } from '../../analysis/analyze.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import { runtimeName } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import { LIKELY_MARK } from '../numbers.ts';
import { markedName } from '../tables/columns.ts';
import type { Block } from '../text/document.ts';
import { displayWidth } from '../text/width.ts';
import { allocatedFinding, allocationNotes, allocationsOf } from './allocation.ts';

/** Smallest widths of names and rates in the gem's output. */
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

/** The gem's words, with its two spaces. A difference is within error if it is neither established nor likely. */
function speedText(row: RankedRow, fastest: RankedRow): string {
  const beaten = row.beatenBy.includes(fastest.name);
  const slower = beaten || row.probablyBeatenBy.includes(fastest.name);
  if (!slower) return 'same-ish: difference falls within error';
  const mark = beaten ? '' : LIKELY_MARK;
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
  const byVariant = groupBy(rows, ({ variant }) => variant);
  return variants.flatMap((variant): Block[] => {
    const own = byVariant.get(variant) ?? [];
    if (own.length === 0) return [];
    const told = own.map((row) => ({ row, name: markedName(row), figure: figure(row) }));
    const widest = Math.max(NARROWEST_NAME, ...told.map(({ name }) => displayWidth(name)));
    const rate = Math.max(NARROWEST_RATE, ...told.map(({ figure }) => figure.length));
    const lines = told.map(({ row, name, figure }, i) => {
      const padded = `${' '.repeat(widest - displayWidth(name))}${name}`;
      return `${padded}: ${figure.padStart(rate)} ${unit}${i === 0 ? '' : ` - ${against(row, own[0]!)}`}`;
    });
    const ways = [...new Set(own.map(runtimeName))].join(', ');
    const head = variants.length > 1 ? `Comparison (${unit}), ${ways}:` : 'Comparison:';
    return [{ kind: 'verbatim', lines: [head, ...lines] }];
  });
}
