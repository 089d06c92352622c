/** Speed against size, where a case has something to weigh. */
import type { VNode } from 'preact';
import { caseName } from '../../../define/names.ts';
import { sizePoints } from '../../../report/charts/data.ts';
import type { CaseView } from '../../../report/view/view.ts';
import type { PageContext } from '../context.ts';
import { ChartButtons } from './chart-buttons.tsx';

/** @param view with the rows that are to be shown */
export function CaseCharts({ context, view }: { context: PageContext; view: CaseView }): VNode | null {
  const points = sizePoints(view);
  if (points.length === 0) return null;
  const subject = caseName(view);
  const chart = {
    key: `chart size ${subject}`,
    title: 'Speed against size',
    what: view.ranked.map(({ name }) => name).join(' '),
    draw: (width: number) => context.charts!.drawPareto(points, { width, subject }),
  };
  return <ChartButtons context={context} charts={[chart]} />;
}
