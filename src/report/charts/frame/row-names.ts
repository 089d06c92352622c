/** The names at the left of charts with a line for each row: whole, however long they are. */
import * as Plot from '@observablehq/plot';
import { color } from '../palette.ts';
import { EDGE, FONT_SIZE } from './frame.ts';
import { widest, wrapText } from './text-width.ts';

export interface NamedRow {
  readonly name: string;
  /** In front of the name, `2=`. */
  readonly rank: string;
}

export type RowNames = ReturnType<typeof placeNames>;

/** Names that need more than this share of the width stand above their marks. */
const MOST = 0.42;
const ROW_HEIGHT = 22;
const GAP = 8;
/** From the marks up to the middle of the lowest line of a name above them, in px. */
const RISE = 16;
const LINE_HEIGHT = 1.2;

export function placeNames(rows: readonly NamedRow[], width: number) {
  const ranks = widest(
    rows.map(({ rank }) => rank),
    FONT_SIZE,
  );
  const indent = ranks + GAP;
  const names = rows.map(({ name }) => name);
  const beside = EDGE + indent + widest(names, FONT_SIZE) + EDGE;
  const above = beside > width * MOST;
  const lines = names.map((name) => (above ? wrapText(name, width - 2 * EDGE - indent, FONT_SIZE) : [name]));
  const rise = above
    ? RISE + (Math.max(...lines.map(({ length }) => length)) - 1) * LINE_HEIGHT * FONT_SIZE
    : 0;
  const rowHeight = ROW_HEIGHT + rise;
  const marginLeft = above ? 2 * EDGE : beside;
  // Name and marks together are in the middle of their row.
  const top = -0.5 - rise / 2 / rowHeight;
  const y = (_: unknown, i: number) => i;
  const place = { y, frameAnchor: 'left', textAnchor: 'start', dy: above ? -RISE : 0 } as const;
  return {
    // Left of the marks, in px.
    marginLeft,
    // Of all rows, in px.
    height: rows.length * rowHeight,
    // Row i stands at i.
    y: { domain: [rows.length + top, top], axis: null },
    // Where a row begins, relative to its place on the scale; it is 1 high.
    top,
    // Names stand above the marks, where lines from top to bottom would cross them.
    above,
    marks: [
      Plot.ruleY(rows, { y, stroke: color('muted'), strokeDasharray: '1 5' }),
      Plot.text(rows, {
        ...place,
        text: 'rank',
        dx: EDGE - marginLeft,
        fill: color('muted'),
      }),
      Plot.text(lines, {
        ...place,
        text: (name: readonly string[]) => name.join('\n'),
        lineAnchor: above ? 'bottom' : 'middle',
        lineHeight: LINE_HEIGHT,
        dy: above ? FONT_SIZE / 3 - RISE : 0,
        dx: EDGE + indent - marginLeft,
        fill: color('text'),
      }),
    ],
  };
}

/** A line from top to bottom, but not through names. */
export function ruleThrough(
  x: number,
  { above }: RowNames,
  rows: number,
  options: Plot.RuleXOptions,
): Plot.Markish {
  if (!above) return Plot.ruleX([x], options);
  return Plot.ruleX(
    Array.from({ length: rows }, (_, i) => i),
    { ...options, x: () => x, y1: (i: number) => i - 0.15, y2: (i: number) => i + 0.15 },
  );
}
