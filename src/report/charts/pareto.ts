/** Speed against size: lower left is better, and a line joins what nothing else beats in both. */
import * as Plot from '@observablehq/plot';
import { grouped, singleTime } from '../text/numbers.ts';
import type { ChartContext, SizePoint } from './chart.ts';
import { AXIS_HEIGHT, axisX, axisYTime, TIME_AXIS_WIDTH, ticksFor } from './frame/axis.ts';
import { drawFramed, EDGE, FONT_SIZE, type LegendItem, type Look, looks } from './frame/frame.ts';
import { labelMark, labelTexts } from './frame/label-mark.ts';
import type { Labelled } from './frame/labels.ts';
import { limited } from './frame/limit.ts';
import { widest } from './frame/text-width.ts';
import { bytesTick, logDomain } from './frame/ticks.ts';
import { type Color, color } from './palette.ts';

const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye', 'cross'] as const;
const COLORS: readonly Color[] = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6'];

/** After seven runtimes the shapes come again: names stand beside them. */
function lookOf(runtime: number): Look {
  return { symbol: SYMBOLS[runtime % SYMBOLS.length]!, color: COLORS[runtime % COLORS.length]! };
}

const MOST_POINTS = 60;
const LEAST_HEIGHT = 300;
/** Around the points, as a share of the scale. */
const AIR = 0.08;
/** For each name, so that all find a place. */
const HEIGHT_EACH = 17;

/** @param points at least one */
export function drawPareto(points: readonly SizePoint[], context: ChartContext): SVGSVGElement {
  const frontFirst = [...points].sort((a, b) => Number(b.onFront) - Number(a.onFront));
  const { shown, notes } = limited(frontFirst, MOST_POINTS, 'rows');
  const runtimes = [...new Set(points.map(({ runtime }) => runtime))];
  const names = shown.map(({ name }) => name);
  const labels = labelTexts(names, context.width);
  const right = widest(labels.texts, FONT_SIZE) + 3 * EDGE;
  const height = Math.max(LEAST_HEIGHT, shown.length * HEIGHT_EACH);
  const { x, y } = scalesOf(shown);
  const px = context.width - TIME_AXIS_WIDTH - right;
  return drawFramed(
    {
      title: 'Time of an operation against the size of its document. Lower left is better.',
      description: [...shown.map(sentence), ...notes].join(' '),
      legend: legendOf(runtimes),
      notes: [FRONT, ...labels.notes, ...notes],
    },
    {
      marks: [
        ...axisX(ticksFor(x.domain, px), bytesTick, { label: 'size of a document (logarithmic)' }),
        ...axisYTime(ticksFor(y.domain, height, 40), 'time of an operation (logarithmic)'),
        ...pointMarks(shown, runtimes, labels.texts),
      ],
      height,
      margins: { top: 8, right, bottom: AXIS_HEIGHT, left: TIME_AXIS_WIDTH },
      scales: { x, y },
    },
    context,
  );
}

const FRONT = 'On the front, full and joined: no other row beats them in one without losing in the other.';

function scalesOf(points: readonly SizePoint[]) {
  const bytes = points.map((point) => point.bytes);
  const times = points.flatMap(({ nsPerOp, low, high }) => [nsPerOp, low ?? nsPerOp, high ?? nsPerOp]);
  return {
    x: { type: 'log', domain: logDomain(bytes, AIR) },
    y: { type: 'log', domain: logDomain(times, AIR) },
  } as const;
}

function labelsOf(points: readonly SizePoint[], texts: readonly string[]): Labelled[] {
  return points.map(({ bytes, nsPerOp }, i) => ({ name: texts[i]!, x: bytes, y: nsPerOp }));
}

function pointMarks(
  points: readonly SizePoint[],
  runtimes: readonly string[],
  texts: readonly string[],
): Plot.Markish[] {
  const look = ({ runtime, onFront }: SizePoint) => ({
    ...lookOf(runtimes.indexOf(runtime)),
    hollow: !onFront,
  });
  return [
    labelMark(labelsOf(points, texts)),
    frontLine(points),
    Plot.ruleX(points, { x: 'bytes', y1: 'low', y2: 'high', stroke: color('muted'), strokeWidth: 2 }),
    Plot.dot(points, { x: 'bytes', y: 'nsPerOp', r: 4.5, ...looks(look), title: sentence }),
  ];
}

/** Stairs: what lies above and right of them is beaten. */
function frontLine(points: readonly SizePoint[]): Plot.Markish {
  return Plot.line(frontOf(points), {
    x: 'bytes',
    y: 'nsPerOp',
    curve: 'step-after',
    stroke: color('text'),
    strokeDasharray: '6 3',
  });
}

function frontOf(points: readonly SizePoint[]): SizePoint[] {
  return points.filter(({ onFront }) => onFront).sort((a, b) => a.bytes - b.bytes || b.nsPerOp - a.nsPerOp);
}

function legendOf(runtimes: readonly string[]): LegendItem[] {
  return [
    ...runtimes.map((runtime, i) => ({ ...lookOf(i), hollow: true, text: runtime })),
    { symbol: 'circle', color: 'text', text: 'full: on the front' },
  ];
}

function sentence({ name, bytes, nsPerOp, onFront }: SizePoint): string {
  return `${name}: ${singleTime(nsPerOp)}, ${grouped(bytes)} bytes${onFront ? ', on the front' : ''}.`;
}
