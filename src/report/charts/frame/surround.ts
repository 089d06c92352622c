/** Lines of text and a legend around a chart's marks: where they stand, and as marks. */
import * as Plot from '@observablehq/plot';
import { type Color, color } from '../palette.ts';
import { widest, wrapText } from './text-width.ts';

/** Shape first, colour second: no two looks of one chart differ in colour alone. */
export interface Look {
  readonly symbol: Plot.SymbolType;
  readonly color: Color;
  readonly hollow?: boolean;
  /** Degrees. */
  readonly rotate?: number;
}

export interface LegendItem extends Look {
  readonly text: string;
}

/** Of all text but the subject. In px. */
export const FONT_SIZE = 12;
const LINE_HEIGHT = 17;
/** Between the chart's edge and what is in it. In px. */
export const EDGE = 10;

interface Line {
  readonly text: string;
  /** px from the chart's left edge, and from its top to the middle of the line. */
  readonly x: number;
  readonly y: number;
}

/** What stands from some height on, and where it ends. */
export interface Stack<T> {
  readonly items: readonly T[];
  readonly bottom: number;
}

/** Each text on lines of its own. */
export function stackTexts(
  texts: readonly string[],
  width: number,
  top: number,
  fontSize = FONT_SIZE,
): Stack<Line> {
  const height = fontSize + LINE_HEIGHT - FONT_SIZE;
  const lines = texts.flatMap((text) => wrapText(text, width - 2 * EDGE, fontSize));
  const items = lines.map((text, i) => ({ text, x: EDGE, y: top + (i + 0.5) * height }));
  return { items, bottom: top + lines.length * height };
}

interface LegendPlace {
  readonly item: LegendItem;
  /** Of the symbol. */
  readonly x: number;
  readonly y: number;
  readonly lines: readonly Line[];
}

const SYMBOL_ROOM = 20;
const ITEM_GAP = 16;

/** Items one after the other, on as many lines as they need. */
export function placeLegend(legend: readonly LegendItem[], width: number, top: number): Stack<LegendPlace> {
  let x = EDGE;
  let bottom = top;
  let y = top + LINE_HEIGHT / 2;
  const items = legend.map((item) => {
    const texts = wrapText(item.text, width - 2 * EDGE - SYMBOL_ROOM, FONT_SIZE);
    const room = SYMBOL_ROOM + widest(texts, FONT_SIZE);
    if (x > EDGE && x + room > width - EDGE) [x, y] = [EDGE, bottom + LINE_HEIGHT / 2];
    const left = x + SYMBOL_ROOM;
    const lines = texts.map((text, i) => ({ text, x: left, y: y + i * LINE_HEIGHT }));
    bottom = Math.max(bottom, y + (lines.length - 0.5) * LINE_HEIGHT);
    const place = { item, x: x + SYMBOL_ROOM / 2 - 2, y, lines };
    x += room + ITEM_GAP;
    return place;
  });
  return { items, bottom };
}

/** Where the marks' frame begins, which is what Plot can pin something to. */
export interface Origin {
  readonly left: number;
  readonly top: number;
}

export function textMarks(lines: readonly Line[], origin: Origin, options: Plot.TextOptions): Plot.Markish[] {
  return lines.map((line) =>
    Plot.text([line.text], {
      ...pinned(line, origin),
      textAnchor: 'start',
      lineAnchor: 'middle',
      ...options,
    }),
  );
}

export function legendMarks(places: readonly LegendPlace[], origin: Origin): Plot.Markish[] {
  const dots = places.map((place) =>
    Plot.dot([place.item], { ...pinned(place, origin), ...looks<LegendItem>((one) => one) }),
  );
  return [
    ...dots,
    ...textMarks(
      places.flatMap(({ lines }) => lines),
      origin,
      { fill: color('muted') },
    ),
  ];
}

function pinned({ x, y }: { readonly x: number; readonly y: number }, { left, top }: Origin) {
  return { frameAnchor: 'top-left', dx: x - left, dy: y - top } as const;
}

/** Options of dots that have a look each. */
export function looks<T>(lookOf: (datum: T) => Look) {
  return {
    symbol: (datum: T) => lookOf(datum).symbol,
    rotate: (datum: T) => lookOf(datum).rotate ?? 0,
    fill: (datum: T) => color(lookOf(datum).hollow ? 'background' : lookOf(datum).color),
    stroke: (datum: T) => color(lookOf(datum).color),
    strokeWidth: 1.5,
  };
}
