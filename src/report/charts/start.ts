/** Cold start: what a fresh process takes to its first result, and what of it the first operation takes. */
import * as Plot from '@observablehq/plot';
import { singleTime } from '../text/numbers.ts';
import type { ChartContext, StartBar } from './chart.ts';
import { AXIS_HEIGHT, axisX, ticksFor } from './frame/axis.ts';
import { drawFramed, EDGE, FONT_SIZE, type LegendItem, type Look, looks } from './frame/frame.ts';
import { intervalMarks } from './frame/interval.ts';
import { limited } from './frame/limit.ts';
import { placeNames } from './frame/row-names.ts';
import { widest } from './frame/text-width.ts';
import { logDomain, timeTick } from './frame/ticks.ts';
import { color } from './palette.ts';

const MOST_ROWS = 150;

const WHOLE: Look = { symbol: 'circle', color: 'series1' };
const FIRST: Look = { symbol: 'diamond', color: 'series2', hollow: true };

const LEGEND: readonly LegendItem[] = [
  { ...WHOLE, text: 'process start and first operation; line: shortest to longest launch' },
  { ...FIRST, text: 'first operation alone' },
];

interface StartRow extends StartBar {
  readonly y: number;
  readonly wholeNs: number;
}

/** @param bars soonest first; at least one */
export function drawStart(bars: readonly StartBar[], context: ChartContext): SVGSVGElement {
  const { shown, notes } = limited(bars, MOST_ROWS, 'rows that start later');
  const rows = shown.map((bar, y): StartRow => ({ ...bar, y, wholeNs: bar.startNs + bar.firstNs }));
  const names = placeNames(rows, context.width);
  const wholeText = ({ wholeNs }: StartRow) => singleTime(wholeNs);
  const right = 14 + widest(rows.map(wholeText), FONT_SIZE) + EDGE;
  const domain = logDomain(rows.flatMap(({ firstNs, low, high }) => [firstNs, low, high]));
  return drawFramed(
    {
      title: 'Cold start: from starting a process to its first result, median over launches. Left is sooner.',
      description: [...rows.map(sentence), ...notes].join(' '),
      legend: LEGEND,
      notes,
    },
    {
      marks: [
        ...axisX({
          ticks: ticksFor(domain, context.width - names.marginLeft - right, 65),
          format: timeTick,
          label: 'time (logarithmic)',
          grid: !names.above,
        }),
        ...names.marks,
        ...intervalMarks(rows.map(({ y, low, high }) => ({ y, low, high, color: WHOLE.color }))),
        Plot.dot(rows, { x: 'wholeNs', y: 'y', r: 4, ...looks<StartRow>(() => WHOLE), title: sentence }),
        Plot.dot(rows, { x: 'firstNs', y: 'y', r: 4, ...looks<StartRow>(() => FIRST), title: sentence }),
        Plot.text(rows, {
          y: 'y',
          text: wholeText,
          frameAnchor: 'right',
          textAnchor: 'end',
          dx: right - EDGE,
          fontVariant: 'tabular-nums',
          fill: color('text'),
        }),
      ],
      height: names.height,
      margins: { top: 4, right, bottom: AXIS_HEIGHT, left: names.marginLeft },
      scales: { x: { type: 'log', domain }, y: names.y },
    },
    context,
  );
}

function sentence({ name, wholeNs, firstNs, low, high }: StartRow): string {
  return `${name}: ${singleTime(wholeNs)} (${singleTime(low)} to ${singleTime(high)}), first operation ${singleTime(firstNs)}.`;
}
