/** Student's t distribution, for the "± error" that tables in the style of JMH print. */
import { mean, standardDeviation } from './samples.ts';

/**
 * P(|T| ≤ t) for whole degrees of freedom, with t = √ν · tan θ: the finite sums 26.7.3 and 26.7.4 of Abramowitz and
 * Stegun, Handbook of Mathematical Functions (1964).
 */
function centralProbability(theta: number, degrees: number): number {
  const sine = Math.sin(theta);
  const cosine = Math.cos(theta);
  const odd = degrees % 2 === 1;
  let term = odd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = odd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= ((power - 1) / power) * cosine * cosine;
    sum += term;
  }
  return odd ? (2 / Math.PI) * (theta + sine * sum) : sine * sum;
}

/**
 * The t that |T| stays below with probability `confidence`: for 0.999 the 99.95 % quantile. Found by bisection of the
 * angle, to the last bits of a double.
 *
 * @param confidence between 0 and 1
 * @param degrees degrees of freedom, a positive integer
 */
export function studentCritical(confidence: number, degrees: number): number {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`no confidence: ${confidence}`);
  if (!Number.isInteger(degrees) || degrees < 1) throw new RangeError(`no degrees of freedom: ${degrees}`);
  let low = 0;
  let high = Math.PI / 2;
  for (let middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2) {
    if (centralProbability(middle, degrees) < confidence) low = middle;
    else high = middle;
  }
  return Math.sqrt(degrees) * Math.tan(low);
}

export interface MeanInterval {
  readonly mean: number;
  /** Half the interval's width: what stands after the ±. */
  readonly error: number;
  readonly low: number;
  readonly high: number;
}

/** The t interval of the mean, mean ± t · s/√n; null for fewer than two values. */
export function studentInterval(values: readonly number[], confidence: number): MeanInterval | null {
  const deviation = standardDeviation(values);
  if (deviation === null) return null;
  const middle = mean(values);
  const error = (studentCritical(confidence, values.length - 1) * deviation) / Math.sqrt(values.length);
  return { mean: middle, error, low: middle - error, high: middle + error };
}
