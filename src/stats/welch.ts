/**
 * Welch's t-test, the usual test of "A measured first, then B". wiremark judges nothing by it, since slices of one
 * process are not independent; `wiremark noise` shows what it would say.
 */
import { mean, standardDeviation } from './samples.ts';

export interface WelchTest {
  readonly t: number;
  /** Degrees of freedom after Welch and Satterthwaite; seldom whole. */
  readonly degrees: number;
  /** Two-sided, of "the means are the same". */
  readonly pValue: number;
}

/**
 * Compares the means of two samples whose variances may differ (B. L. Welch, Biometrika 34, 1947).
 *
 * @returns null when a sample has fewer than two values, or neither varies: then there is nothing to test with
 */
export function welchTest(a: readonly number[], b: readonly number[]): WelchTest | null {
  const [first, second] = [standardDeviation(a), standardDeviation(b)];
  if (first === null || second === null) return null;
  const [u, v] = [first ** 2 / a.length, second ** 2 / b.length];
  if (u + v === 0) return null;
  const t = (mean(a) - mean(b)) / Math.sqrt(u + v);
  const degrees = (u + v) ** 2 / (u ** 2 / (a.length - 1) + v ** 2 / (b.length - 1));
  return { t, degrees, pValue: betaRatio(degrees / (degrees + t * t), degrees / 2, 0.5) };
}

/** The regularized incomplete beta function I_x(a, b); NIST Digital Library of Mathematical Functions, 8.17. */
function betaRatio(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // The fraction converges fast only below the mean; beyond it, 8.17.4 turns it round.
  return x < (a + 1) / (a + b + 2)
    ? (front / a) * betaFraction(x, a, b)
    : 1 - (front / b) * betaFraction(1 - x, b, a);
}

/** The continued fraction 8.17.22, from its end: enough terms for every double here. */
function betaFraction(x: number, a: number, b: number): number {
  const terms = 400;
  let fraction = 1;
  for (let n = terms; n >= 1; n--) {
    const m = Math.floor(n / 2);
    const d =
      n % 2 === 0
        ? (m * (b - m) * x) / ((a + n - 1) * (a + n))
        : (-(a + m) * (a + b + m) * x) / ((a + n - 1) * (a + n));
    fraction = 1 + d / fraction;
  }
  return 1 / fraction;
}

/** ln Γ(x) for x > 0: Stirling's series (5.11.1), with the argument raised by the recurrence to where it is exact. */
function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  for (; z < 15; z++) shift += Math.log(z);
  const square = z * z;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / z;
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - shift;
}
