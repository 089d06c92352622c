/// <reference lib="dom" />
/**
 * A row's history drawn: its time or its ratio, run by run. The steps are runs and not days, so that five runs of an
 * afternoon can be told apart beside one of last year; the dates stand below.
 */
import * as Plot from '@observablehq/plot';
import type { ChartContext } from '../../../report/charts/chart.ts';
import { ticksFor } from '../../../report/charts/frame/axis.ts';
import {
  type Around,
  drawFramed,
  EDGE,
  FONT_SIZE,
  type LegendItem,
  type Look,
  looks,
} from '../../../report/charts/frame/frame.ts';
import { textWidth } from '../../../report/charts/frame/text-width.ts';
import { logDomain, plainNumber, timeTick } from '../../../report/charts/frame/ticks.ts';
import { color } from '../../../report/charts/palette.ts';
import { interval, ratio, singleTime } from '../../../report/text/numbers.ts';
import type { Estimate } from '../../../report/view/rows.ts';
import { minuteOf } from '../layout.tsx';
import type { HistoryPoint } from './history.ts';

export interface HistoryChart {
  readonly row: string;
  /** Name of the row that the values are relative to; null where they are times in ns. */
  readonly baseline: string | null;
  /** Oldest first; at least one of them with a value. */
  readonly points: readonly HistoryPoint[];
}

interface Placed extends HistoryPoint {
  readonly x: number;
  /** A time in ns or a ratio; null where the row was not ranked. */
  readonly value: Estimate | null;
  /** Points that one line goes through have the same: those of one machine, as long as they are joined. */
  readonly line: string;
  readonly look: Look;
}

interface Valued extends Placed {
  readonly value: Estimate;
}

/** More can't be told apart; what is older is left out. */
const MOST_STEPS = 200;
const HEIGHT = 240;
/** Two lines below the axis: day and minute. */
const BELOW = 48;
/** The same for times and ratios, so that runs stand one below the other in both. */
const LEFT = 64;
const LABEL_ROOM = 80;
/** Ratios within this factor are drawn together with 1. */
const NEAR = 1.5;
const MOST_SENTENCES = 20;

const LOOKS: readonly Look[] = [
  { symbol: 'circle', color: 'series1' },
  { symbol: 'square', color: 'series2' },
  { symbol: 'triangle', color: 'series3' },
  { symbol: 'diamond', color: 'series4' },
  { symbol: 'star', color: 'series5' },
  { symbol: 'wye', color: 'series6' },
];
const MISSING: Look = { symbol: 'times', color: 'text' };

export function drawHistory(chart: HistoryChart, context: ChartContext): SVGSVGElement {
  const steps = placed(chart);
  const valued = steps.filter((step): step is Valued => step.value !== null);
  const domain = domainOf(chart, valued);
  const format = chart.baseline === null ? timeTick : plainNumber;
  const ticks = ticksFor(domain, HEIGHT, 40);
  const widest = Math.max(...ticks.map((tick) => textWidth(format(tick), FONT_SIZE)));
  const left = Math.max(LEFT, EDGE + 8 + widest);
  return drawFramed(
    around(chart, steps),
    {
      marks: [
        Plot.gridY(ticks, { stroke: color('grid'), strokeOpacity: 1 }),
        Plot.axisY(ticks, {
          className: 'levels',
          text: format,
          tickSize: 0,
          label: null,
          color: color('muted'),
        }),
        datesAxis(steps, context.width - left),
        ...oneMark(chart, domain),
        Plot.ruleX(steps.filter(isChanged), {
          x: ({ x }: Placed) => x - 0.5,
          stroke: color('muted'),
          strokeDasharray: '2 3',
        }),
        Plot.line(valued, {
          className: 'lines',
          x: 'x',
          y: estimateOf,
          z: 'line',
          stroke: color('muted'),
          strokeWidth: 1.5,
        }),
        // Without an interval there is nothing between its ends.
        Plot.ruleX(valued, {
          x: 'x',
          y1: ({ value }: Valued) => value.low ?? value.estimate,
          y2: ({ value }: Valued) => value.high ?? value.estimate,
          stroke: ({ look }: Valued) => color(look.color),
          strokeWidth: 2,
        }),
        Plot.dot(valued, { className: 'values', x: 'x', y: estimateOf, ...dots(chart) }),
        Plot.dot(
          steps.filter(({ value }) => value === null),
          { x: 'x', frameAnchor: 'bottom', dy: -8, ...dots(chart) },
        ),
      ],
      height: HEIGHT,
      margins: { top: 4, right: 2 * EDGE, bottom: BELOW, left },
      scales: {
        x: { type: 'linear', domain: [-0.5, steps.length - 0.5], axis: null },
        y: { type: 'log', domain, axis: null },
      },
    },
    context,
  );
}

