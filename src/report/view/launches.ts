/** What is known of a row's processes beside the slices that count. */
import { firstSights } from '../../stats/first-sight.ts';
import { median, sortSamples } from '../../stats/samples.ts';
import { launchSteadiness } from '../../stats/steady.ts';
import type { ViewSample } from './figures.ts';

export type LaunchFacts = ReturnType<typeof launchFacts>;

/**
 * @param samples all of one contender on one case, of every phase
 * @param slices those of them that count
 * @param batch documents in a batch
 */
export function launchFacts(samples: readonly ViewSample[], slices: readonly ViewSample[], batch: number) {
  const fresh = samples.filter(({ phase }) => phase === 'fresh');
  return {
    // Launches, and those that had warmed up until their times were steady.
    steadiness: launchSteadiness(samples, batch),
    // Time of documents that a process has never seen as a multiple of those that it is warm with.
    firstSight: overLaunches(fresh.length === 0 ? [] : firstSights([...slices, ...fresh])),
    idleCores: idleCores(samples),
  };
}

/** Cores that the processes kept busy while others were timed, all rounds together; null where that was not measured. */
function idleCores(samples: readonly ViewSample[]): number | null {
  const idle = samples.filter(({ phase, ns }) => phase === 'idle' && ns > 0);
  if (idle.length === 0) return null;
  const total = (of: (sample: ViewSample) => number) => idle.reduce((sum, one) => sum + of(one), 0);
  return total(({ cpuNs = 0 }) => cpuNs) / total(({ ns }) => ns);
}

/**
 * From starting the process to its first operation's end, and that alone, in ns. A launch's start and first operation have
 * the same round and block; what has only one of them is left out.
 */
export function startTimes(samples: readonly ViewSample[]) {
  const launch = ({ round, block }: ViewSample) => `${round} ${block}`;
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

export type LaunchFigure = ReturnType<typeof overLaunches>;

/** Of a figure that every launch has once; null where none has it. */
function overLaunches(figures: readonly number[]) {
  if (figures.length === 0) return null;
  const sorted = sortSamples(figures);
  return { median: median(sorted), minimum: sorted[0]!, maximum: sorted.at(-1)!, launches: sorted.length };
}
