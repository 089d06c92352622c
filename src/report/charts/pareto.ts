/** Speed against size: lower left is better, and a line joins what nothing else beats in both. */
import * as Plot from '@observablehq/plot';
import { grouped, singleTime } from '../numbers.ts';
import { AXIS_HEIGHT, axisX, axisYTime, TIME_AXIS_WIDTH, ticksFor } from './axis.ts';
import type { ChartContext, SizePoint } from './chart.ts';
import { drawFramed, EDGE, FONT_SIZE, type LegendItem, type Look, looks } from './frame.ts';
import { labelMark, labelTexts } from './labels.ts';
import { limited } from './limit.ts';
import { color } from './palette.ts';
import { seriesLook } from './series.ts';
import { widest } from './text-width.ts';
import { bytesTick, logDomain } from './ticks.ts';

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
  const lookOf = ({ runtime, onFront }: SizePoint): Look => ({
    ...seriesLook(runtimes.indexOf(runtime)),
    hollow: !onFront,
  });
  const labels = labelTexts(
    shown.map(({ name }) => name),
    context.width,
  );
  const right = widest(labels.texts, FONT_SIZE) + 3 * EDGE;
  const height = Math.max(LEAST_HEIGHT, shown.length * HEIGHT_EACH);
  const sizes = logDomain(
    shown.map(({ bytes }) => bytes),
    AIR,
  );
  const times = logDomain(
    shown.flatMap(({ nsPerOp, low, high }) => [nsPerOp, low ?? nsPerOp, high ?? nsPerOp]),
    AIR,
  );
  return drawFramed(
    {
      title: 'Time of an operation against the size of its document. Lower left is better.',
      description: points.map(sentence).join(' '),
      legend: legendOf(runtimes),
      notes: [
        'On the front, full and joined: no other row beats them in one without losing in the other.',
        ...labels.notes,
        ...notes,
      ],
    },
    {
      marks: [
        ...axisX({
          ticks: ticksFor(sizes, context.width - TIME_AXIS_WIDTH - right),
          format: bytesTick,
          label: 'size of a document (logarithmic)',
        }),
        ...axisYTime(ticksFor(times, height, 40), 'time of an operation (logarithmic)'),
        frontLine(shown),
        Plot.ruleX(shown, { x: 'bytes', y1: 'low', y2: 'high', stroke: color('muted'), strokeWidth: 2 }),
        Plot.dot(shown, { x: 'bytes', y: 'nsPerOp', r: 4.5, ...looks(lookOf), title: sentence }),
        labelMark(
          shown.map(({ bytes, nsPerOp, onFront }, i) => ({
            name: labels.texts[i]!,
            x: bytes,
            y: nsPerOp,
            // The stairs go right from their points.
            sides: onFront ? ['left', 'below', 'right'] : ['right', 'left'],
          })),
        ),
      ],
      height,
      margins: { top: 8, right, bottom: AXIS_HEIGHT, left: TIME_AXIS_WIDTH },
      scales: { x: { type: 'log', domain: sizes }, y: { type: 'log', domain: times } },
    },
    context,
  );
}

/** Stairs: what lies above and right of them is beaten. */
function frontLine(points: readonly SizePoint[]): Plot.Markish {
  const front = points
    .filter(({ onFront }) => onFront)
    .sort((a, b) => a.bytes - b.bytes || b.nsPerOp - a.nsPerOp);
  return Plot.line(front, {
    x: 'bytes',
    y: 'nsPerOp',
    curve: 'step-after',
    stroke: color('text'),
    strokeDasharray: '6 3',
  });
}

function legendOf(runtimes: readonly string[]): LegendItem[] {
  return [
    ...runtimes.map((runtime, i) => ({ ...seriesLook(i), hollow: true, text: runtime })),
    { symbol: 'circle', color: 'text', text: 'full: on the front' },
  ];
}

function sentence({ name, bytes, nsPerOp, onFront }: SizePoint): string {
  return `${name}: ${singleTime(nsPerOp)}, ${grouped(bytes)} bytes${onFront ? ', on the front' : ''}.`;
}
