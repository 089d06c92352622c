/** The names at the left of charts with a line for each row: whole, however long they are. */
import * as Plot from '@observablehq/plot';
import { EDGE, FONT_SIZE } from './frame.ts';
import { color } from './palette.ts';
import { textWidth } from './text-width.ts';

export interface NamedRow {
  readonly name: string;
  /** In front of the name, `2=`. */
  readonly rank?: string;
}

export interface RowNames {
  /** Left of the marks, in px. */
  readonly marginLeft: number;
  /** Of all rows, in px. */
  readonly height: number;
  /** Row i stands at i. */
  readonly y: Plot.ScaleOptions;
  readonly marks: readonly Plot.Markish[];
}

const RANK_ROOM = 26;
/** Names that need more than this share of the width stand above their marks. */
const MOST = 0.42;
const ROW_HEIGHT = 22;
const HIGH_ROW_HEIGHT = 38;
/** From the marks up to the name above them, in px. */
const RISE = 16;

export function placeNames(rows: readonly NamedRow[], width: number): RowNames {
  const indent = rows.some(({ rank }) => rank !== undefined) ? RANK_ROOM : 0;
  const widest = Math.max(...rows.map(({ name }) => textWidth(name, FONT_SIZE)));
  const beside = EDGE + indent + widest + EDGE;
  const above = beside > width * MOST;
  const marginLeft = above ? 2 * EDGE : beside;
  const rowHeight = above ? HIGH_ROW_HEIGHT : ROW_HEIGHT;
  // Name and marks together are in the middle of their row.
  const shift = above ? RISE / 2 / rowHeight : 0;
  const place = {
    y: (_: NamedRow, i: number) => i,
    frameAnchor: 'left',
    textAnchor: 'start',
    dy: above ? -RISE : 0,
  } as const;
  return {
    marginLeft,
    height: rows.length * rowHeight,
    y: { domain: [rows.length - 0.5 - shift, -0.5 - shift], axis: null },
    marks: [
      Plot.ruleY(rows, { y: place.y, stroke: color('muted'), strokeDasharray: '1 5' }),
      Plot.text(rows, {
        ...place,
        text: ({ rank }) => rank ?? '',
        dx: EDGE - marginLeft,
        fill: color('muted'),
      }),
      Plot.text(rows, { ...place, text: 'name', dx: EDGE + indent - marginLeft, fill: color('text') }),
    ],
  };
}