function placed({ points, baseline }: HistoryChart): Placed[] {
  const machines = [...new Set(points.map(({ machine }) => machine))];
  let breaks = 0;
  return points.slice(-MOST_STEPS).map((point, x) => {
    const { figures } = point;
    const machine = machines.indexOf(point.machine);
    if (!point.joined) breaks++;
    const line = `${breaks} ${machine}`;
    if (figures.kind !== 'ranked') return { ...point, x, line, value: null, look: MISSING };
    const look = { ...LOOKS[machine % LOOKS.length]!, hollow: figures.preliminary };
    return { ...point, x, line, value: baseline === null ? figures.nsPerOp : figures.ratio, look };
  });
}

function estimateOf({ value }: Valued): number {
  return value.estimate;
}

function dots(chart: HistoryChart) {
  return { r: 5, ...looks<Placed>(({ look }) => look), title: (step: Placed) => sentence(step, chart) };
}

function isChanged({ changes }: HistoryPoint): boolean {
  return changes.length > 0;
}

/** With the baseline's 1 in it, unless that is so far off that changes of the row would look small. */
function domainOf({ baseline }: HistoryChart, steps: readonly Valued[]): [low: number, high: number] {
  const values = steps.flatMap(({ value: { estimate, low, high } }) => [
    estimate,
    low ?? estimate,
    high ?? estimate,
  ]);
  const near = Math.max(...values) > 1 / NEAR && Math.min(...values) < NEAR;
  return logDomain(baseline !== null && near ? [1, ...values] : values);
}

/** Where the row is as fast as the baseline; a rule outside of the domain would be drawn beside the chart. */
function oneMark({ baseline }: HistoryChart, [low, high]: readonly [number, number]): Plot.Markish[] {
  if (baseline === null || low >= 1 || high <= 1) return [];
  return [Plot.ruleY([1], { stroke: color('text'), strokeDasharray: '4 3' })];
}

/** As many dates as there is room for, the last always. */
function datesAxis(steps: readonly Placed[], width: number): Plot.Markish {
  const every = Math.ceil((steps.length * LABEL_ROOM) / width);
  const shown = steps.filter(({ x }) => (steps.length - 1 - x) % every === 0);
  return Plot.axisX(
    shown.map(({ x }) => x),
    {
      tickFormat: (x: number) => minuteOf(steps[x]!.record.startedAt).replace(' ', '\n'),
      tickSize: 4,
      className: 'dates',
      lineHeight: 1.2,
      label: null,
      color: color('muted'),
    },
  );
}

function around(chart: HistoryChart, steps: readonly Placed[]): Around {
  const { row, baseline } = chart;
  const left = chart.points.length - steps.length;
  return {
    title: `${baseline === null ? `Time of one operation of ${row}` : `Time of ${row} relative to ${baseline}`}, run by run, logarithmic. Lower is faster.`,
    description: descriptionOf(steps, chart),
    legend: legendOf(steps),
    notes: [
      ...(left > 0 ? [`${left} older runs are not shown.`] : []),
      ...(steps.some(isChanged) ? ['At a dotted line something changed: the table says what.'] : []),
    ],
  };
}

/** Every run where one can still listen to that, else the first and the last: a table has them all. */
function descriptionOf(steps: readonly Placed[], chart: HistoryChart): string {
  if (steps.length <= MOST_SENTENCES) return steps.map((step) => sentence(step, chart)).join(' ');
  return `${steps.length} runs. First ${sentence(steps[0]!, chart)} Last ${sentence(steps.at(-1)!, chart)}`;
}

function legendOf(steps: readonly Placed[]): LegendItem[] {
  const ranked = steps.filter(({ value }) => value !== null);
  const machines = [...new Map(ranked.map(({ machine, look }) => [machine, look]))];
  const hollow = ranked.find(({ look }) => look.hollow);
  return [
    ...(machines.length > 1
      ? machines.map(([{ mark, name }, look]) => ({ ...look, hollow: false, text: `${mark}: ${name}` }))
      : []),
    ...(hollow ? [{ ...hollow.look, text: 'hollow: preliminary, too few rounds' }] : []),
    ...(ranked.length < steps.length ? [{ ...MISSING, text: 'not ranked in this run' }] : []),
  ];
}

function sentence({ record, figures, value, changes }: Placed, { baseline }: HistoryChart): string {
  const when = minuteOf(record.startedAt);
  if (figures.kind !== 'ranked') return `${when}: ${figures.verdict}.`;
  const { estimate, low, high } = value!;
  const text =
    baseline === null
      ? `${singleTime(estimate)}${low === null || high === null ? '' : ` [${singleTime(low)}, ${singleTime(high)}]`}`
      : `${ratio(value!)} ${interval(value!)}`.trim();
  const changed = changes.length === 0 ? '' : `; changed: ${changes.join(', ')}`;
  return `${when}: ${text}${figures.preliminary ? ', preliminary' : ''}${changed}.`;
}
