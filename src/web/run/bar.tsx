/** Intervals of ratios, drawn into the rows of a table; the rows of a case have one axis. */
import type { VNode } from 'preact';
import type { RankedRow } from '../../analysis/rows.ts';
import { place } from '../../report/charts/svg.ts';
import { logPlace, ratioDomain, ratioTicks } from '../../report/charts/ticks.ts';

/** Width of the column in px, about. */
const WIDTH = 260;

export function barsOf(rows: readonly RankedRow[]) {
  const domain = ratioDomain(rows.map(({ ratio }) => ratio));
  const x = (ratio: number) => place(100 * logPlace(ratio, domain));
  return {
    axis: (
      <svg class="axis" aria-hidden="true">
        {ratioTicks(domain, WIDTH).map(({ text, at }) => (
          <text key={at} x={`${place(100 * at)}%`} y="14">
            {text}
          </text>
        ))}
      </svg>
    ),
    // Stretched to the cell; lines keep their width, so that a line of no length is a dot.
    bar({ ratio: { estimate, low, high }, finding, grade }: RankedRow): VNode {
      const dot = `M${x(estimate)} 10h0`;
      const isDrawn = low !== null && high !== null && finding !== 'baseline';
      return (
        <svg
          class={`bar ${finding} ${grade}`}
          viewBox="0 0 100 20"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path class="one" d={`M${x(1)} 0v20`} />
          {isDrawn && <path class="line" d={`M${x(low)} 10H${x(high)}`} />}
          <path class="dot" d={dot} />
          {grade !== 'established' && finding !== 'baseline' && <path class="hole" d={dot} />}
        </svg>
      );
    },
  };
}
