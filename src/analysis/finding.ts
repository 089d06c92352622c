import type { Adjusted } from '../stats/adjusted.ts';
import { CONFIDENCE, SETTLED_ROUNDS } from '../stats/centre.ts';
import type { Comparison } from './comparison.ts';
import { excludesOne } from './figures.ts';

/** Minimum and maximum number of rounds of a full run. In between, a case ends when its intervals are narrow enough. */
export const FULL_ROUNDS = { minimum: SETTLED_ROUNDS, maximum: 30 } as const;
/**
 * Rounds of a quick run. Times vary more between processes than within one, so five short rounds are better than three long ones.
 */
export const QUICK_ROUNDS = { minimum: 5, maximum: 5 } as const;
export const USUAL_TARGET = 0.02;

/** Half-width that variation between runs adds to a table's intervals, rounded (see `acrossRuns`). */
const RUN_MARGIN = 0.03;

/** Margin around 1 for the finding `same` (see `findingOf`): ± 5 % for a target of ± 2 %. */
export function sameMargin(target: number): number {
  return Math.hypot(2 * target, RUN_MARGIN);
}

export type Finding = 'faster' | 'slower' | 'same' | 'unclear';

/**
 * How certain a finding is:
 *
 * - `established`: the interval excludes 1 and the test agrees after Holm's adjustment, or the interval lies within the margin around 1.
 * - `likely`: less certain, or other programs disturbed the case; at most one in ten has the wrong direction (docs/EVIDENCE.md).
 */
export type Grade = 'established' | 'likely' | 'unclear';

export interface Graded {
  readonly finding: Finding;
  readonly grade: Grade;
}

export interface Judgement extends Graded {
  readonly preliminary: boolean;
  /** P-value adjusted for all comparisons judged together. */
  readonly pValue: number;
}

/**
 * At most this share of likely findings is about rows that are in fact equal, and at most half of it, one finding in ten, has the
 * wrong direction (Benjamini and Yekutieli 2005).
 */
const LIKELY_RATE = 0.2;

/** Like `LIKELY_RATE`, for changes between two runs. */
export const CHANGE_RATE = 0.05;

/** Factor by which a ratio may be wrong if other programs disturbed most comparisons. */
export const DISTURBED_RATIO = 1.25;

/** Minimum ratio for a finding from a single round: in trials, no larger one had the wrong direction (docs/EVIDENCE.md). */
const ONE_ROUND_RATIO = 1.5;

type Judged = Pick<Comparison, 'ratio' | 'interval'>;

export function graded(
  comparison: Judged,
  pValues: Adjusted,
  margin: number,
  disturbed: boolean,
  rate = LIKELY_RATE,
): Graded {
  const established = findingOf(comparison, pValues.family, margin);
  if (established !== 'unclear') return { finding: established, grade: disturbed ? 'likely' : 'established' };
  // The margin is doubled in a disturbed case, because other programs may shift a ratio by a few percent in all rounds.
  const likely = likelyFinding(comparison, pValues.discovery <= rate, disturbed ? 2 * margin : margin);
  return { finding: likely, grade: likely === 'unclear' ? likely : 'likely' };
}

/** A single round has no interval: only a large difference counts as a finding. */
function likelyFinding({ ratio, interval }: Judged, isFound: boolean, margin: number): Finding {
  const least = interval === null ? Math.max(ONE_ROUND_RATIO, 1 + margin) : 1 + margin;
  if (Math.abs(Math.log(ratio)) <= Math.log(least)) return 'unclear';
  if (interval !== null && !(isFound && excludesOne(interval))) return 'unclear';
  return ratio < 1 ? 'faster' : 'slower';
}

function findingOf({ interval }: Judged, pValue: number, margin: number): Finding {
  if (interval === null) return 'unclear';
  const distinct = pValue <= 1 - CONFIDENCE;
  if (distinct && interval.high < 1) return 'faster';
  if (distinct && interval.low > 1) return 'slower';
  const logMargin = Math.log1p(margin);
  const inside = Math.log(interval.low) >= -logMargin && Math.log(interval.high) <= logMargin;
  return inside ? 'same' : 'unclear';
}
