/** From comparisons of a serializer with itself to what they say about the machine and the method. */
import { CONFIDENCE } from './centre.ts';
import type { Comparison } from './comparison.ts';
import { FULL_ROUNDS } from './judgement.ts';
import { expectedHalfWidth, ratioSpread, wilsonRate } from './noise.ts';
import { mean, standardDeviation } from './samples.ts';
import type { WelchTest } from './welch.ts';

/** One comparison of a serializer with itself, and the same time spent the naive way. */
export interface Attempt {
  /** Fresh processes and interleaved slices, as in every run. */
  readonly interleaved: {
    readonly comparison: Comparison;
    /** Log ratio of each round. */
    readonly logs: readonly number[];
  };
  /** One process with as many slices, then another: A first, then B. */
  readonly naive: {
    readonly ratio: number;
    /** Null when the slices didn't vary at all. */
    readonly welch: WelchTest | null;
  };
  /** Share of the timed slices' time that they waited for a core; null where the system doesn't tell. */
  readonly waited: number | null;
}

export type WaySummary = ReturnType<typeof summarizeWay>;
export type NoiseSummary = ReturnType<typeof summarizeNoise>;

export interface Reach {
  /** Half-width of the interval, e.g. 0.02. */
  readonly target: number;
  /** Rounds in which nine of ten comparisons reach it. */
  readonly rounds: number;
}

/** Targets that people ask for. No known machine reaches ±0.5 %. */
const USUAL_TARGETS = [0.01, 0.015, 0.02, 0.03, 0.05, 0.1] as const;

/**
 * @param attempts of one condition, at least one
 * @param draw a whole number from 0 to below its argument
 */
export function summarizeNoise(attempts: readonly Attempt[], draw: (below: number) => number) {
  const logs = attempts.flatMap(({ interleaved }) => interleaved.logs);
  const waits = attempts.flatMap(({ waited }) => (waited === null ? [] : [waited]));
  const comparisons = attempts.map(({ interleaved }) => interleaved.comparison);
  const tests = attempts.flatMap(({ naive }) => naive.welch ?? []);
  return {
    comparisons: attempts.length,
    interleaved: summarizeWay(comparisons.map(excludesOne), comparisons),
    naive: summarizeWay(
      tests.map(({ pValue }) => pValue <= 1 - CONFIDENCE),
      attempts.map(({ naive }) => naive),
    ),
    /** Standard deviation of the log ratio from round to round, all comparisons alike; null for fewer than two rounds. */
    roundSpread: standardDeviation(logs),
    /** Mean of the comparisons; null where the system doesn't tell. */
    waited: waits.length === attempts.length ? mean(waits) : null,
    /** The narrowest usual target that a full run reaches here; null when it reaches none. */
    reach: reachOf(logs, draw),
  };
}

function summarizeWay(alarms: readonly boolean[], ratios: readonly Pick<Comparison, 'ratio'>[]) {
  const falseAlarms = wilsonRate(alarms.filter(Boolean).length, alarms.length);
  return { falseAlarms, spread: ratioSpread(ratios.map(({ ratio }) => ratio)) };
}

/** Whether the interval says that there is a difference where there is none. */
function excludesOne({ interval }: Comparison): boolean {
  return interval !== null && (interval.low > 1 || interval.high < 1);
}

/**
 * The narrowest usual target that nine of ten full runs reach where single rounds scatter like `logs`, and in how many
 * rounds; null when none is reached, or there are too few rounds to tell.
 */
function reachOf(logs: readonly number[], draw: (below: number) => number): Reach | null {
  for (const target of USUAL_TARGETS) {
    if ((expectedHalfWidth(logs, FULL_ROUNDS.maximum, draw) ?? Number.POSITIVE_INFINITY) > target) continue;
    for (let rounds = FULL_ROUNDS.minimum; rounds < FULL_ROUNDS.maximum; rounds += 2)
      if (expectedHalfWidth(logs, rounds, draw)! <= target) return { target, rounds };
    return { target, rounds: FULL_ROUNDS.maximum };
  }
  return null;
}
