/** Speed against size, where a case has something to weigh: open where there is room, and elsewhere when it is wanted. */
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { caseName } from '../../define/names.ts';
import { sizePoints } from '../../report/charts/data.ts';
import type { CaseView } from '../../report/view/view.ts';
import type { PageContext } from './context.ts';
import { isChartOpen, toggledChart } from './state.ts';

/** Narrower than this a chart can't be read; it scrolls instead. */
const LEAST_WIDTH = 320;
const MOST_WIDTH = 900;

/** Far enough below the window that who scrolls finds it drawn. */
const NEAR = '800px';

/** @param view with the rows that are to be shown */
export function SizeChart({ context, view }: { context: PageContext; view: CaseView }): VNode | null {
  const { state, charts, roomy, act } = context;
  const points = sizePoints(view);
  if (points.length === 0) return null;
  const subject = caseName(view);
  const key = `chart size ${subject}`;
  const open = charts !== null && isChartOpen(state, key, roomy);
  return (
    <>
      <p>
        <button
          type="button"
          class="button"
          aria-expanded={open}
          onClick={() => act(toggledChart(state, key, roomy))}
        >
          Speed against size
        </button>
      </p>
      {open && (
        <Chart
          what={points.map(({ name }) => name).join(' ')}
          draw={(width) => charts.drawPareto(points, { width, subject })}
        />
      )}
    </>
  );
}

interface ChartProps {
  /** Changes when the chart has to be drawn anew. */
  readonly what: string;
  /** @param width of the whole chart in px */
  readonly draw: (width: number) => Element;
}

/** A chart as wide as there is room, drawn when it comes near and again when the room changes. Only in a browser. */
function Chart({ what, draw }: ChartProps): VNode {
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    const room = figure.current!;
    let drawn = 0;
    const fit = () => {
      const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, Math.floor(room.clientWidth)));
      if (width !== drawn) room.replaceChildren(asImage(draw(width)));
      drawn = width;
    };
    const observer = new ResizeObserver(fit);
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry!.isIntersecting) return;
        near.disconnect();
        observer.observe(room);
        fit();
      },
      { rootMargin: NEAR },
    );
    near.observe(room);
    // Paper has no window that it could come near to.
    addEventListener('beforeprint', fit);
    return () => {
      near.disconnect();
      observer.disconnect();
      removeEventListener('beforeprint', fit);
    };
    // Of the two, `what` says when the drawing would be another.
  }, [what]);
  return <figure class="chart" ref={figure} />;
}

/** One image with one name: the names that Plot gives to its groups are of marks, and say nothing to a reader. */
function asImage(drawing: Element): Element {
  for (const part of drawing.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label');
  return drawing;
}
