import type { VNode } from 'preact';
import { scalingCharts } from '../../../report/charts/data.ts';
import type { PageContext } from '../context.ts';
import { ChartButtons } from './chart-buttons.tsx';

/** A chart for each table of scaling. */
export function ScalingCharts({ context }: { context: PageContext }): VNode | null {
  const charts = scalingCharts(context.view).map(({ dataset, task, lines }) => ({
    key: `chart scaling ${dataset}, ${task}`,
    title: `Chart of ${dataset}, ${task}`,
    what: '',
    draw: (width: number) => context.charts!.drawScaling(lines, { width, subject: `${dataset}, ${task}` }),
  }));
  return <ChartButtons context={context} charts={charts} />;
}
