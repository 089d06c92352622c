import { DEFAULT_SUITE, loadCatalog } from '../../bench/definitions.ts';
import { type NoiseSettings, type NoiseWatch, observeNoise, planNoise } from '../../bench/noise.ts';
import { openWorkbench } from '../../bench/workbench.ts';
import { resolveSettings } from '../../measure/settings.ts';
import { noiseJson, noiseText } from '../../report/noise/noise.ts';
import { attended } from '../attended.ts';
import type { ExitCode, Place } from '../place.ts';
import { put } from '../print.ts';
import { withTime } from '../status.ts';
import type { NoiseOptions } from './command.ts';

/** Seconds, without a budget or a number of comparisons. */
const BUDGET = 180;

/** `wiremark noise`: compares a serializer with itself and says how far this machine's figures can be trusted. */
export async function noise(place: Place, options: NoiseOptions): Promise<ExitCode> {
  const catalog = loadCatalog(place.home);
  const { serializer = catalog.suites.get(DEFAULT_SUITE)!.baseline, dataset, task } = options;
  const what = { serializer, dataset, task };
  const plan = planNoise(catalog, what);
  const { rounds, blocks, load, comparisons = null } = options;
  const budget = options.budget ?? (comparisons === null ? BUDGET : null);
  const settings = { seed: resolveSettings(options).seed, rounds, blocks, load, comparisons, budget };
  return attended({ what: 'what was compared is kept' }, async ({ status, signal }) => {
    const { cache } = place;
    const workbench = await openWorkbench({ plan, catalog, cache, progress: withTime(status), signal });
    const watch = watching(settings, status.show);
    const found = await observeNoise(workbench, plan.cases[0]!, settings, { ...watch, signal });
    status.clear();
    if (found === null) return 130;
    const report = { what, ...found };
    put(options.format === 'json' ? noiseJson(report) : noiseText(report), options.out);
    return signal.aborted ? 130 : 0;
  });
}

function watching({ rounds, comparisons, budget }: NoiseSettings, show: (text: string) => void): NoiseWatch {
  const begin = performance.now();
  const most = comparisons === null ? '' : ` of ${comparisons} for each condition`;
  const end = budget === null ? '' : ` of about ${budget} s`;
  return {
    preparing: show,
    note: (text) => process.stderr.write(`wiremark: ${text}\n`),
    progress: ({ attempt, condition, way, progress }) => {
      const seconds = Math.round((performance.now() - begin) / 1000);
      const where = way === 'naive' ? 'one, then the other' : `round ${progress.round + 1} of ${rounds}`;
      show(`comparison ${attempt + 1}${most} (${condition}), ${where}: ${progress.step}; ${seconds} s${end}`);
    },
  };
}
