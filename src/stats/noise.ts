/** What many comparisons of a serializer with itself say about a machine. The true ratio is 1, so all else is noise. */
import { CONFIDENCE } from './centre.ts';
import { mean, quantile, sortSamples, standardDeviation } from './samples.ts';
import { signedRankInterval } from './signed-rank.ts';

/** The 97.5 % quantile of the normal distribution, to the last bit of a double. */
const NORMAL_QUANTILE = 1.959963984540054;

export type Rate = NonNullable<ReturnType<typeof wilsonRate>>;

/**
 * A share with the 95 % interval of Wilson (1927), which also says something when nothing or everything was counted; null when
 * there is nothing to share.
 *
 * @throws RangeError when it isn't one
 */
export function wilsonRate(count: number, of: number) {
  if (!Number.isInteger(count) || !Number.isInteger(of) || count < 0 || count > of)
    throw new RangeError(`no share: ${count} of ${of}`);
  if (of === 0) return null;
  const rate = count / of;
  const square = NORMAL_QUANTILE ** 2;
  const centre = (count + square / 2) / (of + square);
  const half = (NORMAL_QUANTILE / (of + square)) * Math.sqrt(of * rate * (1 - rate) + square / 4);
  // At the ends the interval reaches them; rounding must not keep it away.
  const [low, high] = [count === 0 ? 0 : centre - half, count === of ? 1 : centre + half];
  return { count, of, rate, low, high };
}

/**
 * How far ratios that should all be 1 lie apart.
 *
 * @returns `cv`, standard deviation over mean, null for fewer than two; `worst`, the farthest that any lies from 1, either way
 *   alike: 0.1 for 1.1 and for 1/1.1
 * @throws RangeError for none
 */
export function ratioSpread(ratios: readonly number[]) {
  const deviation = standardDeviation(ratios);
  const farthest = sortSamples(ratios.map((ratio) => Math.abs(Math.log(ratio)))).at(-1)!;
  return { cv: deviation === null ? null : deviation / mean(ratios), worst: Math.expm1(farthest) };
}

/** Draws for `expectedHalfWidth`: enough for two digits. */
const DRAWS = 200;

/**
 * How wide the interval of a comparison of `rounds` rounds will be where single rounds scatter like `logs`: half its
 * width on the logarithmic scale, which nine in ten of such comparisons stay within.
 *
 * Found by drawing rounds with replacement and making the very interval that a run makes.
 *
 * @param logs log ratios of single rounds, at least two
 * @param draw a whole number from 0 to below its argument
 * @returns null for fewer than two logs, or too few rounds for an interval of 95 %
 */
export function expectedHalfWidth(
  logs: readonly number[],
  rounds: number,
  draw: (below: number) => number,
): number | null {
  if (logs.length < 2) return null;
  const widths: number[] = [];
  for (let i = 0; i < DRAWS; i++) {
    const sample = Array.from({ length: rounds }, () => logs[draw(logs.length)]!);
    const interval = signedRankInterval(sample, CONFIDENCE);
    if (interval === null || interval.confidence < CONFIDENCE) return null;
    widths.push((interval.high - interval.low) / 2);
  }
  return quantile(sortSamples(widths), 0.9);
}
