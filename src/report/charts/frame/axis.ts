/** Axes below charts: a tick, a line up through the chart and a label, all in our words. */
import * as Plot from '@observablehq/plot';
import { color } from '../palette.ts';
import { logTicks, timeTick } from './ticks.ts';

/** Room for ticks and label, in px. */
export const AXIS_HEIGHT = 42;

/** Room for ticks that are times and the label beside them, in px. */
export const TIME_AXIS_WIDTH = 84;

export interface AxisX {
  readonly ticks: readonly number[];
  readonly format: (tick: number) => string;
  readonly label: string;
  /** Unless told otherwise. */
  readonly grid?: boolean;
}

export function axisX({ ticks, format, label, grid = true }: AxisX): Plot.Markish[] {
  return [
    grid ? Plot.gridX(ticks, { stroke: color('grid'), strokeOpacity: 1 }) : null,
    Plot.axisX(ticks, {
      text: format,
      tickSize: 4,
      label,
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: 36,
      color: color('muted'),
    }),
  ];
}

/** Times, each tick with its own unit. */
export function axisYTime(ticks: readonly number[], label: string): Plot.Markish[] {
  return [
    Plot.gridY(ticks, { stroke: color('grid'), strokeOpacity: 1 }),
    Plot.axisY(ticks, {
      text: timeTick,
      tickSize: 4,
      label,
      labelAnchor: 'center',
      labelArrow: 'none',
      labelOffset: TIME_AXIS_WIDTH - 14,
      color: color('muted'),
    }),
  ];
}

/** Ticks of a logarithmic axis that is `px` long, about one for every `each` px. */
export function ticksFor(domain: readonly [number, number], px: number, each = 55): number[] {
  return logTicks(domain, Math.max(2, Math.floor(px / each)));
}
