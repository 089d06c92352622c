/** Charts of a case, each behind a button: drawn when they are wanted. */
import type { VNode } from 'preact';
import { sizePoints, startBars } from '../report/charts/data.ts';
import { caseTitle } from '../report/notes.ts';
import type { CaseView } from '../report/view.ts';
import { Chart } from './chart.tsx';
import type { Charts, PageContext } from './context.ts';
import { toggled } from './state.ts';

interface CaseChart {
  readonly name: string;
  readonly title: string;
  draw(charts: Charts, width: number): Element;
}

/** Those that the case has something to show in. */
function chartsOf(view: CaseView): CaseChart[] {
  const points = sizePoints(view);
  const bars = startBars(view);
  const sizes = new Set(points.map(({ bytes }) => bytes));
  const found: CaseChart[] = [];
  if (sizes.size > 1)
    found.push({
      name: 'size',
      title: 'Speed against size',
      draw: (charts, width) => charts.drawPareto(points, { width }),
    });
  if (bars.length > 0)
    found.push({
      name: 'start',
      title: 'Cold start',
      draw: (charts, width) => charts.drawStart(bars, { width }),
    });
  return found;
}

export function CaseCharts({ context, view }: { context: PageContext; view: CaseView }): VNode | null {
  const charts = chartsOf(view);
  if (charts.length === 0) return null;
  const { open } = context.state;
  const title = caseTitle(view);
  const keyOf = ({ name }: CaseChart) => `chart ${name} ${title}`;
  const shown = charts.filter((chart) => open.includes(keyOf(chart)));
  const names = view.ranked.map(({ name }) => name).join(' ');
  return (
    <>
      <div class="buttons">
        {charts.map((chart) => (
          <button
            key={chart.name}
            type="button"
            class="button"
            aria-expanded={shown.includes(chart)}
            onClick={() => context.act({ open: toggled(open, keyOf(chart)) })}
          >
            {chart.title}
          </button>
        ))}
      </div>
      {context.charts !== null &&
        shown.map((chart) => (
          <Chart
            key={chart.name}
            what={`${view.baseline} ${names}`}
            draw={(width) => chart.draw(context.charts!, width)}
          />
        ))}
    </>
  );
}
