import { standardDeviation } from './samples.ts';
import { type Interval, signedRankCentre } from './signed-rank.ts';
import { studentCritical, studentPValue } from './student.ts';

export const CONFIDENCE = 0.95;

/**
 * From this number of values on, `centreOf` uses the signed-rank interval, whose confidence is too low for few values (75 % for
 * three).
 */
export const SETTLED_ROUNDS = 10;

export interface StandardError {
  readonly error: number;
  readonly degrees: number;
}

export function ownError(values: readonly number[]): StandardError | null {
  const deviation = standardDeviation(values);
  if (deviation === null) return null;
  return { error: deviation / Math.sqrt(values.length), degrees: values.length - 1 };
}

/**
 * Estimates the centre of `values`. With ten or more, the interval is that of Wilcoxon's signed-rank test, which assumes only a
 * symmetric distribution; with fewer, Student's (null if `error` is).
 * @param error for Student's interval; by default the standard error of the mean
 */
export function centreOf(
  values: readonly number[],
  error: StandardError | null = ownError(values),
  confidence = CONFIDENCE,
) {
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

export function errorPValue(estimate: number, error: StandardError | null): number {
  if (error === null) return 1;
  if (error.error === 0) return estimate === 0 ? 1 : 0;
  return studentPValue(estimate / error.error, error.degrees);
}

/** Standard error of a sum or difference of independent estimates, with degrees of freedom by Welch and Satterthwaite. */
export function combinedError(parts: readonly StandardError[]): StandardError {
  const variances = parts.map(({ error }) => error ** 2);
  const variance = variances.reduce((sum, one) => sum + one, 0);
  const weights = parts.reduce((sum, { degrees }, i) => sum + variances[i]! ** 2 / degrees, 0);
  const least = Math.min(...parts.map(({ degrees }) => degrees));
  return { error: Math.sqrt(variance), degrees: weights === 0 ? least : variance ** 2 / weights };
}
