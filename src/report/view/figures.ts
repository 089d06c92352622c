/** From a row's samples to its figures. Nothing here knows of other rows. */
import { sliceTime, type TimedSlice, type TimeEstimate } from '../../stats/comparison.ts';
import type { DerivedTime } from '../../stats/derived.ts';
import { mean, median, sortSamples, standardDeviation } from '../../stats/samples.ts';
import type { Interval } from '../../stats/signed-rank.ts';
import { launchSteadiness } from '../../stats/steady.ts';
import { studentInterval } from '../../stats/student.ts';
import type { Sample } from '../../store/record.ts';
import { launchFacts } from './launches.ts';
import type { Estimate, LaunchTime, OperationTime } from './rows.ts';

/** The confidence of what JMH and BenchmarkDotNet call an error. */
const ERROR_CONFIDENCE = 0.999;

/**
 * With fewer rounds that error is no figure: of two or three it is 637 and 32 standard errors, several times the value
 * itself.
 */
export const ERROR_ROUNDS = 4;

/** What a view needs of a sample; who has only timed slices, as a page, leaves the rest out. */
export type ViewSample = Pick<Sample, 'case' | 'contender' | 'round' | 'phase' | 'block' | 'ops' | 'ns'> &
  Pick<Sample, 'waitNs'> &
  Partial<Pick<Sample, 'compileNs' | 'cpuNs'>>;

export type Figures = ReturnType<typeof figuresOf>;

export function estimateOf(estimate: number, interval: Interval | null): Estimate {
  const { low = null, high = null, confidence = null } = interval ?? {};
  return { estimate, low, high, confidence };
}

/**
 * @param samples all of one contender on one case, of every phase
 * @param slices those of them that count
 * @param batch documents in a batch
 * @param own the time of these slices
 * @param derived the row's time by its ratio: all others are moved with it
 */
export function figuresOf(
  samples: readonly ViewSample[],
  slices: readonly ViewSample[],
  batch: number,
  own: TimeEstimate,
  { centre, interval, factor }: DerivedTime,
) {
  const roundTimes = own.roundTimes.map((ns) => ns * factor);
  const nsPerOp: OperationTime = {
    ...estimateOf(centre, interval),
    mean: own.mean * factor,
    median: own.median * factor,
    minimum: own.minimum * factor,
    maximum: own.maximum * factor,
  };
  return {
    nsPerOp,
    batch: batchTime(nsPerOp, slices, batch),
    throughput: throughputOf(slices, factor),
    // Median ns per operation of each round.
    roundTimes,
    roundSummary: roundSummary(roundTimes),
    rounds: own.rounds,
    // Timed slices.
    samples: own.slices,
    // Launches, and those that had warmed up until their times were steady.
    steadiness: launchSteadiness(samples, batch),
    start: startTimes(samples),
    ...launchFacts(samples, slices),
  };
}

/**
 * The slices that count.
 *
 * @param whole rounds that are whole: of one that was under way when the run ended, nothing was verified
 */
export function timedSlices<S extends Pick<Sample, 'phase' | 'round'>>(
  samples: readonly S[],
  whole = Number.POSITIVE_INFINITY,
): S[] {
  return samples.filter(({ phase, round }) => phase === 'block' && round < whole);
}

/** Milliseconds for a batch, over slices; the spread is in percent of the average, both positive. */
function batchTime(nsPerOp: OperationTime, slices: readonly TimedSlice[], batch: number) {
  const [average, minimum, maximum] = [nsPerOp.mean, nsPerOp.minimum, nsPerOp.maximum].map(
    (ns) => ns * batch * 1e-6,
  ) as [number, number, number];
  const longest = slices.reduce((most, { ops }) => Math.max(most, ops), 0);
  return {
    average,
    minimum,
    maximum,
    spreadBelow: (100 * (average - minimum)) / average,
    spreadAbove: (100 * (maximum - average)) / average,
    // In the longest slice: above 1, minimum and maximum are those of means of so many batches.
    batchesPerSlice: longest / batch,
  };
}

/** Operations per second: a round is one observation, as a fork's iteration is JMH's: slices of one process are not independent. */
function throughputOf(slices: readonly TimedSlice[], factor: number) {
  const rounds = new Map<number, { ops: number; ns: number }>();
  for (const slice of slices) {
    const total = rounds.get(slice.round) ?? { ops: 0, ns: 0 };
    rounds.set(slice.round, total);
    total.ops += slice.ops;
    total.ns += sliceTime(slice) * slice.ops;
  }
  const rates = [...rounds.values()].map(({ ops, ns }) => (ops / (ns * factor)) * 1e9);
  return {
    score: mean(rates),
    error: errorOf(rates),
    deviation: standardDeviation(rates),
    rounds: rates.length,
  };
}

/** Half of the interval of the mean over rounds; null where there are too few of them. */
function errorOf(values: readonly number[]): number | null {
  return values.length < ERROR_ROUNDS ? null : studentInterval(values, ERROR_CONFIDENCE)!.error;
}

/** Nanoseconds per operation as BenchmarkDotNet sums them up; an observation is a round, with the median of its slices. */
function roundSummary(times: readonly number[]) {
  const sorted = sortSamples(times);
  return {
    mean: mean(times),
    error: errorOf(times),
    deviation: standardDeviation(times),
    minimum: sorted[0]!,
    maximum: sorted.at(-1)!,
  };
}

/** From starting the process to its first operation's end, and that alone. A launch's start and first operation have the same round and block; what has only one of them is left out. */
function startTimes(samples: readonly ViewSample[]) {
  const starts = new Map(
    samples.filter(({ phase }) => phase === 'start').map((start) => [launchKey(start), start.ns]),
  );
  const first = samples.filter(({ phase }) => phase === 'first');
  const cold = first.flatMap((sample) => {
    const start = starts.get(launchKey(sample));
    return start === undefined ? [] : [start + sample.ns];
  });
  return {
    coldStart: launchTime(cold),
    firstOperation: launchTime(first.map(({ ns, ops }) => ns / ops)),
  };
}

const launchKey = ({ round, block }: ViewSample): string => `${round} ${block}`;

function launchTime(times: readonly number[]): LaunchTime | null {
  if (times.length === 0) return null;
  const sorted = sortSamples(times);
  return {
    median: median(sorted),
    minimum: sorted[0]!,
    maximum: sorted[sorted.length - 1]!,
    launches: sorted.length,
  };
}
