/** Published against measured: a line for each row from its rank on the page to its rank here. */

import { marked, rankText, saidPlain } from '../numbers.ts';
import { rankChange, VERSION } from '../published/place.ts';
import type { PublishedRow, PublishedTable } from '../published/published.ts';
import { type ChartContext, EDGE, FONT_SIZE, framed, type LegendItem, widest, wrapText } from './frame.ts';
import { type Color, color, element, place, textAt } from './svg.ts';

/** In px. */
const LINE = 15;
const GAP = 12;
const HEAD = 20;
/** With more room for lines than this, the names stand at the right, too. */
const ROOMY = 200;
/** Names may have this share of the width before they are broken. */
const MOST_NAMES = 0.42;
/** Of rows of another task. */
const DASHES = '6 4';
const MUTED = { fill: color('muted') };

/**
 * @param table with at least one row
 * @returns the SVG
 */
export function drawSlope({ rows, baseline }: PublishedTable, context: ChartContext): string {
  const { width } = context;
  const lines = rows.map((row) => lineOf(row, baseline, width * MOST_NAMES));
  const from = EDGE + widest(lines.flatMap(({ left }) => left)) + GAP;
  const names = widest(rows.map((row) => `${labelHere(row)}  `));
  const needed = EDGE + widest(['measured here', ...lines.flatMap(({ right }) => right)]) + GAP;
  const roomy = width - from - needed - names > ROOMY;
  const until = width - needed - (roomy ? names : 0);
  const step = GAP + LINE * Math.max(...lines.map(({ left }) => left.length));
  const middle = (slot: number) => HEAD + (slot + 0.5) * step;
  const ends = slotsOf(rows);
  const drawn = lines.map((line, i) => {
    const { row } = line;
    const [start, end] = [middle(i), middle(ends.get(row) ?? i)];
    const right = line.right.map((text, at) => (roomy && at === 0 ? `${text}  ${labelHere(row)}` : text));
    const marks = [
      row.measured ? slopeLine(row, [from, start], [until, end]) : stub(row, from, start),
      ...block(EDGE, start, line.left),
      ...block(until + GAP, end, right),
    ];
    return { sentence: sentence(line), marks };
  });
  return framed(context, {
    title: `Ranks among the rows compared. Ratios: time relative to ${baseline}.`,
    legend: legendOf(rows),
    notes: [],
    ground: [textAt(EDGE, 8, 'published', MUTED), textAt(until + GAP, 8, 'measured here', MUTED)],
    rows: drawn,
    height: HEAD + lines.length * step,
  });
}

/** What is said at either end: nothing at the right where the row has no place here. */
interface Line {
  readonly row: PublishedRow;
  readonly left: readonly string[];
  readonly right: readonly string[];
}

function lineOf(row: PublishedRow, baseline: string | null, most: number): Line {
  const { label, name, work, published, measured } = row;
  const said = (ratio: number) => (name === baseline ? 'baseline' : saidPlain(ratio));
  const rank = published.common === null ? '' : `${published.common}  `;
  const title = `${rank}${label}${work === null ? '' : ` (${work})`}`;
  return {
    row,
    left: [...wrapText(title, most, FONT_SIZE), said(published.ratio)],
    right: measured ? [rankText(measured), marked(said(measured.ratio), measured.grade)] : [],
  };
}

/** The page's name of a row with the version that was measured, where the page names one. */
function labelHere({ label, measured }: PublishedRow): string {
  return label.replace(VERSION, measured?.version ?? '').trim();
}

/**
 * Where lines end: among the heights of the rows that are compared, so that a line is level where nothing changed. Rows
 * that this run can't tell apart stay in the page's order.
 */
function slotsOf(rows: readonly PublishedRow[]): Map<PublishedRow, number> {
  const compared = rows.filter(({ measured }) => measured !== null);
  const middle = ({ measured }: PublishedRow) => measured!.rank + measured!.rankLast;
  const here = [...compared].sort((a, b) => middle(a) - middle(b));
  return new Map(here.map((row, i) => [row, rows.indexOf(compared[i]!)]));
}

/** The last line, a ratio, is quieter. */
function block(x: number, middle: number, texts: readonly string[]): string[] {
  const top = middle - ((texts.length - 1) * LINE) / 2;
  return texts.map((text, i) => textAt(x, top + i * LINE, text, i === texts.length - 1 ? MUTED : {}));
}

type Point = readonly [x: number, y: number];

function slopeLine(row: PublishedRow, [x1, y1]: Point, [x2, y2]: Point): string {
  const look = lookOf(row);
  const stroke = color(look.color);
  const dash = look.dashes ?? (row.work === null ? undefined : DASHES);
  return [
    element('line', { x1, y1, x2, y2, stroke, 'stroke-width': 2, 'stroke-dasharray': dash }),
    element('circle', { cx: x1, cy: y1, r: 3.5, fill: stroke }),
    element('circle', { cx: x2, cy: y2, r: 3.5, fill: stroke }),
  ].join('');
}

/** Ends with a word, which no other line crosses. */
function stub({ absent, work }: PublishedRow, x: number, y: number): string {
  const dash = work === null ? undefined : DASHES;
  const ground = { stroke: color('background'), 'stroke-width': 4, 'paint-order': 'stroke' };
  return [
    element('line', { x1: x, y1: y, x2: x + 18, y2: y, stroke: color('muted'), 'stroke-dasharray': dash }),
    textAt(x + 22, y, absent!, { ...MUTED, ...ground }),
  ].join('');
}

/** `rise` in px, of the legend's mark: better ranks are higher up. Too little to tell never looks like agreement. */
const LOOKS = {
  better: { color: 'faster', text: 'better rank here', rise: 4, dashes: undefined },
  worse: { color: 'slower', text: 'worse rank here', rise: -4, dashes: undefined },
  same: { color: 'muted', text: 'same rank', rise: 0, dashes: undefined },
  unclear: { color: 'muted', text: 'rank change: too uncertain to tell', rise: 0, dashes: '2 4' },
} as const;

function lookOf(row: PublishedRow) {
  return LOOKS[rankChange(row) ?? 'same'];
}

function legendOf(rows: readonly PublishedRow[]): LegendItem[] {
  const compared = rows.filter(({ measured }) => measured !== null);
  const found = Object.values(LOOKS).filter((look) => compared.some((row) => lookOf(row) === look));
  const probably = compared.some(({ measured }) => measured!.rankLikely) ? 'probably ' : '';
  return [
    ...found.map((look) => ({
      text: `${look === LOOKS.unclear ? '' : probably}${look.text}`,
      mark: dash(look.color, look.rise, look.dashes),
    })),
    ...(compared.some(({ work }) => work !== null)
      ? [{ text: 'another task, on both sides', mark: dash('muted', 0, DASHES) }]
      : []),
  ];
}

function dash(stroke: Color, rise: number, dashes?: string): LegendItem['mark'] {
  const look = { stroke: color(stroke), 'stroke-width': 2, 'stroke-dasharray': dashes };
  return (x, y) => element('path', { d: `M${place(x - 8)} ${place(y + rise)}l16 ${-2 * rise}`, ...look });
}

function sentence({ row: { label, absent }, left, right }: Line): string {
  const [rank, ratio] = right;
  const here = rank === undefined ? absent : `rank ${rank}, ${ratio}`;
  return `${label}: ${left.join(' ').replaceAll(/ +/g, ' ')} on the page; here ${here}.`;
}
