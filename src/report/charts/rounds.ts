/** The timed slices themselves: how they spread within a round, and how rounds, each a fresh process, differ. */
import * as Plot from '@observablehq/plot';
import { grouped, singleTime, time, timeScale } from '../text/numbers.ts';
import type { ChartContext, RoundDots } from './chart.ts';
import { AXIS_HEIGHT, axisX } from './frame/axis.ts';
import { drawFramed, EDGE, FONT_SIZE, type LegendItem, looks } from './frame/frame.ts';
import { limited } from './frame/limit.ts';
import { LINE_HEIGHT } from './frame/surround.ts';
import { widest, wrapText } from './frame/text-width.ts';
import { evenTicks, plainNumber } from './frame/ticks.ts';
import { color } from './palette.ts';
import { type Slice, type SliceRow, sliceRows } from './slices.ts';

const MOST_ROWS = 40;
/** Of one row's marks, in px: where the rows have their names above them, and where beside. */
const MARKS_HEIGHT = { above: 76, beside: 30 };
/** Above and below a row's heading; the ticks' text rises into it. */
const ABOVE = 4;
const BELOW = 11;
const MARGIN_LEFT = 60;
const MOST_TICKS = { above: 6, beside: 4 };
/** With more rows than these names stand beside them, so that twenty fit on a screen. */
const MOST_ABOVE = 6;
/** Unless the chart is narrower than this. */
const LEAST_BESIDE = 600;
/** Of the width, what names beside the rows may take. */
const SHARE_BESIDE = 0.3;
/** Where the names of rows stand. */
type Where = 'above' | 'beside';
/** Between rows whose names stand beside them. */
const BETWEEN = 6;

/** As wide as high marks are, and as thick as the lines that it stands for. */
const BAR: Plot.SymbolImplementation = {
  draw(path: CanvasPath) {
    path.rect(-6, -1, 12, 2);
  },
};

const LEGEND: readonly LegendItem[] = [
  { symbol: 'circle', color: 'series1', text: 'a slice, in the order of time' },
  { symbol: BAR, color: 'text', text: 'median of a round' },
];

/** @param rows at least one, with at least one sample */
export function drawRounds(rows: readonly RoundDots[], context: ChartContext): SVGSVGElement {
  const { shown, notes: leftOut } = limited(rows, MOST_ROWS, 'rows');
  const notes = [...leftOut, ...thinnedNotes(shown)];
  const { facets, domain, beyond } = sliceRows(shown);
  const where = facets.length > MOST_ABOVE && context.width >= LEAST_BESIDE ? 'beside' : 'above';
  const ticks = evenTicks(domain, MOST_TICKS[where]);
  // There is no room for words at lines that are so near; a note tells what they are.
  const told = where === 'beside' ? [] : facets;
  const times = told.flatMap(({ row, medianNs }) =>
    timesAt(ticks, medianNs).map((text, i) => ({ row, percent: ticks[i]!, text })),
  );
  const right =
    widest(
      times.map(({ text }) => text),
      FONT_SIZE,
    ) + 14;
  const last = facets.flatMap(({ rounds }) => rounds).reduce((most, { round }) => Math.max(most, round), 0);
  const headings = where === 'beside' ? besideRows(facets, context.width) : aboveRows(facets, context.width);
  const left = where === 'beside' ? headings.width + 2 * EDGE : MARGIN_LEFT;
  const band = headings.gap + headings.marks;
  return drawFramed(
    {
      title: 'Time of each timed slice relative to the median of its row, round by round.',
      description: [...facets.map(sentence), ...notes].join(' '),
      legend: LEGEND,
      notes: [...notes, ...lineNotes(ticks, where), ...beyondNotes(facets, beyond)],
    },
    {
      marks: [
        ...grounds(facets),
        ...axes(ticks, where, last, context.width - left - right),
        Plot.text(times, {
          fy: 'row',
          y: 'percent',
          text: 'text',
          frameAnchor: 'right',
          textAnchor: 'start',
          dx: 8,
          fill: color('muted'),
        }),
        headings.mark,
        ...sliceMarks(facets, beyond),
      ],
      height: facets.length * band - headings.gap,
      margins: { top: headings.gap, right, bottom: AXIS_HEIGHT, left },
      scales: {
        x: { domain: [0.5, last + 0.5] },
        y: { domain },
        // A band scale of one band leaves its padding at both ends.
        fy: {
          padding: facets.length === 1 ? 0 : headings.gap / band,
          axis: null,
        },
      },
    },
    context,
  );
}

