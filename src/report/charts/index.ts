/** The charts, drawn in a browser as on a server: SVG as text. */
export type * from './chart.ts';
export { CHART_CLASS, CHART_CSS } from './palette.ts';
export { drawChanges, drawRatios } from './ratios.ts';
export { drawSlope } from './slope.ts';
