/** What all charts have around their marks: headings, legend and notes, and what makes an SVG readable by itself. */
import { CHART_CLASS, CHART_CSS, color } from '../palette.ts';
import { type Attributes, element, escaped, textAt } from '../svg.ts';
import { FONT_SIZE, textWidth, wrapText } from './text-width.ts';

export const LINE_HEIGHT = 17;
/** Between the chart's edge and what is in it. In px. */
export const EDGE = 10;

const SUBJECT_SIZE = 15;
/** Of a legend's mark, with the gap to its text. In px. */
const MARK_WIDTH = 20;
const ITEM_GAP = 14;

export interface ChartContext {
  /** Of the whole chart in px; the height follows from the data. */
  readonly width: number;
  /** What the chart is of, `record/single, serialize`, as its first line; left out where a heading above says it. */
  readonly subject?: string;
  /** What else has to be known, in sentences below the chart. */
  readonly notes?: readonly string[];
}

export interface LegendItem {
  readonly text: string;
  /** At most 16 px wide. */
  mark(x: number, y: number): string;
}

interface Frame {
  /** What is drawn, in a sentence; the chart's accessible name too. */
  readonly title: string;
  readonly legend: readonly LegendItem[];
  readonly notes: readonly string[];
  /** Behind the rows: axis and heads. As all marks from 0 to `height` px below the legend. */
  readonly ground: readonly string[];
  /** What each row shows, also in words, for those who don't see it. */
  readonly rows: readonly { readonly sentence: string; readonly marks: readonly string[] }[];
  readonly height: number;
}

/** @returns the SVG, which is a document of its own too */
export function framed({ width, subject, notes = [] }: ChartContext, frame: Frame): string {
  const rows = frame.rows.map(({ sentence, marks }) =>
    element('g', {}, element('title', {}, escaped(sentence)), ...marks),
  );
  const told = [...frame.rows.map(({ sentence }) => sentence), ...frame.notes];
  const name = stacked(subject === undefined ? [] : [subject], width, EDGE, {
    'font-size': SUBJECT_SIZE,
    'font-weight': 'bold',
  });
  const title = stacked([frame.title], width, name.bottom);
  const legend = legendOf(frame.legend, width, title.bottom + 2);
  const top = legend.bottom + 6;
  const below = stacked([...frame.notes, ...notes], width, top + frame.height, { fill: color('muted') });
  const height = below.bottom + EDGE;
  const label = subject === undefined ? frame.title : `${subject}: ${frame.title}`;
  return element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: CHART_CLASS,
      ...{ width, height, viewBox: `0 0 ${width} ${height}` },
      ...{ role: 'img', 'aria-label': label },
      ...{ fill: color('text'), 'font-size': FONT_SIZE, 'font-family': 'system-ui, sans-serif' },
    },
    element('title', {}, escaped(label)),
    element('desc', {}, escaped(told.join(' '))),
    element('style', {}, CHART_CSS),
    element('rect', { width: '100%', height: '100%', fill: color('background') }),
    ...[name.markup, title.markup, legend.markup],
    element('g', { transform: `translate(0,${top})` }, ...frame.ground, ...rows),
    below.markup,
  );
}

/** Each text on lines of its own, and where they end. */
function stacked(texts: readonly string[], width: number, top: number, attributes: Attributes = {}) {
  const size = Number(attributes['font-size'] ?? FONT_SIZE);
  const height = size + LINE_HEIGHT - FONT_SIZE;
  const lines = texts.flatMap((text) => wrapText(text, width - 2 * EDGE, size));
  const markup = lines.map((line, i) => textAt(EDGE, top + (i + 0.5) * height, line, attributes));
  return { markup: markup.join(''), bottom: top + lines.length * height };
}

/** Items one after the other, on as many lines as they need. */
function legendOf(items: readonly LegendItem[], width: number, top: number) {
  let [x, y] = [EDGE, top + LINE_HEIGHT / 2];
  const markup = items.map(({ text, mark }) => {
    const room = MARK_WIDTH + textWidth(text, FONT_SIZE);
    if (x > EDGE && x + room > width - EDGE) [x, y] = [EDGE, y + LINE_HEIGHT];
    const drawn = `${mark(x + 8, y)}${textAt(x + MARK_WIDTH, y, text, { fill: color('muted') })}`;
    x += room + ITEM_GAP;
    return drawn;
  });
  return { markup: markup.join(''), bottom: items.length === 0 ? top : y + LINE_HEIGHT / 2 };
}
