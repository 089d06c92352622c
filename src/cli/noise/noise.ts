import { DEFAULT_SUITE, loadCatalog } from '../../bench/definitions.ts';
import { openWorkbench } from '../../bench/workbench.ts';
import { documentsName } from '../../define/names.ts';
import { resolveSettings } from '../../measure/settings.ts';
import { observeNoise, planNoise } from '../../noise/observe.ts';
import { noiseJson, noiseText } from '../../noise/report.ts';
import { contenderName } from '../../plan/case.ts';
import { attended } from '../attended.ts';
import type { ExitCode, Place } from '../place.ts';
import { put } from '../print.ts';
import { withTime } from '../status.ts';
import type { NoiseOptions } from './command.ts';

/** `wiremark noise`: compares a serializer with itself and says how far this machine's figures can be trusted. */
export async function noise(place: Place, options: NoiseOptions): Promise<ExitCode> {
  const catalog = loadCatalog(place.home);
  const { serializer = catalog.suites.get(DEFAULT_SUITE)!.baseline, budget, dataset, task } = options;
  const plan = planNoise(catalog, { serializer, dataset, task });
  const [planned] = plan.cases;
  return attended({ what: 'what was measured is kept' }, async ({ status, signal }) => {
    const preparing = withTime(status);
    const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress: preparing, signal });
    const begin = performance.now();
    const found = await observeNoise(
      workbench,
      planned!,
      { seed: resolveSettings(options).seed, budget },
      {
        signal,
        preparing,
        note: (text) => status.note(`wiremark: ${text}`),
        progress: ({ round, step }) => {
          const seconds = Math.round((performance.now() - begin) / 1000);
          status.show(`round ${round + 1}: ${step}; ${seconds} s of about ${budget} s`);
        },
      },
    );
    status.clear();
    if (found === null) return 130;
    const what = { serializer: contenderName(planned!.baseline), dataset: documentsName(planned!), task };
    const report = { what, ...found };
    put(options.format === 'json' ? noiseJson(report) : noiseText(report), options.out);
    return signal.aborted ? 130 : 0;
  });
}
