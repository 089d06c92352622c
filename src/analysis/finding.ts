import type { Adjusted } from '../stats/adjusted.ts';
import { CONFIDENCE, SETTLED_ROUNDS } from '../stats/centre.ts';
import type { Comparison } from './comparison.ts';
import { excludesOne } from './figures.ts';

/** Rounds of a full run, which stops when its intervals are narrow enough. */
export const FULL_ROUNDS = { minimum: SETTLED_ROUNDS, maximum: 30 } as const;
/** Launches differ more than slices of one launch: five short rounds are better than three long ones (docs/EVIDENCE.md). */
export const QUICK_ROUNDS = { minimum: 5, maximum: 5 } as const;
/** Default target: half-width of intervals. */
export const USUAL_TARGET = 0.02;

/** Rows within this margin count as the same; intervals of equal rows usually fit into it. */
export function sameMargin(target: number): number {
  return 2 * target;
}

export type Finding = 'faster' | 'slower' | 'same' | 'unclear';

/**
 * - `established`: the interval excludes 1, or lies within the margin around 1, and the test agrees after Holm's adjustment.
 * - `likely`: less sure, or disturbed by other programs; at most one in ten points the wrong way (docs/EVIDENCE.md).
 * - `unclear`: no finding.
 */
export type Grade = 'established' | 'likely' | 'unclear';

export interface Graded {
  readonly finding: Finding;
  readonly grade: Grade;
}

export interface Judgement extends Graded {
  /** Fewer than ten rounds. */
  readonly preliminary: boolean;
  /** Adjusted for all comparisons of the table. */
  readonly pValue: number;
}

/** Largest share of likely claims about equal rows; half of them point the wrong way (Benjamini and Yekutieli 2005). */
const LIKELY_RATE = 0.2;

/** The same for changes between runs. */
export const CHANGE_RATE = 0.05;

/** Error factor of ratios if other programs disturbed most comparisons. */
export const DISTURBED_RATIO = 1.25;

/** Least ratio that one round can show; in trials no round was this wrong (docs/EVIDENCE.md). */
const ONE_ROUND_RATIO = 1.5;

type Judged = Pick<Comparison, 'ratio' | 'interval'>;

/** @param rate false discovery rate up to which a difference beyond `margin` is likely */
export function graded(
  comparison: Judged,
  pValues: Adjusted,
  margin: number,
  disturbed: boolean,
  rate = LIKELY_RATE,
): Graded {
  const established = findingOf(comparison, pValues.family, margin);
  if (established !== 'unclear') return { finding: established, grade: disturbed ? 'likely' : 'established' };
  // Other programs may shift a ratio by a few percent in all rounds, hence twice the margin.
  const likely = leaning(comparison, pValues.discovery <= rate, disturbed ? 2 * margin : margin);
  return { finding: likely, grade: likely === 'unclear' ? likely : 'likely' };
}

/** The interval must exclude 1, too. A single round has no interval; only a large difference counts. */
function leaning({ ratio, interval }: Judged, isFound: boolean, margin: number): Finding {
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
