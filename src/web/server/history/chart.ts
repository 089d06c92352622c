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

export interface HistoryChart {
  readonly row: string;
  /** Name of the row that the values are relative to; null where they are times in ns. */
  readonly baseline: string | null;
  /** Oldest first; at least one of them with a value. */
  readonly steps: readonly HistoryStep[];
  /** What the steps belong to, machine by machine; said only where there are several. */
  readonly machines: readonly string[];
}

export interface HistoryStep {
  /** When the run began, ISO 8601 in UTC. */
  readonly at: string;
  /** A time in ns or a ratio; null where the row was not ranked. */
  readonly value: Estimate | null;
  /** Why there is no value: `mismatch`. */
  readonly missing: string | null;
  readonly preliminary: boolean;
  /** Index into `machines`. */
  readonly machine: number;
  readonly changes: readonly string[];
  /** Whether a line may join it with the value before. */
  readonly joined: boolean;
}

interface Placed extends HistoryStep {
  readonly x: number;
  /** Steps that one line goes through have the same: those of one machine, as long as they are joined. */
  readonly line: string;
}

interface Valued extends Placed {
  readonly value: Estimate;
}

/** More can't be told apart; what is older is left out. */
const MOST_STEPS = 200;
const HEIGHT = 240;
/** Two lines below the axis: day and minute. */
const BELOW = 48;
/** Room for the numbers of the changes, where there are any. */
const ABOVE = 22;
/** The same for times and ratios, so that runs stand one below the other in both. */
const LEFT = 64;
const LABEL_ROOM = 80;
/** Ratios within this factor are drawn together with 1. */
const NEAR = 1.5;
/** From how many on the chart's notes would outgrow the chart. */
const MOST_NOTES = 8;
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
  const steps = placed(chart.steps.slice(-MOST_STEPS));
  const valued = steps.filter((step): step is Valued => step.value !== null);
  const changed = steps.filter(({ changes }) => changes.length > 0);
  const domain = domainOf(chart, valued);
  const format = chart.baseline === null ? timeTick : plainNumber;
  const ticks = ticksFor(domain, HEIGHT, 40);
  const widest = Math.max(...ticks.map((tick) => textWidth(format(tick), FONT_SIZE)));
  const left = Math.max(LEFT, EDGE + 8 + widest);
  return drawFramed(
    around(chart, steps, changed),
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
        ...changeMarks(changed),
        Plot.line(valued, {
          className: 'lines',
          x: 'x',
          y: estimateOf,
          z: 'line',
          stroke: color('muted'),
          strokeWidth: 1.5,
        }),
        ...intervalMarks(valued),
        Plot.dot(valued, {
          className: 'values',
          x: 'x',
          y: estimateOf,
          r: 5,
          ...looks<Valued>(lookOf),
          title: (step) => sentence(step, chart),
        }),
        Plot.dot(
          steps.filter(({ value }) => value === null),
          {
            x: 'x',
            frameAnchor: 'bottom',
            dy: -8,
            r: 5,
            ...looks<Placed>(() => MISSING),
            title: (step) => sentence(step, chart),
          },
        ),
      ],
      height: HEIGHT,
      margins: { top: changed.length > 0 ? ABOVE : 4, right: 2 * EDGE, bottom: BELOW, left },
      scales: {
        x: { type: 'linear', domain: [-0.5, steps.length - 0.5], axis: null },
        y: { type: 'log', domain, axis: null },
      },
    },
    context,
  );
}

function placed(steps: readonly HistoryStep[]): Placed[] {
  let breaks = 0;
  return steps.map((step, x) => {
    if (!step.joined) breaks++;
    return { ...step, x, line: `${breaks} ${step.machine}` };
  });
}

function estimateOf({ value }: Valued): number {
  return value.estimate;
}

function lookOf({ machine, preliminary }: Pick<HistoryStep, 'machine' | 'preliminary'>): Look {
  return { ...LOOKS[machine % LOOKS.length]!, hollow: preliminary };
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
      tickFormat: (x: number) => `${steps[x]!.at.slice(0, 10)}\n${steps[x]!.at.slice(11, 16)}`,
      tickSize: 4,
      className: 'dates',
      lineHeight: 1.2,
      label: null,
      color: color('muted'),
    },
  );
}

