/** Charts behind buttons: each is drawn when it is wanted. */
import type { VNode } from 'preact';
import type { PageContext } from '../context.ts';
import { toggled } from '../state.ts';
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
  context: { state, charts: drawing, act },
  charts,
}: {
  context: PageContext;
  charts: readonly WantedChart[];
}): VNode | null {
  if (charts.length === 0) return null;
  const shown = drawing === null ? [] : charts.filter(({ key }) => state.open.includes(key));
  return (
    <>
      <div class="buttons">
        {charts.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            class="button"
            aria-expanded={state.open.includes(key)}
            onClick={() => act({ open: toggled(state.open, key) })}
          >
            {title}
          </button>
        ))}
      </div>
      {shown.map(({ key, what, draw }) => (
        <Chart key={key} what={what} draw={draw} />
      ))}
    </>
  );
}
