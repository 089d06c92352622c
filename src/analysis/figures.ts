import { errorInterval, ownError } from '../stats/centre.ts';
import { medianTimes, unseenTimes } from '../stats/first-sight.ts';
import { groupBy } from '../stats/group-by.ts';
import { mean, median, sortSamples, standardDeviation } from '../stats/samples.ts';
import type { Interval } from '../stats/signed-rank.ts';
import { sliceTime, type TimedSlice } from '../stats/slice.ts';
import { launchSteadiness } from '../stats/steady.ts';
import type { Sample } from '../store/record/record.ts';
import type { TimeEstimate } from './comparison.ts';
import type { ScaledTime } from './times.ts';

/** Confidence of the errors in `Spread`, as in JMH and BenchmarkDotNet. */
const ERROR_CONFIDENCE = 0.999;

/** Minimum number of rounds for the error in `Spread`: with three rounds, it would be 32 standard errors. */
export const ERROR_ROUNDS = 4;

export interface Figures {
  /** `estimate` is computed from rounds; mean, median, minimum and maximum are those of all slices. */
  readonly nsPerOp: Estimate & Pick<TimeEstimate, 'mean' | 'median' | 'minimum' | 'maximum'>;
  readonly roundTimes: readonly number[];
  readonly roundSummary: Spread & { readonly mean: number };
  readonly throughput: Spread & { readonly estimate: number };
  readonly rounds: number;
  readonly samples: number;
  readonly longestSlice: number;
  readonly start: StartTimes;
  readonly steadiness: { readonly launches: number; readonly steady: number };
  readonly firstSight: UnseenFigure | null;
}

/** A figure with its confidence interval; `low`, `high` and `confidence` are null if there are too few rounds. */
export interface Estimate {
  readonly estimate: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly confidence: number | null;
}

export function estimateOf(estimate: number, interval: Interval | null): Estimate {
  const { low = null, high = null, confidence = null } = interval ?? {};
  return { estimate, low, high, confidence };
}

export function halfWidthOf({ low, high }: Pick<Estimate, 'low' | 'high'>): number | null {
  return low === null || high === null ? null : Math.log(high / low) / 2;
}

export function excludesOne({ low, high }: Pick<Estimate, 'low' | 'high'>): boolean {
  return low !== null && high !== null && (low > 1 || high < 1);
}

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
    firstSight: unseenFigure([...slices, ...others]),
  };
}

/** @param complete number of complete rounds. Results of later rounds weren't verified, so their slices are left out */
export function timedSlices(samples: readonly Sample[], complete = Number.POSITIVE_INFINITY): Sample[] {
  return samples.filter(({ phase, round }) => phase === 'block' && round < complete);
}

function ratesOf(slices: readonly TimedSlice[], factor: number): number[] {
  return [...groupBy(slices, ({ round }) => round).values()].map((round) => {
    const ops = round.reduce((sum, slice) => sum + slice.ops, 0);
    const ns = round.reduce((sum, slice) => sum + sliceTime(slice) * slice.ops, 0);
    return (ops / (ns * factor)) * 1e9;
  });
}

/**
 * Variation over rounds. A round counts as one observation, like a fork in JMH. `error` is the half-width of the mean's 99.9 %
 * interval.
 */
export interface Spread {
  readonly error: number | null;
  readonly deviation: number | null;
}

function spreadOf(rounds: readonly number[]): Spread {
  return {
    error: rounds.length < ERROR_ROUNDS ? null : errorInterval(0, ownError(rounds)!, ERROR_CONFIDENCE).high,
    deviation: standardDeviation(rounds),
  };
}

function unseenFigure(samples: readonly Sample[]): UnseenFigure | null {
  const times = unseenTimes(samples);
  const figure = overLaunches(times.map(({ unseen, known }) => unseen / known));
  if (figure === null) return null;
  const { unseen, known } = medianTimes(times);
  return { ...figure, unseenNs: unseen, knownNs: known };
}

interface StartTimes {
  readonly coldStart: LaunchFigure | null;
  readonly firstOperation: LaunchFigure | null;
}

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

export interface LaunchFigure extends Pick<TimeEstimate, 'median' | 'minimum' | 'maximum'> {
  readonly launches: number;
}

interface UnseenFigure extends LaunchFigure {
  readonly unseenNs: number;
  readonly knownNs: number;
}

function overLaunches(figures: readonly number[]): LaunchFigure | null {
  if (figures.length === 0) return null;
  const sorted = sortSamples(figures);
  return { median: median(sorted), minimum: sorted[0]!, maximum: sorted.at(-1)!, launches: sorted.length };
}
