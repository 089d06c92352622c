/** What is known of a row's processes beside the slices that count. */
import { firstSights } from '../../stats/first-sight.ts';
import { median, sortSamples } from '../../stats/samples.ts';
import type { ViewSample } from './figures.ts';

export type LaunchFacts = ReturnType<typeof launchFacts>;

/**
 * @param samples all of one contender on one case, of every phase
 * @param slices those of them that count
 */
export function launchFacts(samples: readonly ViewSample[], slices: readonly ViewSample[]) {
  return { firstSight: firstSight(samples, slices), idleCores: idleCores(samples) };
}

/**
 * Time of documents that a process has never seen as a multiple of those that it is warm with: the median over rounds, and the
 * extremes. Null where no new documents were timed.
 */
function firstSight(samples: readonly ViewSample[], slices: readonly ViewSample[]) {
  const fresh = samples.filter(({ phase }) => phase === 'fresh');
  const times = fresh.length === 0 ? [] : firstSights([...slices, ...fresh]);
  if (times.length === 0) return null;
  const sorted = sortSamples(times);
  return {
    times: median(sorted),
    minimum: sorted[0]!,
    maximum: sorted[sorted.length - 1]!,
    rounds: sorted.length,
  };
}

/** Cores that the processes kept busy while others were timed, all rounds together; null where that was not measured. */
function idleCores(samples: readonly ViewSample[]): number | null {
  const idle = samples.filter(({ phase, ns }) => phase === 'idle' && ns > 0);
  if (idle.length === 0) return null;
  const total = (of: (sample: ViewSample) => number) => idle.reduce((sum, one) => sum + of(one), 0);
  return total(({ cpuNs = 0 }) => cpuNs) / total(({ ns }) => ns);
}
