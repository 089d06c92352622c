import type { VNode } from 'preact';
import { scalingCharts } from '../report/charts/data.ts';
import { Chart } from './chart.tsx';
import type { PageContext } from './context.ts';

/** A chart for each table of scaling. */
export function ScalingCharts({ context: { charts, view, state } }: { context: PageContext }): VNode | null {
  if (charts === null) return null;
  const { runtime } = state.chosen;
  return (
    <>
      {scalingCharts(view).map(({ dataset, task, lines }) => (
        <Chart
          key={`${dataset} ${task}`}
          what={runtime.join(' ')}
          draw={(width) => charts.drawScaling(lines, { width, subject: `${dataset}, ${task}` })}
        />
      ))}
    </>
  );
}
