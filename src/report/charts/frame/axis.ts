/** Axes below charts: a tick, a line up through the chart and a label, all in our words. */
import * as Plot from '@observablehq/plot';
import { color } from '../palette.ts';
import { logTicks, timeTick } from './ticks.ts';

/** Room for ticks and label, in px. */
export const AXIS_HEIGHT = 42;

/** Room for ticks that are times and the label beside them, in px. */
export const TIME_AXIS_WIDTH = 84;

const GRID = { stroke: color('grid'), strokeOpacity: 1 };
const AXIS = { tickSize: 4, labelAnchor: 'center', labelArrow: 'none', color: color('muted') } as const;

export function axisX(
  ticks: readonly number[],
  text: (tick: number) => string,
  { label, grid = true }: { readonly label: string; readonly grid?: boolean },
): Plot.Markish[] {
  return [
    grid ? Plot.gridX(ticks, GRID) : null,
    Plot.axisX(ticks, { ...AXIS, text, label, labelOffset: 36 }),
  ];
}

/** Times, each tick with its own unit. */
export function axisYTime(ticks: readonly number[], label: string): Plot.Markish[] {
  const labelOffset = TIME_AXIS_WIDTH - 14;
  return [Plot.gridY(ticks, GRID), Plot.axisY(ticks, { ...AXIS, text: timeTick, label, labelOffset })];
}

/** Ticks of a logarithmic axis that is `px` long, about one for every `each` px. */
export function ticksFor(domain: readonly [number, number], px: number, each = 55): number[] {
  return logTicks(domain, Math.max(2, Math.floor(px / each)));
}