/** In one unit. */
function timesAt(percents: readonly number[], medianNs: number): string[] {
  const times = percents.map((percent) => medianNs * (1 + percent / 100));
  const scale = timeScale(times);
  return times.map((ns) => time(ns, scale));
}

/** What the rows are called, and the room that it takes. In px. */
interface Headings {
  readonly mark: Plot.Markish;
  /** Of one row's marks. */
  readonly marks: number;
  /** Between the marks of two rows. */
  readonly gap: number;
  /** Left of the axis. */
  readonly width: number;
}

/** Above the marks of each row, on as many lines as the longest needs. */
function aboveRows(facets: readonly SliceRow[], width: number): Headings {
  const lines = headingLines(facets, width - 2 * EDGE);
  return {
    marks: MARKS_HEIGHT.above,
    gap: mostLines(lines) * LINE_HEIGHT + ABOVE + BELOW,
    width: 0,
    mark: headingMark(lines, {
      frameAnchor: 'top-left',
      lineAnchor: 'bottom',
      dx: EDGE - MARGIN_LEFT,
      dy: -BELOW,
    }),
  };
}

/** Left of the marks of each row, which are as high as the longest name needs. */
function besideRows(facets: readonly SliceRow[], width: number): Headings {
  const lines = headingLines(facets, width * SHARE_BESIDE);
  const room = widest(
    lines.flatMap((one) => one.lines),
    FONT_SIZE,
  );
  return {
    marks: Math.max(MARKS_HEIGHT.beside, mostLines(lines) * LINE_HEIGHT - BETWEEN),
    gap: BETWEEN,
    width: room,
    mark: headingMark(lines, {
      frameAnchor: 'left',
      lineAnchor: 'middle',
      textAnchor: 'start',
      dx: -EDGE - room,
    }),
  };
}

interface HeadingLines {
  readonly row: number;
  readonly lines: readonly string[];
}

function headingLines(facets: readonly SliceRow[], width: number): HeadingLines[] {
  return facets.map((facet) => ({ row: facet.row, lines: wrapText(heading(facet), width, FONT_SIZE) }));
}

function mostLines(headings: readonly HeadingLines[]): number {
  return Math.max(...headings.map(({ lines }) => lines.length));
}

function headingMark(headings: readonly HeadingLines[], options: Plot.TextOptions): Plot.Markish {
  return Plot.text(headings, {
    fy: 'row',
    text: ({ lines }: HeadingLines) => lines.join('\n'),
    lineHeight: LINE_HEIGHT / FONT_SIZE,
    fill: color('text'),
    ...options,
  });
}

function heading({ name, medianNs }: SliceRow): string {
  return `${name}, median ${singleTime(medianNs)}`;
}

/** Every second round has a ground, so that the slices of one can be told from those of the next. */
function grounds(facets: readonly SliceRow[]): Plot.Markish[] {
  const even = facets.flatMap(({ row, rounds }) =>
    rounds
      .filter(({ round }) => round % 2 === 0)
      .map(({ round }) => ({ row, from: round - 0.5, to: round + 0.5 })),
  );
  return [Plot.rect(even, { fy: 'row', x1: 'from', x2: 'to', fill: color('band') })];
}

