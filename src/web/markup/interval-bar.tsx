/** A ratio and its interval as a small drawing, on an axis that all rows of a table share. */
import type { VNode } from 'preact';
import { type Domain, logDomain, logTicks, plainNumber } from '../../report/charts/frame/ticks.ts';
import type { RankedRow } from '../../report/view/rows.ts';
import type { PageColumn } from './table.tsx';

const WIDTH = 160;
const HEIGHT = 16;
const MARGIN = 6;

/** What is drawn. */
type Drawn = Pick<RankedRow, 'ratio' | 'finding'>;

/** A logarithmic axis. */
export interface RatioScale {
  readonly domain: Domain;
  /** Ratios at which the axis has a line. */
  readonly ticks: readonly number[];
}

/** As many ticks have room for their labels. */
const MOST_TICKS = 6;

/** The axis that has room for every interval and for 1. */
export function ratioScale(rows: readonly Pick<Drawn, 'ratio'>[]): RatioScale {
  const ends = rows.flatMap(({ ratio }) => [ratio.low ?? ratio.estimate, ratio.high ?? ratio.estimate]);
  const domain = logDomain([1, ...ends]);
  return { domain, ticks: [...new Set([1, ...logTicks(domain, MOST_TICKS)])] };
}

function position({ domain: [low, high] }: RatioScale, ratio: number): number {
  const share = Math.log(ratio / low) / Math.log(high / low);
  return Number((MARGIN + share * (WIDTH - 2 * MARGIN)).toFixed(1));
}

/**
 * The drawings as a column.
 *
 * @param all what the axis has room for
 * @param of null for a row without a ratio
 */
export function drawnColumn<Row>(all: readonly Drawn[], of: (row: Row) => Drawn | null): PageColumn<Row> {
  const scale = ratioScale(all);
  const head = (
    <>
      <span class="unseen">ratio and interval, drawn</span>
      <RatioAxis scale={scale} />
    </>
  );
  const cell = (row: Row) => {
    const drawn = of(row);
    return drawn && <IntervalBar row={drawn} scale={scale} />;
  };
  return { head, class: 'axis-cell', cell };
}

/** For the head of the column. Labels that would touch are left out, never that of 1. */
export function RatioAxis({ scale }: { scale: RatioScale }): VNode {
  const one = position(scale, 1);
  const shown = scale.ticks.filter((tick) => tick === 1 || Math.abs(position(scale, tick) - one) >= 26);
  return (
    <svg class="axis" width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {shown.map((tick) => (
        <text key={tick} x={position(scale, tick)} y={12} text-anchor="middle">
          {plainNumber(tick)}
        </text>
      ))}
    </svg>
  );
}

/**
 * The interval as a line, the estimate as a mark: filled where the finding claims a difference, hollow where it doesn't,
 * a diamond for the baseline. The numbers stand beside it, so that it has no text of its own.
 */
export function IntervalBar({ row, scale }: { row: Drawn; scale: RatioScale }): VNode {
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
