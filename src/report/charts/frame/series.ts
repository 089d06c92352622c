/** What tells series apart that have no order of their own: shapes, and colors beside them. */

import type { Color } from '../palette.ts';
import type { Look } from './frame.ts';

const SYMBOLS = ['circle', 'square', 'triangle', 'diamond', 'star', 'wye', 'cross'] as const;
const COLORS: readonly Color[] = ['series1', 'series2', 'series3', 'series4', 'series5', 'series6'];

/** After seven series the shapes come again: names stand beside them. */
export function seriesLook(series: number): Look {
  return { symbol: SYMBOLS[series % SYMBOLS.length]!, color: seriesColor(series) };
}

function seriesColor(series: number): Color {
  return COLORS[series % COLORS.length]!;
}
