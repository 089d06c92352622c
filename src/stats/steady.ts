import { median, sortSamples } from './samples.ts';

/** How near the medians of the last three and the three before must be. */
const TOLERANCE = 0.03;

/**
 * Whether a process has warmed up: the median of the last three times per operation lies within 3 % of the median of
 * the three before. False for fewer than six.
 *
 * @param times ns per operation of whole slices, in the order in which they were taken
 */
export function isSteady(times: readonly number[]): boolean {
  if (times.length < 6) return false;
  const before = median(sortSamples(times.slice(-6, -3)));
  const now = median(sortSamples(times.slice(-3)));
  return Math.abs(now - before) <= TOLERANCE * before;
}
