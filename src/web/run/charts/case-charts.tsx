/** The charts that a case has something to show in. */

import type { VNode } from 'preact';
import { caseName } from '../../../define/names.ts';
import { sizePoints, startBars } from '../../../report/charts/data.ts';
import type { CaseView } from '../../../report/view/view.ts';
import type { PageContext } from '../context.ts';
import { ChartButtons, type WantedChart } from './chart-buttons.tsx';

/** @param view with the rows that are to be shown */
export function CaseCharts({ context, view }: { context: PageContext; view: CaseView }): VNode | null {
  const points = sizePoints(view);
  const bars = startBars(view);
  const subject = caseName(view);
  const what = view.ranked.map(({ name }) => name).join(' ');
  const charts: WantedChart[] = [];
  if (new Set(points.map(({ bytes }) => bytes)).size > 1)
    charts.push({
      key: `chart size ${subject}`,
      title: 'Speed against size',
      what,
      draw: (width) => context.charts!.drawPareto(points, { width, subject }),
    });
  if (bars.length > 0)
    charts.push({
      key: `chart start ${subject}`,
      title: 'Cold start',
      what,
      draw: (width) => context.charts!.drawStart(bars, { width, subject }),
    });
  return <ChartButtons context={context} charts={charts} />;
}
