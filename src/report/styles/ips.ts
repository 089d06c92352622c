/**
 * As benchmark-ips and benchmark-memory end: a block of comparisons, fastest or leanest first. Variants have blocks of their
 * own, as the page has a table for each way to run.
 */

import { runtimeName } from '../../define/names.ts';
import { sameMargin } from '../../stats/judgement.ts';
import { markedName } from '../tables/columns.ts';
import { inverse, timesText } from '../tables/ranking.ts';
import type { Block } from '../text/document.ts';
import { grouped, interval, percent, ratioDecimals } from '../text/numbers.ts';
import { displayWidth } from '../text/width.ts';
import { allocationNotes, allocationsOf } from '../view/allocation.ts';
import type { Estimate, RankedRow } from '../view/rows.ts';
import type { CaseView, RunView } from '../view/view.ts';

/** As wide as the gem prints names and rates at least. */
const NARROWEST_NAME = 20;
const NARROWEST_RATE = 10;

export function ipsStyle(view: CaseView, { target }: RunView['settings']) {
  const { ranked, baseline } = view;
  const speed = ranked.map(
    (row): Line => ({
      row,
      figure: grouped(row.throughput.score, 1),
      unit: 'i/s',
      rest: speedText(row, sameMargin(target)),
    }),
  );
  return {
    blocks: [...comparisons(speed), ...memoryBlocks(view)],
    notes: [
      `Comparison: time against ${baseline}'s, block by block; ± is half of its interval. The i/s are means over rounds, so that dividing them may give slightly other ratios.`,
      ...allocationNotes(view),
    ],
  };
}

/** The gem's words where they are true; it calls everything same-ish that it can't tell apart. */
function speedText(row: RankedRow, margin: number): string {
  const about = row.preliminary ? '~' : '';
  switch (row.finding) {
    case 'baseline':
      return 'baseline';
    case 'slower':
      return `${about}${timesWithError(row.ratio)} slower`;
    case 'faster':
      return `${about}${timesWithError(inverse(row.ratio))} faster`;
    case 'same':
      return `${about}same-ish: difference falls within ± ${percent(margin)}`;
    default:
      return undecidedText(row.ratio);
  }
}

/** Within error is only what the interval has room for; a row may be undecided without that. */
function undecidedText(value: Estimate): string {
  const { low, high } = value;
  if (low === null || high === null) return `undecided: one round has no error (${timesText(value)})`;
  const within = low <= 1 && high >= 1;
  return within
    ? `same-ish: difference falls within error, ${interval(value)}`
    : `undecided: ${interval(value)} may be chance`;
}

/** `2.41x  (± 0.02)`, as the gem spaces it. */
function timesWithError(value: Estimate): string {
  const { low, high } = value;
  const error =
    low === null || high === null ? '' : `  (± ${grouped((high - low) / 2, ratioDecimals(value))})`;
  return `${timesText(value)}${error}`;
}

function memoryBlocks(view: CaseView): Block[] {
  const counted = [...allocationsOf(view)].sort(([, a], [, b]) => a.bytes - b.bytes);
  return comparisons(
    counted.map(([row, { bytes, finding }]) => {
      return { row, figure: grouped(bytes), unit: 'allocated', rest: finding };
    }),
  );
}

interface Line {
  readonly row: RankedRow;
  readonly figure: string;
  readonly unit: string;
  /** Against the baseline. */
  readonly rest: string;
}

function comparisons(all: readonly Line[]): Block[] {
  // A baseline that stands first needs no word.
  const lines = all.map((line, i) =>
    i === 0 && line.row.finding === 'baseline' ? { ...line, rest: '' } : line,
  );
  const variants = new Set(lines.map(({ row }) => row.variant));
  return [...variants].map((variant) => {
    const own = lines.filter(({ row }) => row.variant === variant);
    const ways = new Set(own.map(({ row }) => runtimeName(row)));
    return comparison(variants.size > 1 ? `Comparison, ${[...ways].join(', ')}:` : 'Comparison:', own);
  });
}

function comparison(title: string, lines: readonly Line[]): Block {
  const widest = Math.max(NARROWEST_NAME, ...lines.map(({ row }) => displayWidth(markedName(row))));
  const rate = Math.max(NARROWEST_RATE, ...lines.map(({ figure }) => figure.length));
  const text = lines.map(({ row, figure, unit, rest }) => {
    const name = markedName(row);
    const padding = ' '.repeat(widest - displayWidth(name));
    return `${padding}${name}: ${figure.padStart(rate)} ${unit}${rest === '' ? '' : ` - ${rest}`}`;
  });
  return { kind: 'verbatim', lines: [title, ...text] };
}
