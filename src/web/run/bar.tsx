/** Draws the charts in rankings. Positions are in percent, so that a chart fills its column without a script. */
import type { VNode } from 'preact';
import type { RankedRow } from '../../analysis/rows.ts';
import { place } from '../../report/charts/svg.ts';
import { logPlace, plainNumber, ratioDomain, ratioTicks } from '../../report/charts/ticks.ts';

/** Approximate width of the charts' column in px, to choose the number of ticks. */
const WIDTH = 260;

export function percents(share: number): string {
  return `${place(100 * share)}%`;
}

/** Horizontal lines of a chart, each with its number. @param y returns a number's place from the top, such as `50%` */
export function levels(ticks: Iterable<number>, y: (value: number) => string): VNode[] {
  return [...ticks].map((tick) => (
    <g key={tick}>
      <line class="grid" x2="100%" y1={y(tick)} y2={y(tick)} />
      <text class="tick" x="-8" y={y(tick)} dy="4" text-anchor="end">
        {plainNumber(tick)}
      </text>
    </g>
  ));
}

export function barsOf(rows: readonly RankedRow[]) {
  const domain = ratioDomain(rows.map(({ ratio }) => ratio));
  const x = (ratio: number) => percents(logPlace(ratio, domain));
  return {
    axis: (
      <svg class="axis" aria-hidden="true">
        {ratioTicks(domain, WIDTH).map(({ text, at }) => (
          <text key={at} x={percents(at)} y="14">
            {text}
          </text>
        ))}
      </svg>
    ),
    bar({ ratio: { estimate, low, high }, finding, grade }: RankedRow): VNode {
      const isDrawn = low !== null && high !== null && finding !== 'baseline';
      return (
        <svg class={`bar ${finding} ${grade}`} aria-hidden="true">
          <line class="one" x1={x(1)} x2={x(1)} y2="100%" />
          {isDrawn && <line x1={x(low)} x2={x(high)} y1="50%" y2="50%" />}
          <circle cx={x(estimate)} cy="50%" r="4" />
        </svg>
      );
    },
  };
}
