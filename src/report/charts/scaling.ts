/** Time over size of the document, for rows that were timed in several sizes, with the line through each row's times. */
import * as Plot from '@observablehq/plot';
import { grouped, singleTime } from '../text/numbers.ts';
import type { ChartContext, ScalingLine } from './chart.ts';
import { AXIS_HEIGHT, axisX, axisYTime, TIME_AXIS_WIDTH, ticksFor } from './frame/axis.ts';
import { drawFramed, EDGE, FONT_SIZE, looks } from './frame/frame.ts';
import { labelMark, labelTexts } from './frame/label-mark.ts';
import { LABEL_HEIGHT, type Labelled, placeInColumn } from './frame/labels.ts';
import { limited } from './frame/limit.ts';
import { seriesColor, seriesDash, seriesLook } from './frame/series.ts';
import { widest } from './frame/text-width.ts';
import { bytesTick, logDomain } from './frame/ticks.ts';
import { color } from './palette.ts';

const MOST_LINES = 30;
const LEAST_HEIGHT = 320;
/** A straight line is a curve on logarithmic axes: so many points make it smooth. */
const STEPS = 40;

interface Series extends ScalingLine {
  readonly number: number;
}

/** @param lines at least one, each with at least two points */
export function drawScaling(lines: readonly ScalingLine[], context: ChartContext): SVGSVGElement {
  const { shown, notes } = limited(lines, MOST_LINES, 'rows that are dearer by the kilobyte');
  const series = shown.map((line, number): Series => ({ ...line, number }));
  const points = series.flatMap(({ points, number }) => points.map((point) => ({ ...point, number })));
  const names = series.map(({ name }) => name);
  const labels = labelTexts(names, context.width);
  const right = widest(labels.texts, FONT_SIZE) + 3 * EDGE;
  const height = Math.max(LEAST_HEIGHT, series.length * LABEL_HEIGHT);
  const sizes = logDomain(points.map(({ kilobytes }) => kilobytes));
  const times = logDomain(points.map(({ nsPerOp }) => nsPerOp));
  const fits = series.flatMap(fitPoints);
  const inside = fits.filter(({ nsPerOp }) => nsPerOp >= times[0] && nsPerOp <= times[1]);
  return drawFramed(
    {
      title:
        'Time of an operation over the size of its document. Lines: a fixed cost and one for each kilobyte.',
      description: [...shown.map(sentence), ...notes].join(' '),
      legend: [],
      notes: [...labels.notes, ...notes, ...(inside.length < fits.length ? [MISFIT] : [])],
    },
    {
      marks: [
        ...axisX({
          ticks: ticksFor(sizes, context.width - TIME_AXIS_WIDTH - right),
          format: (kilobytes) => bytesTick(kilobytes * 1000),
          label: "size of the row's own document (logarithmic)",
        }),
        ...axisYTime(ticksFor(times, height, 40), 'time of an operation (logarithmic)'),
        ...series.map(({ number }) => fitLine(inside, number)),
        pointMark(points, names),
        labelMark(series.map(labelled(labels.texts)), placeInColumn),
      ],
      height,
      margins: { top: 8, right, bottom: AXIS_HEIGHT, left: TIME_AXIS_WIDTH },
      scales: { x: { type: 'log', domain: sizes }, y: { type: 'log', domain: times } },
    },
    context,
  );
}

function fitLine(points: readonly SeriesPoint[], number: number): Plot.Markish {
  const own = points.filter((point) => point.number === number);
  return Plot.line(own, {
    x: 'kilobytes',
    y: 'nsPerOp',
    stroke: color(seriesColor(number)),
    strokeDasharray: seriesDash(number),
  });
}

function pointMark(points: readonly SeriesPoint[], names: readonly string[]): Plot.Markish {
  return Plot.dot(points, {
    x: 'kilobytes',
    y: 'nsPerOp',
    r: 4.5,
    ...looks<SeriesPoint>(({ number }) => seriesLook(number)),
    // Rows that take the same time lie upon each other.
    fill: 'none',
    title: ({ number, nsPerOp, kilobytes }) =>
      `${names[number]}: ${singleTime(nsPerOp)} for ${bytesTick(kilobytes * 1000)}`,
  });
}

/** Each name leads to the row's largest document. */
function labelled(texts: readonly string[]) {
  return ({ points, number }: Series): Labelled => {
    const { kilobytes, nsPerOp } = points.at(-1)!;
    return { name: texts[number]!, x: kilobytes, y: nsPerOp, sides: ['right'] };
  };
}

const MISFIT = 'A line that leaves the chart is a bad fit: the cost does not grow with the bytes alone.';

interface SeriesPoint {
  readonly number: number;
  readonly kilobytes: number;
  readonly nsPerOp: number;
}

/** From the row's smallest document to its largest; what lies between sizes wasn't measured, but is what the line says. */
function fitPoints({ number, points, fixedNs, nsPerKilobyte }: Series): SeriesPoint[] {
  const [least, most] = [points[0]!.kilobytes, points.at(-1)!.kilobytes];
  return Array.from({ length: STEPS + 1 }, (_, i) => {
    const kilobytes = least * (most / least) ** (i / STEPS);
    return { number, kilobytes, nsPerOp: fixedNs + nsPerKilobyte * kilobytes };
  });
}

function sentence({ name, fixedNs, nsPerKilobyte }: ScalingLine): string {
  return `${name}: ${grouped(fixedNs)} ns and ${grouped(nsPerKilobyte)} ns for each kilobyte.`;
}
