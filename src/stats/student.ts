export function studentPValue(t: number, degrees: number): number {
  if (!(degrees > 0)) return 1;
  return betaRatio(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/** Returns the t for which P(|T| < t) is `confidence`, where T has Student's distribution. @throws RangeError */
export function studentCritical(confidence: number, degrees: number): number {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`no confidence: ${confidence}`);
  if (!(degrees > 0)) throw new RangeError(`no degrees of freedom: ${degrees}`);
  // Bisection needs a bounded variable: the angle θ of t = √ν · tan θ. In terms of θ, the p-value is I_{cos² θ}(ν/2, 1/2).
  const scale = logBeta(degrees / 2, 0.5);
  const within = (angle: number) => 1 - betaRatio(Math.cos(angle) ** 2, degrees / 2, 0.5, scale);
  let low = 0;
  let high = Math.PI / 2;
  for (let middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (within(middle) < confidence) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

/**
 * Regularized incomplete beta function I_x(a, b); NIST Digital Library of Mathematical Functions (DLMF), 8.17.
 * @param scale ln B(a, b), if the caller has it already
 */
function betaRatio(x: number, a: number, b: number, scale = logBeta(a, b)): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - scale);
  // The continued fraction converges quickly only for small x. For larger x, formula 8.17.4 exchanges a and b.
  return x < (a + 1) / (a + b + 2)
    ? (front / a) * betaFraction(x, a, b)
    : 1 - (front / b) * betaFraction(1 - x, b, a);
}

/** The continued fraction DLMF 8.17.22 by the modified Lentz method (DLMF 3.10.3). */
function betaFraction(x: number, a: number, b: number): number {
  let [fraction, c, d, change] = [1, 1, 0, 0];
  for (let n = 1; Math.abs(change - 1) > Number.EPSILON && n <= MOST_TERMS; n++) {
    const m = Math.floor(n / 2);
    const term =
      n % 2 === 0
        ? (m * (b - m) * x) / ((a + n - 1) * (a + n))
        : (-(a + m) * (a + b + m) * x) / ((a + n - 1) * (a + n));
    d = 1 / (1 + term * d);
    c = 1 + term / c;
    change = c * d;
    fraction *= change;
  }
  return 1 / fraction;
}

/** Maximum number of terms. A million degrees of freedom need fewer. */
const MOST_TERMS = 10_000;

/** Logarithm of the beta function B(a, b); DLMF 5.12.1. */
function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/**
 * ln Γ(x) for x > 0 by Stirling's series (DLMF 5.11.1). The series needs a large argument, so x is first raised to at least 15 by
 * Γ(x + 1) = x · Γ(x).
 */
function logGamma(x: number): number {
  let shift = 0;
  let z = x;
  for (; z < 15; z++) shift += Math.log(z);
  const square = z * z;
  const series = (1 / 12 - (1 / 360 - (1 / 1260 - 1 / (1680 * square)) / square) / square) / z;
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - shift;
}
