/** Where the middle of a few values lies, and how far that may be off. */
import { standardDeviation } from './samples.ts';
import { type Interval, signedRankCentre } from './signed-rank.ts';
import { studentCritical, studentPValue } from './student.ts';

/** The confidence of intervals wherever nothing else is said. */
export const CONFIDENCE = 0.95;

/** From this many values on the exact signed-rank interval serves; it has no more than 75 % to offer for three. */
export const SETTLED_ROUNDS = 10;

/** How far an estimate scatters by chance. */
export interface StandardError {
  readonly error: number;
  /** Degrees of freedom that the error itself is known with. */
  readonly degrees: number;
}

export interface Centre {
  /** The Hodges-Lehmann estimate, a pseudo-median: the median of all pairwise means. */
  readonly estimate: number;
  /** Null for fewer than two values. */
  readonly interval: Interval | null;
  /** Null likewise. */
  readonly error: StandardError | null;
}

/** The error of a mean, s/√n, by the values' own spread; null for fewer than two. */
export function ownError(values: readonly number[]): StandardError | null {
  const deviation = standardDeviation(values);
  return deviation === null
    ? null
    : { error: deviation / Math.sqrt(values.length), degrees: values.length - 1 };
}

/**
 * Estimate and interval. From ten values on the interval is that of Wilcoxon's signed-rank test, which asks nothing but
 * symmetry; below that Student's, estimate ± t · error.
 *
 * @param error when more is known of it than the values say
 * @throws RangeError for no values
 */
export function centreOf(
  values: readonly number[],
  error: StandardError | null = ownError(values),
  confidence = CONFIDENCE,
): Centre {
  const { estimate, interval } = signedRankCentre(values, confidence);
  if (values.length >= SETTLED_ROUNDS) return { estimate, interval, error };
  return { estimate, interval: error && errorInterval(estimate, error, confidence), error };
}

export function errorInterval(
  estimate: number,
  { error, degrees }: StandardError,
  confidence = CONFIDENCE,
): Interval {
  const half = error === 0 ? 0 : error * studentCritical(confidence, degrees);
  return { low: estimate - half, high: estimate + half, confidence };
}

/** Two-sided, of "the true value is 0"; 1 when nothing is known of the error. */
export function errorPValue(estimate: number, error: StandardError | null): number {
  if (error === null) return 1;
  if (error.error === 0) return estimate === 0 ? 1 : 0;
  return studentPValue(estimate / error.error, error.degrees);
}

/** Errors of a sum or difference of independent estimates: variances add up, degrees after Welch and Satterthwaite. */
export function combinedError(parts: readonly StandardError[]): StandardError {
  const variances = parts.map(({ error }) => error ** 2);
  const variance = variances.reduce((sum, one) => sum + one, 0);
  const weights = parts.reduce((sum, { degrees }, i) => sum + variances[i]! ** 2 / degrees, 0);
  const least = Math.min(...parts.map(({ degrees }) => degrees));
  return { error: Math.sqrt(variance), degrees: weights === 0 ? least : variance ** 2 / weights };
}
