/** A ratio and its interval as a small drawing, on an axis that all rows of a table share. */
import type { VNode } from 'preact';
import type { RankedRow } from '../../../report/view/rows.ts';

const WIDTH = 160;
const HEIGHT = 16;
const MARGIN = 6;

/** From a ratio to px, on a logarithmic axis. */
export interface RatioScale {
  readonly low: number;
  readonly high: number;
  /** Ratios at which the axis has a line. */
  readonly ticks: readonly number[];
}

/** The axis that has room for every interval and for 1. */
export function ratioScale(rows: readonly RankedRow[]): RatioScale {
  const ends = rows.flatMap(({ ratio }) => [ratio.low ?? ratio.estimate, ratio.high ?? ratio.estimate]);
  const low = Math.min(1, ...ends) / 1.02;
  const high = Math.max(1, ...ends) * 1.02;
  return { low, high, ticks: ticks(low, high) };
}

/** As many have room for their labels; 1 is always one. */
const MOST_TICKS = 5;

/** Even steps where all ratios are near to 1, else those that a logarithmic axis usually has in a decade. */
const EVEN_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2];
const DECADE_STEPS = [[1, 1.5, 2, 3, 5, 7], [1, 1.5, 2, 3, 5], [1, 2, 5], [1, 3], [1]];
const DECADES = Array.from({ length: 13 }, (_, i) => 10 ** (i - 6));

function ticks(low: number, high: number): number[] {
  const rounded = (tick: number) => Number(tick.toPrecision(3));
  const even = EVEN_STEPS.map((step) => {
    const first = Math.ceil(low / step);
    // One more than have room tells that they are too many.
    const count = Math.min(MOST_TICKS + 1, Math.floor(high / step) - first + 1);
    return Array.from({ length: count }, (_, i) => rounded((first + i) * step));
  });
  const decades = DECADE_STEPS.map((steps) =>
    DECADES.flatMap((decade) => steps.map((step) => rounded(step * decade))).filter(
      (tick) => tick >= low && tick <= high,
    ),
  );
  const found = [...even, ...decades].find((choice) => choice.length <= MOST_TICKS) ?? [1];
  return found.includes(1) ? found : [...found, 1];
}

function position({ low, high }: RatioScale, ratio: number): number {
  const share = Math.log(ratio / low) / Math.log(high / low);
  return Number((MARGIN + share * (WIDTH - 2 * MARGIN)).toFixed(1));
}

/** For the head of the column. Labels that would touch are left out, never that of 1. */
export function RatioAxis({ scale }: { scale: RatioScale }): VNode {
  const one = position(scale, 1);
  const shown = scale.ticks.filter((tick) => tick === 1 || Math.abs(position(scale, tick) - one) >= 26);
  return (
    <svg class="axis" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {shown.map((tick) => (
        <text key={tick} x={position(scale, tick)} y={12} text-anchor="middle">
          {String(tick)}
        </text>
      ))}
    </svg>
  );
}

/**
 * The interval as a line, the estimate as a mark: filled where the finding claims a difference, hollow where it doesn't,
 * a diamond for the baseline. The numbers stand beside it, so that it has no text of its own.
 */
export function IntervalBar({ row, scale }: { row: RankedRow; scale: RatioScale }): VNode {
  const { estimate, low, high } = row.ratio;
  const x = position(scale, estimate);
  const middle = HEIGHT / 2;
  return (
    <svg
      class={`bar ${row.finding}`}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      {scale.ticks.map((tick) => {
        const at = position(scale, tick);
        return (
          <line key={tick} class={tick === 1 ? 'one' : 'tick'} x1={at} x2={at} y1={-7} y2={HEIGHT + 7} />
        );
      })}
      {low !== null && high !== null && row.finding !== 'baseline' && (
        <path class="interval" d={`M${position(scale, low)} 4v8m0 -4H${position(scale, high)}m0 -4v8`} />
      )}
      {row.finding === 'baseline' ? (
        <path class="mark" d={`M${x} ${middle - 5}l5 5l-5 5l-5 -5z`} />
      ) : (
        <circle class="mark" cx={x} cy={middle} r={3.5} />
      )}
    </svg>
  );
}
