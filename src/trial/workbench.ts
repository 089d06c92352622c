import { join } from 'node:path';
import { writeArtifacts } from '../build/artifacts.ts';
import { type Builds, type BuildsInput, buildPlan, builtFor, readerOf } from '../build/builds.ts';
import { findToolchain } from '../build/installed.ts';
import { fillPlaceholders, startOf } from '../build/start.ts';
import { plainView } from '../dataset/plain.ts';
import { type PreparedDataset, prepareDataset } from '../dataset/prepare.ts';
import { documentsName, plainId, plainRuntime } from '../define/names.ts';
import type { DatasetDefinition, RunnerDefinition, SerializerDefinition } from '../define/types.ts';
import { scratchFor } from '../machine/scratch.ts';
import type { Contender } from '../plan/case.ts';
import type { PlannedCase } from '../plan/plan.ts';
import type { FailedVerdict } from '../plan/verdict.ts';
import { UnsupportedByFormat } from '../schema/emit/types.ts';
import { onceFor } from '../stats/group-by.ts';
import { type Inputs, type RunnerClient, RunnerFailure } from './client.ts';
import { RowDocuments, type RowPlace } from './documents.ts';
import type { Job } from './job.ts';
import { type Patience, type StartInput, startRunner } from './process.ts';
import type { MeasuredRow } from './types.ts';

export type Launch = Omit<Required<StartInput>, 'patience' | 'redact' | 'signal'>;
export type Workbench = Pick<ReadyWorkbench, keyof ReadyWorkbench>;

interface WorkbenchInput extends BuildsInput {
  readonly given?: string;
  readonly seed?: number;
  readonly redact?: boolean | undefined;
  readonly patience?: Patience;
}

export async function openWorkbench(input: WorkbenchInput): Promise<Workbench> {
  const datasets = await prepareDatasets(input);
  const named = new Map([...datasets.values()].map((one) => [one.definition.name, one]));
  const models = new Map([...named].map(([name, { model }]) => [name, model]));
  const modelOf = (definition: SerializerDefinition, name: string) =>
    documentsFor(named.get(name)!, { definition }).model;
  return new ReadyWorkbench(input, datasets, await buildPlan({ ...input, modelOf }, models));
}

/** @returns the documents of all cases, by `dataset/size` */
export async function prepareDatasets(
  input: Pick<WorkbenchInput, 'plan' | 'catalog' | 'cache' | 'given' | 'progress'>,
): Promise<Map<string, PreparedDataset>> {
  const prepared = new Map<string, PreparedDataset>();
  for (const { dataset, size } of input.plan.cases) {
    const key = `${dataset}/${size}`;
    if (prepared.has(key)) continue;
    input.progress(`${key}: making documents`);
    const definition = input.catalog.datasets.get(dataset)!;
    const isGiven = definition.documents !== undefined;
    const folder = isGiven ? (input.given ?? scratchFor('given')) : join(input.cache, 'datasets');
    const made = await prepareDataset(definition, size, folder);
    const isPlain = input.plan.contenders.some((one) => takesPlain(one, definition));
    prepared.set(key, isPlain ? Object.assign(made, { plain: plainView(made) }) : made);
  }
  return prepared;
}

type Defined = Pick<Contender, 'definition'>;

function takesPlain({ definition }: Defined, { plain }: DatasetDefinition): boolean {
  return definition.plain === 'on-request' ? plain === 'asked' : !!definition.plain && plain !== undefined;
}

/** Returns a dataset's plain objects (as a JSON parser returns them) if it has them and the row takes them; else the dataset. */
export function documentsFor(dataset: PreparedDataset, one: Defined): PreparedDataset {
  return (takesPlain(one, dataset.definition) && dataset.plain) || dataset;
}

class ReadyWorkbench {
  readonly seed: number;
  readonly datasets: ReadonlyMap<string, PreparedDataset>;
  readonly builds: Builds;
  readonly #input: WorkbenchInput;
  readonly #documents: RowDocuments;
  readonly #plain = new Map<PreparedDataset, PreparedDataset | null>();
  readonly #toolchains = new Map<string, ReturnType<typeof findToolchain>>();
  readonly #folder: string;

  constructor(input: WorkbenchInput, datasets: ReadonlyMap<string, PreparedDataset>, builds: Builds) {
    this.seed = input.seed ?? 0;
    this.datasets = datasets;
    this.builds = builds;
    this.#documents = new RowDocuments({ redact: input.redact, signal: input.signal });
    this.#input = input;
    this.#folder = input.given ?? scratchFor('schemas');
  }

  unavailable(planned: PlannedCase, contender: Contender): FailedVerdict | null {
    const result = this.builds.of(planned, contender);
    if (result.ok) return null;
    const { ok, ...verdict } = result;
    return verdict;
  }

