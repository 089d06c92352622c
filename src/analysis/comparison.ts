/**
 * From timed slices to the ratio of two rows. The unit of sampling is a round, which is a fresh process of each row:
 * slices of one process resemble each other too much to be counted as independent (src/run, and docs/evidence/ways-of-measuring.md).
 */
import { CONFIDENCE, centreOf, errorPValue, type StandardError } from '../stats/centre.ts';
import { mean, median, sortSamples, standardDeviation } from '../stats/samples.ts';
import type { Interval } from '../stats/signed-rank.ts';
import { sliceTime, type TimedSlice } from '../stats/slice.ts';

/** One round's comparison: the median over `blocks` common blocks of ln(t / t of the baseline), t in ns per operation. */
export interface RoundLog {
  readonly round: number;
  readonly log: number;
  readonly blocks: number;
}

export interface Comparison {
  /** t / t of the baseline: above 1 is slower. */
  readonly ratio: number;
  /** Of the ratio; null for fewer than two rounds. */
  readonly interval: Interval | null;
  /** Of ln(ratio); null likewise. */
  readonly error: StandardError | null;
  /** Two-sided, of "no difference", by that error; not adjusted for several comparisons. */
  readonly pValue: number;
  readonly rounds: number;
  /** Standard deviation of ln(ratio) from launch to launch, about a relative spread; null for fewer than two rounds. */
  readonly spread: number | null;
}

/** Of each round and block the time of an operation in ns. Code that compares many pairs finds them once for each row. */
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

/** As `roundLogs`, of slices. */
export function roundLogRatios(row: Iterable<TimedSlice>, baseline: Iterable<TimedSlice>): RoundLog[] {
  return roundLogs(blockTimes(row), blockTimes(baseline));
}

/**
 * Compares a row with the baseline round by round, slices of the same block with each other. Rounds without a common
 * block are not in the result, so that a row that failed half-way leaves what it had.
 *
 * @returns ascending by round
 */
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
 * The ratio and its interval from the rounds; null for none. Both are found on logarithms and then exponentiated.
 *
 * @param error when more is known of it than these rounds say, see `tableErrors`
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

/**
 * With a ratio that more than its own rounds tell of, as the quotient of two rows' places on one scale: the interval moves
 * with it and still holds all that the rounds tell, so that it is right as often.
 */
export function withRatio(ratio: number, comparison: Comparison): Comparison {
  const by = ratio / comparison.ratio;
  const [down, up] = [Math.min(1, by), Math.max(1, by)];
  return { ...comparison, ratio, interval: multiplied(comparison.interval, down, up) };
}

/** Its ends times so much, the upper one times another number where there is one. */
export function multiplied(interval: Interval | null, low: number, high = low): Interval | null {
  return interval && { ...interval, low: interval.low * low, high: interval.high * high };
}

export function exponentiated(interval: Interval | null): Interval | null {
  return interval && { ...interval, low: Math.exp(interval.low), high: Math.exp(interval.high) };
}

/**
 * The round-by-round comparison of `a` with `b`: slices of the same block with each other, and in rounds in which the two
 * were in different groups through the row that is in all groups. Only rounds that both have.
 *
 * @param through the recorded baseline's
 */
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

/**
 * Half the width of a ratio's interval on the logarithmic scale: 0.02 is ± 2 %. This is what a run's target is compared
 * with. `Infinity` without an interval, or when its confidence falls short of 95 %: too few rounds to tell.
 */
export function halfWidth(interval: Interval | null): number {
  if (interval === null || interval.confidence < CONFIDENCE) return Number.POSITIVE_INFINITY;
  return Math.log(interval.high / interval.low) / 2;
}

/** A row's own time, in ns per operation. */
export interface TimeEstimate {
  /** Hodges-Lehmann estimate over rounds, each with the median of its slices. */
  readonly centre: number;
  /** Of the centre; null for fewer than two rounds. */
  readonly interval: Interval | null;
  /** Of ln(centre); null likewise. */
  readonly error: StandardError | null;
  /** Over all slices alike. */
  readonly mean: number;
  readonly median: number;
  readonly minimum: number;
  readonly maximum: number;
  /** Of the slices; null for fewer than two. */
  readonly standardDeviation: number | null;
  /** Of each round the median of its slices, ascending by round. */
  readonly roundTimes: readonly number[];
  readonly rounds: number;
  readonly slices: number;
}

/** A row's time with the same machinery as a ratio's; null without slices. */
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
    standardDeviation: standardDeviation(all),
    roundTimes,
    rounds: logs.length,
    slices: all.length,
  };
}
