/**
 * Welch's t-test, the usual test of "A measured first, then B". wiremark judges no slices by it, since those of one
 * process are not independent; the goals show what it would say.
 */
import { mean, standardDeviation } from '../../src/stats/samples.ts';
import { studentPValue } from '../../src/stats/student.ts';

export type WelchTest = NonNullable<ReturnType<typeof welchTest>>;

/**
 * Compares the means of two samples whose variances may differ (B. L. Welch, Biometrika 34, 1947).
 *
 * @returns `degrees` of freedom after Welch and Satterthwaite, seldom whole; `pValue`, two-sided, of "the means are the
 *   same"; null when a sample has fewer than two values, or neither varies: then there is nothing to test with
 */
export function welchTest(a: readonly number[], b: readonly number[]) {
  const [first, second] = [standardDeviation(a), standardDeviation(b)];
  if (first === null || second === null) return null;
  const [u, v] = [first ** 2 / a.length, second ** 2 / b.length];
  if (u + v === 0) return null;
  const t = (mean(a) - mean(b)) / Math.sqrt(u + v);
  const degrees = (u + v) ** 2 / (u ** 2 / (a.length - 1) + v ** 2 / (b.length - 1));
  return { t, degrees, pValue: studentPValue(t, degrees) };
}
