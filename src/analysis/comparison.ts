/** Ratio of two rows' times. A round counts as one observation, because timings of the same process aren't independent. */
import { CONFIDENCE, centreOf, errorPValue, type StandardError } from '../stats/centre.ts';
import { onceFor } from '../stats/group-by.ts';
import { mean, median, sortSamples, standardDeviation } from '../stats/samples.ts';
import type { Interval } from '../stats/signed-rank.ts';
import { sliceTime, type TimedSlice } from '../stats/slice.ts';
import { studentCritical } from '../stats/student.ts';

/**
 * Comparison of two rows in one round: `log` is the median of ln(time / other row's time) over the blocks that both rows have
 * (if none, see `roundsBetween`), and `blocks` is their number. A block times each row of a group once (see `groups` in
 * src/run/case.ts).
 */
export interface RoundLog {
  readonly round: number;
  readonly log: number;
  readonly blocks: number;
}

export interface Comparison {
  /** Time / other row's time: above 1 is slower. */
  readonly ratio: number;
  /** Confidence interval of `ratio`; null, like `error`, if there are too few rounds. */
  readonly interval: Interval | null;
  /** Standard error of ln(ratio). */
  readonly error: StandardError | null;
  /** Two-sided p-value of "no difference", not adjusted for several comparisons. */
  readonly pValue: number;
  readonly rounds: number;
  readonly spread: number | null;
}

/** Time of an operation in ns, by round and block. */
export type BlockTimes = ReadonlyMap<number, ReadonlyMap<number, number>>;

export function blockTimes(slices: Iterable<TimedSlice>): BlockTimes {
  const rounds = new Map<number, Map<number, number>>();
  for (const slice of slices) {
    const time = sliceTime(slice);
    const round = rounds.get(slice.round);
    if (round) round.set(slice.block, time);
    else rounds.set(slice.round, new Map([[slice.block, time]]));
  }
  return rounds;
}

export function roundLogs(row: BlockTimes, baseline: BlockTimes): RoundLog[] {
  return [...row]
    .sort(([a], [b]) => a - b)
    .flatMap(([round, blocks]) => {
      const others = baseline.get(round);
      if (others === undefined) return [];
      const logs: number[] = [];
      for (const [block, time] of blocks) {
        const other = others.get(block);
        if (other !== undefined) logs.push(Math.log(time / other));
      }
      return logs.length === 0 ? [] : [{ round, log: median(sortSamples(logs)), blocks: logs.length }];
    });
}

/**
 * Ratio over all rounds; null if there are none.
 * @param error replaces the error that is estimated from `rounds` alone; an error from all rows of a table is more
 * precise
 */
export function compare(
  rounds: readonly RoundLog[],
  error?: StandardError | null,
  confidence = CONFIDENCE,
): Comparison | null {
  if (rounds.length === 0) return null;
  const logs = rounds.map((round) => round.log);
  const centre = centreOf(logs, error, confidence);
  return {
    ratio: Math.exp(centre.estimate),
    interval: exponentiated(centre.interval),
    error: centre.error,
    pValue: errorPValue(centre.estimate, centre.error),
    rounds: rounds.length,
    spread: standardDeviation(logs),
  };
}

/** Standard deviation of ln(ratio) between runs of the same code (docs/EVIDENCE.md). */
export const RUN_SPREAD = 0.0125;
/** Degrees of freedom of `RUN_SPREAD`: the number of pairs of runs that it was estimated from. */
export const SPREAD_DEGREES = 30;

const halfWidths = new Map<number, number>();

export function halfWidthOfRuns(confidence: number): number {
  return onceFor(halfWidths, confidence, () => RUN_SPREAD * studentCritical(confidence, SPREAD_DEGREES));
}

/** Widens the interval by the variation between runs, which the rounds of one run don't show. */
export function acrossRuns(comparison: Comparison): Comparison {
  const { ratio, interval } = comparison;
  if (interval === null) return comparison;
  const apart = halfWidthOfRuns(interval.confidence);
  const factor = (bound: number) => Math.exp(Math.hypot(Math.log(bound / ratio), apart));
  return {
    ...comparison,
    interval: { ...interval, low: ratio / factor(interval.low), high: ratio * factor(interval.high) },
  };
}

/**
 * Replaces the ratio. The new interval contains the old interval, and the old interval multiplied by the same factor as the
 * ratio.
 */
export function withRatio(ratio: number, comparison: Comparison): Comparison {
  const by = ratio / comparison.ratio;
  const [down, up] = [Math.min(1, by), Math.max(1, by)];
  return { ...comparison, ratio, interval: multiplied(comparison.interval, down, up) };
}

export function multiplied(interval: Interval | null, low: number, high = low): Interval | null {
  return interval && { ...interval, low: interval.low * low, high: interval.high * high };
}

export function exponentiated(interval: Interval | null): Interval | null {
  return interval && { ...interval, low: Math.exp(interval.low), high: Math.exp(interval.high) };
}

/** Compares `a` with `b` block by block. In rounds without a common block, compares both with a third row, `through`. */
export function roundsBetween(a: BlockTimes, b: BlockTimes, through: BlockTimes): RoundLog[] {
  const direct = roundLogs(a, b);
  const met = new Set(direct.map(({ round }) => round));
  const apart = new Map([...a].filter(([round]) => b.has(round) && !met.has(round)));
  if (apart.size === 0) return direct;
  const other = new Map(roundLogs(b, through).map((round) => [round.round, round]));
  const chained = roundLogs(apart, through).flatMap(({ round, log, blocks }) => {
    const match = other.get(round);
    return match ? [{ round, log: log - match.log, blocks: Math.min(blocks, match.blocks) }] : [];
  });
  return [...direct, ...chained].sort((x, y) => x.round - y.round);
}

/** Half-width on the logarithmic scale; infinite for null and for a confidence below 95 %. */
export function halfWidth(interval: Interval | null): number {
  if (interval === null || interval.confidence < CONFIDENCE) return Number.POSITIVE_INFINITY;
  return Math.log(interval.high / interval.low) / 2;
}

export interface TimeEstimate {
  /** Time of an operation in ns: Hodges-Lehmann estimate over the medians of the rounds, computed from their logarithms. */
  readonly centre: number;
  readonly interval: Interval | null;
  readonly error: StandardError | null;
  readonly mean: number;
  readonly median: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly roundTimes: readonly number[];
  readonly rounds: number;
  readonly slices: number;
}

export function estimateTime(blocks: BlockTimes): TimeEstimate | null {
  if (blocks.size === 0) return null;
  const roundTimes = [...blocks]
    .sort(([a], [b]) => a - b)
    .map(([, round]) => median(sortSamples(round.values())));
  const logs = roundTimes.map(Math.log);
  const all = sortSamples([...blocks.values()].flatMap((round) => [...round.values()]));
  const { estimate, interval, error } = centreOf(logs);
  return {
    centre: Math.exp(estimate),
    interval: exponentiated(interval),
    error,
    mean: mean(all),
    median: median(all),
    minimum: all[0]!,
    maximum: all[all.length - 1]!,
    roundTimes,
    rounds: logs.length,
    slices: all.length,
  };
}
