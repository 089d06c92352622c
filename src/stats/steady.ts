/** Detects whether processes have warmed up. */
import { median, sortSamples } from './samples.ts';

/** Largest relative difference between the medians of the last three slices and the three before. */
const TOLERANCE = 0.03;

/** Target length of a slice. 10 ms was no better than 50 ms, and shorter slices are dominated by the scheduler. */
export const SLICE_NS = 50_000_000;

/** Slices after a warm-up that are recorded as part of it, but don't decide whether it is over. */
export const SETTLING_SLICES = 2;

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

/**
 * Whether a slice of a warm-up counts: slices that are still growing don't. They have grown when one has half of the target
 * length or is a single batch.
 */
export function tellsOfWarmth({ ops, ns }: WarmupSlice, batch: number): boolean {
  return ns >= SLICE_NS / 2 || ops === batch;
}

export interface WarmupSlice {
  readonly ops: number;
  readonly ns: number;
  readonly compileNs?: number;
}

/** Share of a slice: less compilation is an occasional small method. */
const COMPILING = 0.1;

/**
 * Whether a process has warmed up, by the last six slices that tell: its times are steady, and its runtime wasn't compiling while they were taken. On a
 * busy machine an optimizing compiler may need seconds, in which slow code runs at a steady pace.
 *
 * @param slices of the warm-up, in the order in which they were taken
 * @param batch of the case
 */
export function isWarm(slices: readonly WarmupSlice[], batch: number): boolean {
  const telling = slices.filter((slice) => tellsOfWarmth(slice, batch));
  const compiling = telling.slice(-3).some(({ ns, compileNs = 0 }) => compileNs > COMPILING * ns);
  return !compiling && isSteady(telling.map(({ ns, ops }) => ns / ops));
}

export interface LaunchSample extends WarmupSlice {
  readonly round: number;
  readonly phase: string;
  readonly block: number;
}

/**
 * How many of a row's processes were steady when timing began, found from their warm-ups just as measuring decided.
 *
 * @param samples all of one contender on one case, in the order in which they were recorded
 * @param batch of the case
 * @returns `launches`, those that were timed; `steady`, those of them whose warm-up ended because times were steady, and not
 *   because it had lasted long enough
 */
export function launchSteadiness(samples: readonly LaunchSample[], batch: number) {
  const found = launches(samples).filter(({ timed }) => timed);
  const steady = found.filter(({ warmups }) => isWarm(warmups.slice(0, -SETTLING_SLICES), batch));
  return { launches: found.length, steady: steady.length };
}

interface Launch {
  readonly warmups: LaunchSample[];
  timed: boolean;
}

/** One after another; a process's warm-up begins at 0. The baseline may have several processes in a round. */
function launches(samples: readonly LaunchSample[]): Launch[] {
  const found: Launch[] = [];
  for (const sample of samples) {
    if (sample.phase === 'warmup') {
      if (sample.block === 0) found.push({ warmups: [], timed: false });
      found.at(-1)?.warmups.push(sample);
    } else if (sample.phase === 'block') {
      const launch = found.at(-1);
      if (launch) launch.timed = true;
    }
  }
  return found;
}
