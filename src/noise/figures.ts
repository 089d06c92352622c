/** What rounds of a serializer beside itself say about a machine. The true ratio is 1, so all else is noise. */
import { CONFIDENCE } from '../stats/centre.ts';
import { type Comparison, compare, type RoundLog } from '../stats/comparison.ts';
import { FULL_ROUNDS } from '../stats/judgement.ts';
import { quantile, sortSamples, standardDeviation } from '../stats/samples.ts';
import { signedRankInterval } from '../stats/signed-rank.ts';

export interface Noise {
  readonly rounds: number;
  /** Standard deviation of the log ratio from round to round, about a relative spread; null for fewer than two rounds. */
  readonly spread: number | null;
  /** What runs of the fewest rounds would have said: one after the other, without what is left at the end. */
  readonly runs: readonly Comparison[];
  /** The narrowest usual target that a full run reaches here; null when it reaches none. */
  readonly reach: Reach | null;
}

export interface Reach {
  /** Half-width of the interval, e.g. 0.02. */
  readonly target: number;
  /** Rounds in which nine of ten comparisons reach it. */
  readonly rounds: number;
}

/** Targets that people ask for. No known machine reaches ±0.5 %. */
const USUAL_TARGETS = [0.01, 0.015, 0.02, 0.03, 0.05, 0.1] as const;

/**
 * @param rounds of the serializer and itself
 * @param draw a whole number from 0 to below its argument
 */
export function noiseOf(rounds: readonly RoundLog[], draw: (below: number) => number): Noise {
  const logs = rounds.map(({ log }) => log);
  const least = FULL_ROUNDS.minimum;
  const begins = Array.from({ length: Math.floor(rounds.length / least) }, (_, i) => i * least);
  const runs = begins.flatMap((begin) => compare(rounds.slice(begin, begin + least)) ?? []);
  return { rounds: rounds.length, spread: standardDeviation(logs), runs, reach: reachOf(logs, draw) };
}

/** Whether the interval says that there is a difference. */
export function excludesOne({ interval }: Comparison): boolean {
  return interval !== null && (interval.low > 1 || interval.high < 1);
}

/**
 * The narrowest usual target that nine of ten full runs reach where single rounds scatter like `logs`, and in how many
 * rounds; null when none is reached, or there are too few rounds to tell.
 */
function reachOf(logs: readonly number[], draw: (below: number) => number): Reach | null {
  for (const target of USUAL_TARGETS) {
    const reaches = (rounds: number) => (expectedHalfWidth(logs, rounds, draw) ?? Infinity) <= target;
    if (!reaches(FULL_ROUNDS.maximum)) continue;
    let rounds = FULL_ROUNDS.minimum;
    while (rounds < FULL_ROUNDS.maximum && !reaches(rounds)) rounds += 2;
    return { target, rounds };
  }
  return null;
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
