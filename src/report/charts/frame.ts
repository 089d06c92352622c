import { displayWidth } from '../text/width.ts';
import type { Drawn } from './ratios.ts';
import { type Attributes, CHART_CLASS, CHART_CSS, color, element, escaped, textAt } from './svg.ts';

const LINE_HEIGHT = 17;
/** Padding around the chart, in px like all sizes in this file except `WIDTHS`. */
const EDGE = 10;

export interface ChartContext {
  readonly subject: string;
  readonly notes?: readonly string[];
}

interface Frame extends ChartContext {
  readonly title: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly ground: readonly string[];
  readonly rows: readonly { readonly sentence: string; readonly marks: readonly string[] }[];
  readonly meanings: readonly string[];
}

export function framed({ subject, title, size, ground, rows, meanings, notes = [] }: Frame): string {
  const { width } = size;
  const drawn = rows.map(({ sentence, marks }) =>
    element('g', {}, element('title', {}, escaped(sentence)), ...marks),
  );
  const description = [...rows.map(({ sentence }) => sentence), ...meanings].join(' ');
  const name = stacked([subject], width, EDGE, { 'font-size': 15, 'font-weight': 'bold' });
  const head = stacked([title], width, name.bottom);
  const top = head.bottom + 8;
  const below = stacked([...meanings, ...notes], width, top + size.height, { fill: color('muted') });
  const height = below.bottom + EDGE;
  const label = `${subject}: ${title}`;
  return element(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', class: CHART_CLASS },
      ...{ width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label },
      ...{ fill: color('text'), 'font-size': FONT_SIZE, 'font-family': 'system-ui, sans-serif' },
    },
    element('title', {}, escaped(label)),
    element('desc', {}, escaped(description)),
    element('style', {}, CHART_CSS),
    element('rect', { width: '100%', height: '100%', fill: color('background') }),
    ...[name.markup, head.markup],
    element('g', { transform: `translate(0,${top})` }, ...ground, ...drawn),
    below.markup,
  );
}

function stacked(texts: readonly string[], width: number, top: number, attributes: Attributes = {}) {
  const size = Number(attributes['font-size'] ?? FONT_SIZE);
  const height = size + LINE_HEIGHT - FONT_SIZE;
  const lines = texts.flatMap((text) => wrapText(text, width - 2 * EDGE, size));
  const markup = lines.map((line, i) => textAt(EDGE, top + (i + 0.5) * height, line, attributes));
  return { markup: markup.join(''), bottom: top + lines.length * height };
}

const FONT_SIZE = 12;

/** Groups of characters, with the width of the widest one in DejaVu Sans (a wide font), in thousandths of the font size. */
const WIDTHS: readonly (readonly [characters: string, width: number])[] = [
  ["ijlIJ'., \u00a0", 320],
  ['/:;\\|f-', 362],
  ['()[]tr!', 402],
  ['"*_`†', 500],
  ['sz?cLFk', 580],
  ['vxyTPYoaeEhnuSbdgpq$0123456789{}µ', 640],
  ['KVXZBRC', 700],
  ['AUNHDG&OQ', 790],
  ['w#+<=>^~±×−≤≥→←', 840],
  ['MmW%@—', 1000],
];
const OTHERS = 860;

const widthOf = new Map(WIDTHS.flatMap(([characters, width]) => [...characters].map((one) => [one, width])));

/** Estimates the width of a line in px, rather too large than too small. */
export function textWidth(text: string, fontSize: number): number {
  let width = 0;
  for (const one of text) width += widthOf.get(one) ?? (displayWidth(one) > 1 ? 1000 : OTHERS);
  return Math.ceil((width * fontSize) / 1000);
}

/**
 * Breaks text into lines at spaces. A word longer than a line is broken after a separator such as `/` or, if it has none, where the
 * line is full.
 */
export function wrapText(text: string, width: number, fontSize: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    const longer = (line + character).trimStart();
    const fits = line === '' || textWidth(longer, fontSize) <= width;
    const end = longer.search(/ \S*$/) + 1 || line.search(/[/@+_-][^/@+_-]*$/) + 1 || line.length;
    if (!fits) lines.push(longer.slice(0, end).trimEnd());
    line = fits ? longer : longer.slice(end);
  }
  return [...lines, line];
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => textWidth(text, FONT_SIZE)));
}

export type Layout = ReturnType<typeof placeRows>;

const LEAST_WIDTH = 760;
const LEAST_MARKS = 180;
const ROW_HEIGHT = 22;
const GAP = 10;

export function placeRows(rows: readonly Pick<Drawn, 'rank' | 'name' | 'figures'>[]) {
  const widths = rows[0]!.figures.map((_, column) => widest(rows.map((row) => row.figures[column]!)));
  const sum = (own: readonly number[]) => own.reduce((all, width) => all + width + GAP, 0);
  const indent = EDGE + widest(rows.map(({ rank }) => rank)) + GAP - 2;
  const left = indent + widest(rows.map(({ name }) => name)) + GAP;
  const width = Math.max(LEAST_WIDTH, left + LEAST_MARKS + sum(widths) + EDGE);
  const endOf = (column: number) => width - EDGE - sum(widths.slice(column));
  const placed = rows.map(({ name, rank, figures }, i) => {
    const y = (i + 0.5) * ROW_HEIGHT;
    const texts = [
      textAt(EDGE, y, rank, { fill: color('muted') }),
      textAt(indent, y, name),
      ...figures.map((text, column) => textAt(endOf(column + 1), y, text, { 'text-anchor': 'end' })),
    ];
    return { y, from: y - ROW_HEIGHT / 2, until: y + ROW_HEIGHT / 2, texts };
  });
  return { width, left, right: endOf(0), rows: placed, height: rows.length * ROW_HEIGHT };
}
