import { errorInterval, type StandardError } from '../stats/centre.ts';
import type { Interval } from '../stats/signed-rank.ts';
import { type Comparison, exponentiated, type TimeEstimate } from './comparison.ts';

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
 * ratio. A row that left early was timed in other rounds than the rest; its own time would contradict its ratio wherever
 * the machine has changed its pace since.
 *
 * The error has a part of the ratio's, known from the row's rounds alone, and one of the row's own time, which the further
 * rounds of the baseline make smaller (double sampling with a regression estimate of slope 1: Cochran, Sampling Techniques,
 * 1977, section 12.6). A row that has all rounds has the error of its own time.
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
