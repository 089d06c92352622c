import { standardDeviation } from './samples.ts';
import { type Interval, signedRankCentre } from './signed-rank.ts';
import { studentCritical, studentPValue } from './student.ts';

export const CONFIDENCE = 0.95;

/** Fewest values for the signed-rank interval: with three, its confidence is only 75 %. */
export const SETTLED_ROUNDS = 10;

export interface StandardError {
  readonly error: number;
  readonly degrees: number;
}

interface Centre {
  /** The Hodges-Lehmann estimate, a pseudo-median: the median of all pairwise means. */
  readonly estimate: number;
  /** Interval of the estimate; null, as is `error`, for fewer than two values. */
  readonly interval: Interval | null;
  readonly error: StandardError | null;
}

/** Standard error s/√n of a mean; null for fewer than two values. */
export function ownError(values: readonly number[]): StandardError | null {
  const deviation = standardDeviation(values);
  if (deviation === null) return null;
  return { error: deviation / Math.sqrt(values.length), degrees: values.length - 1 };
}

/** From ten values on, the interval is that of Wilcoxon's signed-rank test, which assumes only symmetry; else Student's. */
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

/** Two-sided p-value of "the true value is 0"; 1 without an error. */
export function errorPValue(estimate: number, error: StandardError | null): number {
  if (error === null) return 1;
  if (error.error === 0) return estimate === 0 ? 1 : 0;
  return studentPValue(estimate / error.error, error.degrees);
}

/** Error of a sum or difference of independent estimates; degrees of freedom by Welch and Satterthwaite. */
export function combinedError(parts: readonly StandardError[]): StandardError {
  const variances = parts.map(({ error }) => error ** 2);
  const variance = variances.reduce((sum, one) => sum + one, 0);
  const weights = parts.reduce((sum, { degrees }, i) => sum + variances[i]! ** 2 / degrees, 0);
  const least = Math.min(...parts.map(({ degrees }) => degrees));
  return { error: Math.sqrt(variance), degrees: weights === 0 ? least : variance ** 2 / weights };
}