function axes(ticks: readonly number[], where: Where, last: number, px: number): Plot.Markish[] {
  const rounds = evenTicks([1, last], Math.max(2, Math.floor(px / 30))).filter(Number.isInteger);
  return [
    Plot.gridY(ticks, { stroke: color('grid'), strokeOpacity: 1 }),
    Plot.axisY(where === 'beside' ? [] : ticks, {
      text: percentTick,
      tickSize: 0,
      label: null,
      color: color('muted'),
    }),
    ...axisX({ ticks: last === 1 ? [1] : rounds, format: plainNumber, label: 'round', grid: false }),
  ];
}

function percentTick(percent: number): string {
  return `${percent > 0 ? '+' : ''}${plainNumber(percent)} %`;
}

function sliceMarks(facets: readonly SliceRow[], beyond: readonly Slice[]): Plot.Markish[] {
  const slices = facets.flatMap((facet) => facet.slices);
  const medians = facets.flatMap(({ row, rounds }) => rounds.map((round) => ({ ...round, row })));
  return [
    Plot.dot(slices, { fy: 'row', x: 'x', y: 'percent', stroke: color('series1'), render: asOnePath }),
    Plot.dot(beyond, {
      fy: 'row',
      x: 'x',
      y: 'edge',
      r: 3,
      ...looks<Slice>(({ edge, percent }) => ({
        symbol: 'triangle',
        rotate: percent > edge ? 0 : 180,
        color: 'slower',
        hollow: true,
      })),
    }),
    Plot.ruleY(medians, {
      fy: 'row',
      x1: 'from',
      x2: 'to',
      y: 'percent',
      stroke: color('text'),
      strokeWidth: 2,
    }),
  ];
}

const SVG = 'http://www.w3.org/2000/svg';

/** Thousands of dots as one element: strokes without length, whose ends are round. */
const asOnePath: Plot.RenderFunction = (index, _scales, { x, y }, _dimensions, { document }) => {
  const path = document.createElementNS(SVG, 'path');
  const places = index.map((i) => `M${x![i].toFixed(1)},${y![i].toFixed(1)}h.01`);
  const attributes = {
    d: places.join(''),
    fill: 'none',
    stroke: color('series1'),
    'stroke-width': 3,
    'stroke-opacity': 0.65,
    'stroke-linecap': 'round',
  };
  for (const [name, value] of Object.entries(attributes)) path.setAttribute(name, `${value}`);
  return path;
};

function thinnedNotes(rows: readonly RoundDots[]): string[] {
  const all = rows.reduce((sum, { slices }) => sum + slices, 0);
  const drawn = rows.flatMap(({ rounds }) => rounds).reduce((sum, { samples }) => sum + samples.length, 0);
  return drawn < all ? [`${grouped(drawn)} of ${grouped(all)} slices are drawn, evenly picked.`] : [];
}

function lineNotes(ticks: readonly number[], where: Where): string[] {
  if (where === 'above') return [];
  return [`Lines across each row, from below: ${ticks.map(percentTick).join(', ')} of its median.`];
}

function beyondNotes(facets: readonly SliceRow[], beyond: readonly Slice[]): string[] {
  if (beyond.length === 0) return [];
  const all = facets.reduce((sum, { slices }) => sum + slices.length, beyond.length);
  const furthest = beyond.reduce((a, b) => (Math.abs(b.percent) > Math.abs(a.percent) ? b : a));
  return [
    `Triangles: ${grouped(beyond.length)} of ${grouped(all)} slices lie beyond the edge, the furthest at ${percentTick(Math.round(furthest.percent))}.`,
  ];
}

function sentence(facet: SliceRow): string {
  const { rounds } = facet;
  const percents = rounds.map(({ percent }) => percent);
  const [least, most] = [Math.min(...percents), Math.max(...percents)].map((value) =>
    percentTick(Number(value.toFixed(1))),
  );
  return `${heading(facet)}; medians of ${rounds.length} rounds from ${least} to ${most}.`;
}
