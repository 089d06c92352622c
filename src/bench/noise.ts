/** A serializer compared with itself: is this machine fit to measure on? */
import { availableParallelism } from 'node:os';
import type { Catalog } from '../define/catalog.ts';
import { type Named, rowName } from '../define/names.ts';
import { suggestion } from '../define/nearest.ts';
import { meansRow, selectsRow } from '../define/patterns.ts';
import { TASKS } from '../define/types.ts';
import { recordMachine } from '../measure/machine.ts';
import {
  CONDITIONS,
  measureNoise,
  NoiseError,
  type NoiseEvents,
  type NoiseInput,
  type NoisePlan,
} from '../measure/noise.ts';
import { randomAt } from '../measure/random.ts';
import { contenderName, namedOf } from '../plan/case.ts';
import { type Lineup, type PlannedCase, serializersOf, soloLineup } from '../plan/plan.ts';
import { keepCoresAwake } from '../runner/keepers.ts';
import { startLoad } from '../runner/load.ts';
import { alsoMeasuring, takeTurn } from '../runner/turns.ts';
import { summarizeNoise } from '../stats/noise-summary.ts';
import { checkRow } from './checking.ts';
import { BenchError } from './error.ts';
import { glanceAtMachine } from './machine.ts';
import type { Workbench } from './workbench.ts';

/** What is compared with itself. */
export interface NoiseWish {
  /** `runtime/serializer`, or a pattern that means just one. */
  readonly serializer: string;
  /** `dataset/size`. */
  readonly dataset: string;
  readonly task: string;
}

/** One serializer on one case. @throws BenchError */
export function planNoise(catalog: Catalog, { serializer, dataset: word, task: asked }: NoiseWish): Lineup {
  const [dataset, size] = word.split('/') as [string, string | undefined];
  const sizes = catalog.datasets.get(dataset)?.sizes.map(({ name }) => name);
  if (size === undefined || !sizes?.includes(size))
    throw new BenchError(
      sizes
        ? `-d ${dataset} needs a size: ${sizes.map((name) => `${dataset}/${name}`).join(', ')}`
        : `there is no dataset "${dataset}". "wiremark list" shows all.`,
    );
  const task = TASKS.find((one) => one === asked);
  if (task === undefined) throw new BenchError(`there is no task "${asked}"; choose ${TASKS.join(', ')}`);
  const all = [...catalog.runners.values()].flatMap(serializersOf);
  const found = all.filter((one) => selects(serializer, namedOf(one)) && one.definition.tasks.includes(task));
  const [only] = found;
  if (only === undefined)
    throw new BenchError(
      `no serializer "${serializer}" does ${task}.${nearest(serializer, all.map(namedOf))} "wiremark list" shows all.`,
    );
  if (found.length > 1)
    throw new BenchError(
      `noise takes one serializer; "${serializer}" matches ${found.map(contenderName).join(', ')}`,
    );
  return soloLineup([[only, { dataset, size, task }]]);
}

/** As filters do; a variant must be asked for. */
function selects(pattern: string, row: Named): boolean {
  return row.variant === null ? meansRow(pattern, row) : selectsRow(pattern, row);
}

function nearest(word: string, rows: readonly Named[]): string {
  return suggestion(word, new Set(rows.map((row) => (word.includes('/') ? rowName(row) : row.serializer))));
}

export interface NoiseSettings extends Omit<NoisePlan, 'conditions'> {
  /** Processes of wiremark's own load; absent: one fewer than cores; 0: none. */
  readonly load?: number | undefined;
}

export interface NoiseWatch extends NoiseEvents {
  preparing(what: string): void;
  /** A note that stays where it is shown. */
  note(what: string): void;
}

/**
 * Checks the machine, makes the comparisons and sums them up.
 *
 * @returns null when it was interrupted before the first comparison was made
 * @throws BenchError when the serializer is unavailable here or doesn't do its work
 */
export async function observeNoise(
  workbench: Workbench,
  planned: PlannedCase,
  settings: NoiseSettings,
  watch: NoiseWatch & { readonly signal: AbortSignal },
) {
  const turn = await takeTurn(null);
  if (turn.others.length > 0) watch.note(alsoMeasuring(turn.others));
  return observe(workbench, planned, settings, watch).finally(turn.done);
}

async function observe(
  workbench: Workbench,
  planned: PlannedCase,
  { load, ...settings }: NoiseSettings,
  { signal, ...watch }: NoiseWatch & { readonly signal: AbortSignal },
) {
  const begin = performance.now();
  const machine = await recordMachine();
  watch.preparing('checking for other programs');
  const glance = await glanceAtMachine();
  const burners = load ?? Math.max(1, availableParallelism() - 1);
  const plan: NoisePlan = { ...settings, conditions: burners === 0 ? ['quiet'] : CONDITIONS };
  watch.preparing('rehearsing');
  const { verdict } = await checkRow(workbench, planned, planned.baseline);
  if (verdict.verdict !== 'ok') refuse(new NoiseError(verdict), planned);
  const keepers = await keepCoresAwake();
  const attempts = await measureNoise({ ...noiseInput(workbench, planned, plan, burners), signal }, watch)
    .catch((error) => refuse(error, planned))
    .finally(keepers.stop);
  if (attempts.length === 0) return null;
  const draw = randomAt(plan.seed, 0);
  return {
    plan: { ...plan, load: burners },
    machine,
    ...glance,
    seconds: (performance.now() - begin) / 1000,
    conditions: plan.conditions.flatMap((condition) => {
      const own = attempts.filter((attempt) => attempt.condition === condition);
      if (own.length === 0) return [];
      return [{ condition, summary: summarizeNoise(own, (below) => draw.below(below)) }];
    }),
    attempts,
  };
}

function refuse(error: unknown, { baseline }: PlannedCase): never {
  if (!(error instanceof NoiseError)) throw error;
  throw new BenchError(`${contenderName(baseline)} can't be compared with itself: ${error.message}`);
}

/** A case's baseline taken twice. */
export function noiseInput(
  workbench: Workbench,
  planned: PlannedCase,
  plan: NoisePlan,
  burners: number,
): NoiseInput {
  const contender = planned.baseline;
  return {
    plan,
    documents: workbench.documents(planned),
    warmup: workbench.manner(contender).warmup,
    cores: availableParallelism(),
    start: () => workbench.start(planned, contender),
    verify: (_, client) => workbench.verify(planned, contender, client, 0),
    startLoad: () => startLoad(burners, plan.seed),
  };
}