  async launchOf(planned: PlannedCase, contender: Contender): Promise<Launch> {
    const result = this.builds.of(planned, contender);
    if (!result.ok) throw new RunnerFailure(this.unavailable(planned, contender)!);
    const runner = this.#runner(contender);
    const { folder, compilers, countsMemory } = runner;
    const runtime = plainRuntime(runner.runtime);
    const toolchain = onceFor(this.#toolchains, runner.runtime, () =>
      findToolchain(runner, this.#input.cache),
    );
    const places = { ...result.placeholders, folder, serializer: plainId(builtFor(contender)) };
    const start = startOf(runner, contender.variant);
    const command = start.words.map((word) => fillPlaceholders(word, places));
    const environment = { ...start.environment, ...(toolchain.ok && toolchain.variables) };
    const job = await this.#job(planned, contender);
    return { runtime, command, environment, folder, compilers, countsMemory, job };
  }

  async start(planned: PlannedCase, contender: Contender): Promise<RunnerClient> {
    const { signal, patience, redact = false } = this.#input;
    const launch = await this.launchOf(planned, contender);
    return startRunner({ ...launch, ...(signal && { signal }), ...(patience && { patience }), redact });
  }

  row(planned: PlannedCase, contender: Contender, index = 0): MeasuredRow {
    const { warmup, blocks, ...runner } = this.#runner(contender);
    const { memory } = startOf(runner, contender.variant);
    const { limit, definition } = contender;
    return {
      ...{ index, warmup, blocks, memory, limit, reuses: definition.reuses },
      start: () => this.start(planned, contender),
      give: (client, kind) =>
        this.#carried(() => this.#documents.give(this.#place(planned, contender), client, kind)),
    };
  }

  /**
   * Returns the row with plain objects. Null unless the row can take them but gets typed objects here, these have the documents'
   * fields and aren't a framework's, the format is JSON, and plain objects can hold all integers.
   */
  plainRow(planned: PlannedCase, contender: Contender): MeasuredRow | null {
    const typed = this.#dataset(planned);
    const { plain: canTakePlain, format } = contender.definition;
    // In formats other than JSON, typed and plain objects give different documents: dates are text only in plain ones.
    if (canTakePlain !== true || format !== 'json' || typed.plain !== undefined) return null;
    if (typed.model.objects !== undefined || typed.documents.some((one, i) => one !== typed.objects[i]))
      return null;
    const plain = onceFor(this.#plain, typed, () => plainView(typed));
    const datasets = new Map(plain && [[documentsName(planned), plain]]);
    return plain && new ReadyWorkbench(this.#input, datasets, this.builds).row(planned, contender);
  }

  inputs(planned: PlannedCase, contender: Contender): Promise<Inputs> {
    return this.#carried(() => this.#documents.inputs(this.#place(planned, contender)));
  }

  hasBeyond(planned: PlannedCase): boolean {
    return !!this.#dataset(planned).beyond?.length;
  }

  #place(planned: PlannedCase, contender: Contender): RowPlace {
    const runner = this.#runner(contender);
    return {
      planned,
      contender,
      dataset: this.#dataset(planned, contender),
      reader: readerOf(runner, contender),
      start: (one, task) => this.start({ ...planned, task }, one),
    };
  }

  #runner({ runtime }: Contender): RunnerDefinition {
    return this.#input.catalog.runners.get(runtime)!;
  }

  #dataset(planned: PlannedCase, contender?: Contender): PreparedDataset {
    const typed = this.datasets.get(documentsName(planned))!;
    return contender === undefined ? typed : documentsFor(typed, contender);
  }

  async #job(planned: PlannedCase, contender: Contender): Promise<Job> {
    const { definition } = contender;
    const { definition: dataset, model } = this.#dataset(planned, contender);
    const { artifacts: kinds } = builtFor(contender);
    const { protoOptions } = this.#runner(contender);
    const made = { dataset: dataset.name, model, kinds, protoOptions };
    return {
      serializer: plainId(definition),
      format: definition.format,
      output: definition.output,
      task: planned.task,
      bound: definition.bound,
      schema: dataset.schemaFile,
      ...(await this.#carried(() => writeArtifacts(this.#folder, made))),
    };
  }

  /** @throws RunnerFailure with `unsupported` if the format can't express a document or type */
  async #carried<T>(make: () => T | Promise<T>): Promise<T> {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof UnsupportedByFormat)) throw error;
      const reason = this.#input.redact ? "its format can't carry one of the documents" : error.message;
      throw new RunnerFailure({ verdict: 'unsupported', reason });
    }
  }
}
