/** From a row's samples to its figures. Nothing here knows of other rows. */
import { errorInterval, ownError } from '../stats/centre.ts';
import { firstSights } from '../stats/first-sight.ts';
import { groupBy } from '../stats/group-by.ts';
import { mean, median, sortSamples, standardDeviation } from '../stats/samples.ts';
import type { Interval } from '../stats/signed-rank.ts';
import { sliceTime, type TimedSlice } from '../stats/slice.ts';
import { launchSteadiness } from '../stats/steady.ts';
import type { Sample } from '../store/record/record.ts';
import type { TimeEstimate } from './comparison.ts';
import type { ScaledTime } from './times.ts';

/** The confidence of what JMH and BenchmarkDotNet call an error. */
const ERROR_CONFIDENCE = 0.999;

/**
 * With fewer rounds that error is no figure: of two or three it is 637 and 32 standard errors, several times the value
 * itself.
 */
export const ERROR_ROUNDS = 4;

export interface Figures {
  /** Nanoseconds per operation. The estimate is over rounds; the four plain figures are over all slices alike. */
  readonly nsPerOp: Estimate & Pick<TimeEstimate, 'mean' | 'median' | 'minimum' | 'maximum'>;
  /** Median ns per operation of each round. */
  readonly roundTimes: readonly number[];
  readonly roundSummary: Spread & { readonly mean: number };
  /** Operations per second, by that time; how far they spread is over rounds. */
  readonly throughput: Spread & { readonly estimate: number };
  readonly rounds: number;
  /** Timed slices. */
  readonly samples: number;
  /** Operations of the longest slice. */
  readonly longestSlice: number;
  readonly start: StartTimes;
  /** Launches, and those that had warmed up until their times were steady. */
  readonly steadiness: { readonly launches: number; readonly steady: number };
  /** Time of documents that a process has never seen as a multiple of those that it knows. */
  readonly firstSight: LaunchFigure | null;
  readonly idleCores: number | null;
}

/** A figure with its interval; its ends and confidence are null after a single round. */
export interface Estimate {
  readonly estimate: number;
  readonly low: number | null;
  readonly high: number | null;
  /** What the interval really has, e.g. 0.75 for three rounds. */
  readonly confidence: number | null;
}

export function estimateOf(estimate: number, interval: Interval | null): Estimate {
  const { low = null, high = null, confidence = null } = interval ?? {};
  return { estimate, low, high, confidence };
}

/**
 * @param samples all of one contender on one case, of every phase
 * @param slices those of them that count
 * @param batch documents in a batch
 * @param time the row's by its ratio: all others are moved with it
 */
export function figuresOf(
  samples: readonly Sample[],
  slices: readonly Sample[],
  batch: number,
  { own, centre, interval, factor }: ScaledTime,
): Figures {
  const roundTimes = own.roundTimes.map((ns) => ns * factor);
  const others = samples.filter(({ phase }) => phase !== 'block');
  return {
    nsPerOp: {
      ...estimateOf(centre, interval),
      mean: own.mean * factor,
      median: own.median * factor,
      minimum: own.minimum * factor,
      maximum: own.maximum * factor,
    },
    roundTimes,
    roundSummary: { ...spreadOf(roundTimes), mean: mean(roundTimes) },
    throughput: { ...spreadOf(ratesOf(slices, factor)), estimate: 1e9 / centre },
    rounds: own.rounds,
    samples: own.slices,
    longestSlice: slices.reduce((most, { ops }) => Math.max(most, ops), 0),
    start: startTimes(samples),
    steadiness: launchSteadiness(samples, batch),
    firstSight: overLaunches(firstSights([...slices, ...others])),
    idleCores: idleCores(samples),
  };
}

/** @param whole rounds that are whole: of one that was under way when the run ended, nothing was verified */
export function timedSlices(samples: readonly Sample[], whole = Number.POSITIVE_INFINITY): Sample[] {
  return samples.filter(({ phase, round }) => phase === 'block' && round < whole);
}

function ratesOf(slices: readonly TimedSlice[], factor: number): number[] {
  return [...groupBy(slices, ({ round }) => round).values()].map((round) => {
    const ops = round.reduce((sum, slice) => sum + slice.ops, 0);
    const ns = round.reduce((sum, slice) => sum + sliceTime(slice) * slice.ops, 0);
    return (ops / (ns * factor)) * 1e9;
  });
}

/**
 * As JMH and BenchmarkDotNet sum up: a round is one observation, as a fork's iteration is there, for slices of one process are
 * not independent.
 */
export interface Spread {
  /** Half of the interval of the mean; null where there are too few rounds. */
  readonly error: number | null;
  readonly deviation: number | null;
}

function spreadOf(rounds: readonly number[]): Spread {
  return {
    error: rounds.length < ERROR_ROUNDS ? null : errorInterval(0, ownError(rounds)!, ERROR_CONFIDENCE).high,
    deviation: standardDeviation(rounds),
  };
}

function idleCores(samples: readonly Sample[]): number | null {
  const idle = samples.filter(({ phase, ns }) => phase === 'idle' && ns > 0);
  if (idle.length === 0) return null;
  const total = (of: (sample: Sample) => number) => idle.reduce((sum, one) => sum + of(one), 0);
  return total(({ cpuNs }) => cpuNs) / total(({ ns }) => ns);
}

/** In ns. */
interface StartTimes {
  /** From starting the process to its first operation's end. */
  readonly coldStart: LaunchFigure | null;
  readonly firstOperation: LaunchFigure | null;
}

/** A launch's start and first operation have the same round and block; what has only one of them is left out. */
function startTimes(samples: readonly Sample[]): StartTimes {
  const launch = ({ round, block }: Sample) => `${round} ${block}`;
  const starting = samples.filter(({ phase }) => phase === 'start');
  const starts = new Map(starting.map((start) => [launch(start), start.ns]));
  const first = samples.filter(({ phase }) => phase === 'first');
  const cold = first.flatMap((sample) => {
    const start = starts.get(launch(sample));
    return start === undefined ? [] : [start + sample.ns];
  });
  return {
    coldStart: overLaunches(cold),
    firstOperation: overLaunches(first.map(({ ns, ops }) => ns / ops)),
  };
}

/** Of a figure that every launch has once. */
export interface LaunchFigure extends Pick<TimeEstimate, 'median' | 'minimum' | 'maximum'> {
  readonly launches: number;
}

function overLaunches(figures: readonly number[]): LaunchFigure | null {
  if (figures.length === 0) return null;
  const sorted = sortSamples(figures);
  return { median: median(sorted), minimum: sorted[0]!, maximum: sorted.at(-1)!, launches: sorted.length };
}
