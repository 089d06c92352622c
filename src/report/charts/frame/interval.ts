/** A line from one end of an interval to the other, with a short stroke across each end. */
import * as Plot from '@observablehq/plot';
import { type Color, color } from '../palette.ts';

export interface IntervalLine {
  /** Position of the row. */
  readonly y: number;
  readonly low: number;
  readonly high: number;
  readonly color: Color;
}

const HALF_END = 3.5;

/** Plot's own markers have ids that are counted over all charts of a process. */
const END: Plot.SymbolImplementation = {
  draw(path: CanvasPath) {
    path.moveTo(0, -HALF_END);
    path.lineTo(0, HALF_END);
  },
};

export function intervalMarks(intervals: readonly IntervalLine[]): Plot.Markish[] {
  const stroke = ({ color: name }: IntervalLine) => color(name);
  const ends = intervals.flatMap((one) => [one.low, one.high].map((x) => ({ ...one, x })));
  return [
    Plot.ruleY(intervals, { y: 'y', x1: 'low', x2: 'high', stroke, strokeWidth: 2 }),
    Plot.dot(ends, { x: 'x', y: 'y', symbol: END, stroke, strokeWidth: 2 }),
  ];
}
