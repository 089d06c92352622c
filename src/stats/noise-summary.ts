/** From comparisons of a serializer with itself to what they say about the machine and the method. */
import { CONFIDENCE } from './centre.ts';
import type { Comparison } from './comparison.ts';
import { FULL_ROUNDS } from './judgement.ts';
import { expectedHalfWidth, type Rate, type RatioSpread, ratioSpread, wilsonRate } from './noise.ts';
import { standardDeviation } from './samples.ts';
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

export interface WaySummary {
  readonly falseAlarms: Rate | null;
  readonly spread: RatioSpread;
}

export interface Reach {
  /** Half-width of the interval, e.g. 0.02. */
  readonly target: number;
  /** Rounds in which nine of ten comparisons reach it. */
  readonly rounds: number;
}

export interface NoiseSummary {
  readonly comparisons: number;
  readonly interleaved: WaySummary;
  readonly naive: WaySummary;
  /** Standard deviation of the log ratio from round to round, all comparisons alike; null for fewer than two rounds. */
  readonly roundSpread: number | null;
  /** Mean of the comparisons; null where the system doesn't tell. */
  readonly waited: number | null;
  /** The narrowest usual target that a full run reaches here; null when it reaches none. */
  readonly reach: Reach | null;
}

/** Targets that people ask for. No known machine reaches ±0.5 %. */
export const USUAL_TARGETS = [0.01, 0.015, 0.02, 0.03, 0.05, 0.1] as const;

/**
 * @param attempts of one condition, at least one
 * @param draw a whole number from 0 to below its argument
 */
export function summarizeNoise(attempts: readonly Attempt[], draw: (below: number) => number): NoiseSummary {
  const logs = attempts.flatMap(({ interleaved }) => interleaved.logs);
  const waits = attempts.flatMap(({ waited }) => (waited === null ? [] : [waited]));
  return {
    comparisons: attempts.length,
    interleaved: {
      falseAlarms: alarmRate(attempts.map(({ interleaved }) => excludesOne(interleaved.comparison))),
      spread: ratioSpread(attempts.map(({ interleaved }) => interleaved.comparison.ratio)),
    },
    naive: {
      falseAlarms: alarmRate(
        attempts.flatMap(({ naive }) => (naive.welch ? [naive.welch.pValue <= 1 - CONFIDENCE] : [])),
      ),
      spread: ratioSpread(attempts.map(({ naive }) => naive.ratio)),
    },
    roundSpread: standardDeviation(logs),
    waited: waits.length === attempts.length ? total(waits) / waits.length : null,
    reach: reachOf(logs, draw),
  };
}

/** Whether the interval says that there is a difference where there is none. */
export function excludesOne({ interval }: Comparison): boolean {
  return interval !== null && (interval.low > 1 || interval.high < 1);
}

/**
 * The narrowest usual target that nine of ten full runs reach where single rounds scatter like `logs`, and in how many
 * rounds; null when none is reached, or there are too few rounds to tell.
 */
export function reachOf(logs: readonly number[], draw: (below: number) => number): Reach | null {
  for (const target of USUAL_TARGETS) {
    if ((expectedHalfWidth(logs, FULL_ROUNDS.maximum, draw) ?? Number.POSITIVE_INFINITY) > target) continue;
    for (let rounds = FULL_ROUNDS.minimum; rounds < FULL_ROUNDS.maximum; rounds += 2)
      if (expectedHalfWidth(logs, rounds, draw)! <= target) return { target, rounds };
    return { target, rounds: FULL_ROUNDS.maximum };
  }
  return null;
}

function alarmRate(alarms: readonly boolean[]): Rate | null {
  return wilsonRate(alarms.filter(Boolean).length, alarms.length);
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
