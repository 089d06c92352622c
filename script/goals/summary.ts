/** From comparisons of a serializer with itself to what they say about the method. */

import { excludesOne } from '../../src/noise/figures.ts';
import { CONFIDENCE } from '../../src/stats/centre.ts';
import { mean, sortSamples, standardDeviation } from '../../src/stats/samples.ts';
import type { Attempt } from './twins.ts';

/** @param attempts at least one */
export function summarize(attempts: readonly Attempt[]) {
  const waits = attempts.flatMap(({ waited }) => waited ?? []);
  const comparisons = attempts.map(({ interleaved }) => interleaved);
  const tests = attempts.flatMap(({ naive }) => naive.welch ?? []);
  return {
    interleaved: summarizeWay(comparisons.map(excludesOne), comparisons),
    naive: summarizeWay(
      tests.map(({ pValue }) => pValue <= 1 - CONFIDENCE),
      attempts.map(({ naive }) => naive),
    ),
    /** Mean of the comparisons; null where the system doesn't tell. */
    waited: waits.length === attempts.length ? mean(waits) : null,
  };
}

function summarizeWay(alarms: readonly boolean[], compared: readonly { readonly ratio: number }[]) {
  const falseAlarms = wilsonRate(alarms.filter(Boolean).length, alarms.length);
  return { falseAlarms, spread: ratioSpread(compared.map(({ ratio }) => ratio)) };
}

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