/** Upright: from one end of an interval to the other, with a short stroke across each end. */
function intervalMarks(steps: readonly Valued[]): Plot.Markish[] {
  const lines = steps.flatMap((step) => {
    const { low, high } = step.value;
    return low === null || high === null ? [] : [{ x: step.x, low, high, stroke: color(lookOf(step).color) }];
  });
  const ends = lines.flatMap((one) => [one.low, one.high].map((y) => ({ ...one, y })));
  return [
    Plot.ruleX(lines, { x: 'x', y1: 'low', y2: 'high', stroke: 'stroke', strokeWidth: 2 }),
    Plot.dot(ends, { x: 'x', y: 'y', symbol: END, stroke: 'stroke', strokeWidth: 2 }),
  ];
}

const HALF_END = 4;

const END: Plot.SymbolImplementation = {
  draw(path: CanvasPath) {
    path.moveTo(-HALF_END, 0);
    path.lineTo(HALF_END, 0);
  },
};

/** A line between two runs, and above it the number under which the notes say what changed there. */
function changeMarks(changed: readonly Placed[]): Plot.Markish[] {
  const x = ({ x }: Placed) => x - 0.5;
  return [
    Plot.ruleX(changed, { x, stroke: color('muted'), strokeDasharray: '2 3' }),
    Plot.text(changed, { x, text: (_, i) => `${i + 1}`, frameAnchor: 'top', dy: -12, fill: color('text') }),
  ];
}

function around(chart: HistoryChart, steps: readonly Placed[], changed: readonly Placed[]): Around {
  const { row, baseline, machines } = chart;
  const left = chart.steps.length - steps.length;
  const numbered = changed.map(({ at, changes }, i) => `${i + 1}: ${at.slice(0, 10)} ${changes.join(', ')}.`);
  return {
    title: `${baseline === null ? `Time of one operation of ${row}` : `Time of ${row} relative to ${baseline}`}, run by run, logarithmic. Lower is faster.`,
    description: descriptionOf(steps, chart),
    legend: legendOf(steps, machines),
    notes: [
      ...(left > 0 ? [`${left} older runs are not shown.`] : []),
      ...(numbered.length > 0 && numbered.length <= MOST_NOTES ? ['What changed:', ...numbered] : []),
      ...(numbered.length > MOST_NOTES ? ['What changed at the numbered lines stands in the table.'] : []),
    ],
  };
}

/** Every run where one can still listen to that, else the first and the last: a table has them all. */
function descriptionOf(steps: readonly Placed[], chart: HistoryChart): string {
  if (steps.length <= MOST_SENTENCES) return steps.map((step) => sentence(step, chart)).join(' ');
  return `${steps.length} runs. First ${sentence(steps[0]!, chart)} Last ${sentence(steps.at(-1)!, chart)}`;
}

function legendOf(steps: readonly Placed[], machines: readonly string[]): LegendItem[] {
  const used = [...new Set(steps.map(({ machine }) => machine))].sort((a, b) => a - b);
  const hollow = steps.some(({ value, preliminary }) => value !== null && preliminary);
  return [
    ...(used.length > 1
      ? used.map((machine) => ({ ...lookOf({ machine, preliminary: false }), text: machines[machine]! }))
      : []),
    ...(hollow
      ? [{ ...lookOf({ machine: used[0]!, preliminary: true }), text: 'hollow: preliminary, too few rounds' }]
      : []),
    ...(steps.some(({ value }) => value === null) ? [{ ...MISSING, text: 'not ranked in this run' }] : []),
  ];
}

function sentence(step: HistoryStep, { baseline }: HistoryChart): string {
  const when = step.at.slice(0, 16).replace('T', ' ');
  if (step.value === null) return `${when}: ${step.missing}.`;
  const { estimate, low, high } = step.value;
  const text =
    baseline === null
      ? [
          singleTime(estimate),
          ...(low === null || high === null ? [] : [`[${singleTime(low)}, ${singleTime(high)}]`]),
        ]
      : [ratio(step.value), interval(step.value)];
  const changes = step.changes.length === 0 ? '' : `; changed: ${step.changes.join(', ')}`;
  return `${when}: ${text.join(' ').trim()}${step.preliminary ? ', preliminary' : ''}${changes}.`;
}
