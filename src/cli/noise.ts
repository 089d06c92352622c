import { availableParallelism } from 'node:os';
import type { Catalog } from '../define/catalog.ts';
import { type SuiteDefinition, TASKS, type Task } from '../define/types.ts';
import { recordMachine } from '../measure/machine.ts';
import { observeMachine } from '../measure/machine-use.ts';
import {
  CONDITIONS,
  measureNoise,
  NoiseError,
  type NoiseEvents,
  type NoiseInput,
  type NoisePlan,
  type Twin,
} from '../measure/noise.ts';
import { randomAt } from '../measure/random.ts';
import { resolveSettings } from '../measure/settings.ts';
import { contenderName, makePlan, type Plan } from '../plan/plan.ts';
import { noiseJson, noiseText } from '../report/noise.ts';
import type { NoiseReport } from '../report/noise-report.ts';
import { startLoad } from '../runner/load.ts';
import { summarizeNoise } from '../stats/noise-summary.ts';
import { attended } from './attended.ts';
import { loadCatalog } from './definitions.ts';
import { UsageError } from './errors.ts';
import { filtersFrom } from './options.ts';
import type { ExitCode, Place } from './place.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

export interface NoiseOptions {
  readonly serializer: string;
  readonly dataset: string;
  readonly task: string;
  readonly rounds: number;
  readonly blocks: number;
  readonly comparisons?: number;
  readonly budget?: number;
  readonly load?: number;
  readonly seed?: number;
  readonly format: 'terminal' | 'json';
}

/** Seconds, when neither a budget nor a number of comparisons is given. */
const BUDGET = 180;

/** How long we look at what the machine does without us, in milliseconds. */
const LOOK = 1_500;

/** `wiremark noise`: compares a serializer with itself and says how far this machine's numbers can be trusted. */
export async function noise(place: Place, options: NoiseOptions): Promise<ExitCode> {
  const { catalog, plan } = planNoise(place, options);
  try {
    return await attended('what was compared is kept', async ({ status, signal }) => {
      const { cache } = place;
      const workbench = await openWorkbench({ plan, catalog, cache, progress: status.show, signal });
      const report = await observe(workbench, options, { signal, show: status.show });
      status.clear();
      if (report === null) return 130;
      process.stdout.write(options.format === 'json' ? noiseJson(report) : noiseText(report));
      return signal.aborted ? 130 : 0;
    });
  } catch (error) {
    if (!(error instanceof NoiseError)) throw error;
    throw new UsageError(`${options.serializer} can't be compared with itself: ${error.message}`);
  }
}

/**
 * One serializer on one case, without a suite.
 *
 * @throws UsageError, EmptyPlanError
 */
export function planNoise(
  place: Place,
  options: Pick<NoiseOptions, 'serializer' | 'dataset' | 'task'>,
): { readonly catalog: Catalog; readonly plan: Plan } {
  const catalog = loadCatalog(place, {});
  const [dataset, size] = options.dataset.split('/') as [string, string | undefined];
  const sizes = catalog.datasets.get(dataset)?.sizes.map(({ name }) => name);
  if (!sizes?.includes(size ?? ''))
    throw new UsageError(
      sizes
        ? `dataset ${dataset} has the sizes ${sizes.map((name) => `${dataset}/${name}`).join(', ')}`
        : `there is no dataset "${dataset}". "wiremark list" shows all.`,
    );
  if (!TASKS.some((task) => task === options.task))
    throw new UsageError(`there is no task "${options.task}", only ${TASKS.join(', ')}`);
  const suite: SuiteDefinition = {
    name: 'noise',
    title: 'Noise',
    file: '',
    cases: [{ dataset, sizes: [size!], tasks: [options.task as Task] }],
    serializers: [options.serializer],
    baseline: options.serializer,
    style: 'default',
    batch: 1,
    quick: false,
  };
  const plan = makePlan(suite, catalog.runners, filtersFrom({}), false);
  const found = plan.contenders.map(contenderName);
  if (found.length > 1)
    throw new UsageError(`noise takes one serializer; "${options.serializer}" means ${found.join(', ')}`);
  return { catalog, plan };
}

interface Watching {
  readonly signal: AbortSignal;
  readonly show: (text: string) => void;
}

/** @returns null when it was interrupted before the first comparison was made */
async function observe(
  workbench: Workbench,
  options: NoiseOptions,
  { signal, show }: Watching,
): Promise<NoiseReport | null> {
  const begin = performance.now();
  const machine = await recordMachine();
  show('looking at what else this machine does');
  const use = await observeMachine(LOOK);
  const cores = availableParallelism();
  const burners = options.load ?? Math.max(1, cores - 1);
  const plan: NoisePlan = {
    seed: resolveSettings(options).seed,
    rounds: options.rounds,
    blocks: options.blocks,
    comparisons: options.comparisons ?? null,
    budget: options.budget ?? (options.comparisons === undefined ? BUDGET : null),
    conditions: burners === 0 ? ['quiet'] : CONDITIONS,
  };
  const attempts = await measureNoise(
    { ...noiseInput(workbench, plan, burners), signal },
    progressEvents(plan, show),
  );
  if (attempts.length === 0) return null;
  const draw = randomAt(plan.seed, 0);
  return {
    what: options,
    plan: { ...plan, load: burners },
    machine,
    use,
    seconds: (performance.now() - begin) / 1000,
    conditions: plan.conditions.flatMap((condition) => {
      const own = attempts.filter((attempt) => attempt.condition === condition);
      if (own.length === 0) return [];
      return [{ condition, summary: summarizeNoise(own, (below) => draw.below(below)) }];
    }),
    attempts,
  };
}

/**
 * A workbench's first case, its baseline taken twice.
 *
 * @throws NoiseError when it can't be had here
 */
export function noiseInput(workbench: Workbench, plan: NoisePlan, burners: number): NoiseInput {
  const planned = workbench.plan.cases[0]!;
  const contender = planned.baseline;
  const unavailable = workbench.unavailable(planned, contender);
  if (unavailable) throw new NoiseError(unavailable);
  return {
    plan,
    task: planned.task,
    documents: workbench.documents(planned),
    warmup: workbench.runner(contender).warmup,
    cores: availableParallelism(),
    start: () => workbench.start(planned, contender),
    verifyDump: async (_: Twin, set, file) => workbench.verify(planned, contender, set, file).verdict,
    startLoad: () => startLoad(burners, plan.seed),
  };
}

function progressEvents(plan: NoisePlan, show: (text: string) => void): NoiseEvents {
  const begin = performance.now();
  const most = plan.comparisons === null ? '' : ` of ${plan.comparisons * plan.conditions.length}`;
  const end = plan.budget === null ? '' : ` of about ${plan.budget} s`;
  return {
    progress: ({ attempt, condition, way, progress }) => {
      const seconds = Math.round((performance.now() - begin) / 1000);
      const where = way === 'naive' ? 'one, then the other' : `round ${progress.round + 1} of ${plan.rounds}`;
      show(`comparison ${attempt + 1}${most} (${condition}), ${where}: ${progress.step}; ${seconds} s${end}`);
    },
  };
}
