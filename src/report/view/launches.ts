/** What is known of a row's processes beside the slices that count. */
import { firstSights } from '../../stats/first-sight.ts';
import { median, sortSamples } from '../../stats/samples.ts';
import type { ViewSample } from './figures.ts';
import type { FirstSight, LaunchFacts } from './rows.ts';

/**
 * @param samples all of one contender on one case, of every phase
 * @param slices those of them that count
 */
export function launchFacts(samples: readonly ViewSample[], slices: readonly ViewSample[]): LaunchFacts {
  return { firstSight: firstSight(samples, slices), idleCores: idleCores(samples) };
}

function firstSight(samples: readonly ViewSample[], slices: readonly ViewSample[]): FirstSight | null {
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

/** CPU time over time, all rounds together. */
function idleCores(samples: readonly ViewSample[]): number | null {
  const idle = samples.filter(({ phase, ns }) => phase === 'idle' && ns > 0);
  if (idle.length === 0) return null;
  const total = (of: (sample: ViewSample) => number) => idle.reduce((sum, one) => sum + of(one), 0);
  return total(({ cpuNs = 0 }) => cpuNs) / total(({ ns }) => ns);
}
