import { errorInterval, type StandardError } from './centre.ts';
import { type Comparison, exponentiated, type TimeEstimate } from './comparison.ts';
import type { Interval } from './signed-rank.ts';

export interface DerivedTime {
  /** As it was timed. */
  readonly own: TimeEstimate;
  /** ns per operation. */
  readonly centre: number;
  readonly interval: Interval | null;
  /** Centre over the row's own: what its other times are multiplied by, and its rates divided, to belong to it. */
  readonly factor: number;
}

/**
 * A row's time at the pace that the machine had over all rounds of the baseline: the baseline's time, times the row's
 * ratio. A row that left early was timed in other rounds than the rest; its own time would contradict its ratio.
 *
 * Its error is that of double sampling with a regression estimate of slope 1 (Cochran, Sampling Techniques, 1977, 12.6).
 */
export function timeByRatio(own: TimeEstimate, baseline: TimeEstimate, ratio: Comparison): DerivedTime {
  const centre = baseline.centre * ratio.ratio;
  const error = derivedError(own, baseline, ratio);
  const interval = error && exponentiated(errorInterval(Math.log(centre), error));
  return { own, centre, interval, factor: centre / own.centre };
}

function derivedError(own: TimeEstimate, baseline: TimeEstimate, ratio: Comparison): StandardError | null {
  if (own.error === null) return null;
  const share = Math.min(1, own.rounds / baseline.rounds);
  const ofRatio = ratio.error ?? { error: 0, degrees: own.error.degrees };
  return {
    error: Math.sqrt((1 - share) * ofRatio.error ** 2 + share * own.error.error ** 2),
    degrees: own.error.degrees,
  };
}
