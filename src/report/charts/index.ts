/**
 * The charts: their data from a run's view, and what draws them, in a browser as on a server. This brings Plot with it,
 * so that a server imports it lazily, as markup.ts does.
 */
export type * from './chart.ts';
export * from './data.ts';
export { CHART_CLASS, CHART_CSS } from './palette.ts';
export { drawPareto } from './pareto.ts';
export { drawRatios } from './ratios.ts';
