/** A logarithmic axis for ratios. */
import { type Domain, logDomain, logTicks } from '../../report/charts/frame/ticks.ts';
import type { RankedRow } from '../../report/view/rows.ts';

export interface RatioScale {
  readonly domain: Domain;
  /** Ratios at which the axis has a line. */
  readonly ticks: readonly number[];
}

/** As many ticks have room for their labels. */
const MOST_TICKS = 6;

/** The axis that has room for every interval and for 1. */
export function ratioScale(rows: readonly Pick<RankedRow, 'ratio'>[]): RatioScale {
  const ends = rows.flatMap(({ ratio }) => [ratio.low ?? ratio.estimate, ratio.high ?? ratio.estimate]);
  const domain = logDomain([1, ...ends]);
  return { domain, ticks: [...new Set([1, ...logTicks(domain, MOST_TICKS)])] };
}
