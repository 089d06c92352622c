/** Charts behind buttons: open where there is room, and elsewhere when they are wanted. */
import type { VNode } from 'preact';
import type { PageContext } from '../context.ts';
import { isChartOpen, toggledChart } from '../state.ts';
import { Chart } from './chart.tsx';

export interface WantedChart {
  /** In the address. */
  readonly key: string;
  readonly title: string;
  /** Changes when the chart has to be drawn anew. */
  readonly what: string;
  /** @param width of the whole chart in px */
  draw(width: number): Element;
}

export function ChartButtons({
  context: { state, charts: drawing, roomy, act },
  charts,
}: {
  context: PageContext;
  charts: readonly WantedChart[];
}): VNode | null {
  if (charts.length === 0) return null;
  const isOpen = (key: string) => drawing !== null && isChartOpen(state, key, roomy);
  const shown = charts.filter(({ key }) => isOpen(key));
  return (
    <>
      <div class="buttons">
        {charts.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            class="button"
            aria-expanded={isOpen(key)}
            onClick={() => act(toggledChart(state, key, roomy))}
          >
            {title}
          </button>
        ))}
      </div>
      {shown.length > 0 && (
        <div class="charts">
          {shown.map(({ key, what, draw }) => (
            <Chart key={key} what={what} draw={draw} />
          ))}
        </div>
      )}
    </>
  );
}
