import { join } from 'node:path';
import { type PreparedDataset, prepareDataset } from '../dataset/prepare.ts';
import type { Catalog } from '../define/catalog.ts';
import { documentsName, plainId } from '../define/names.ts';
import { isOwn, type RunnerDefinition, type SerializerDefinition } from '../define/types.ts';
import { codecs } from '../format/index.ts';
import type { GivenSet, MeasuredContender } from '../measure/types.ts';
import { type Contender, contenderName } from '../plan/case.ts';
import type { Lineup, PlannedCase } from '../plan/plan.ts';
import type { SetKind } from '../plan/verdict.ts';
import { writeArtifacts } from '../runner/artifacts.ts';
import { buildRunner } from '../runner/build/build.ts';
import type { BuildResult } from '../runner/build/types.ts';
import { type Inputs, type MemoryClient, type RunnerClient, RunnerFailure } from '../runner/client.ts';
import { codeDigest } from '../runner/code.ts';
import type { Job } from '../runner/job.ts';
import { fillPlaceholders } from '../runner/placeholders.ts';
import { type Patience, type StartInput, startRunner } from '../runner/process.ts';
import { scratchFor } from '../runner/scratch.ts';
import { startOf, variantOf } from '../runner/start.ts';
import { UnsupportedByFormat } from '../schema/emit/types.ts';
import { isWhole } from '../schema/model.ts';
import { isReading, RowDocuments, type RowPlace } from './documents.ts';
import { GivenFiles, givenBy } from './given.ts';

/** How a process is started: what `wiremark wire` prints and what a run does. */
export type Launch = Omit<Required<StartInput>, 'patience' | 'redact' | 'signal' | 'note' | 'asked'>;

/** Everything made ready: runners built, documents and inputs on disk. */
export type Workbench = Pick<ReadyWorkbench, keyof ReadyWorkbench>;

interface WorkbenchInput {
  readonly plan: Lineup;
  readonly catalog: Catalog;
  readonly cache: string;
  /** Where files of a person's documents go; by default they are removed when wiremark ends. */
  readonly given?: string;
  /** The run's seed, for what is drawn for it alone; random by default. */
  readonly seed?: number;
  readonly progress: (message: string) => void;
  /** Notes beside the verdicts. */
  readonly note?: (message: string) => void;
  readonly signal?: AbortSignal;
  /** Whether reasons tell nothing that documents hold. */
  readonly redact?: boolean | undefined;
  /** Longest time for each answer of a runner; the usual times by default. */
  readonly patience?: Patience;
  /** See `BuildRunnerInput`. */
  readonly rebuild?: boolean | undefined;
}

/**
 * Prepares documents, then builds the runners that the plan needs.
 *
 * @throws DefinitionError when a dataset doesn't have the digest that its definition pins
 */
export async function openWorkbench(input: WorkbenchInput): Promise<Workbench> {
  const datasets = await prepareDatasets(input);
  const models = new Map([...datasets.values()].map((one) => [one.definition.name, one.model]));
  const builds = new Map<string, BuildResult>();
  for (const runner of input.catalog.runners.values()) {
    const builtIn = (contenders: readonly Contender[]) => {
      const own = contenders.filter(({ runtime }) => runtime === runner.runtime);
      return [...new Set(own.flatMap((one) => [one, readerOf(runner, one)].map(builtFor)))];
    };
    const serializers = builtIn(input.plan.contenders);
    if (serializers.length === 0) continue;
    const cases = input.plan.cases.map(({ dataset, contenders }) => {
      return { dataset, ids: builtIn(contenders).map(({ id }) => id) };
    });
    const wanted = ({ id }: SerializerDefinition, name: string) =>
      cases.some(({ dataset, ids }) => dataset === name && ids.includes(id));
    const results = await buildRunner({ ...input, runner, serializers, datasets: models, wanted });
    for (const [id, result] of results) builds.set(`${runner.runtime}/${id}`, result);
  }
  return new ReadyWorkbench(input, datasets, builds);
}

/** The serializer whose build a contender runs in: its own, or that of a limit's host. */
function builtFor(contender: Contender): SerializerDefinition {
  return contender.limit === null ? contender.definition : contender.host;
}

/** The row that reads what a row writes in a format of its own: another where it names one, else itself. */
function readerOf({ serializers }: RunnerDefinition, contender: Contender): Contender {
  if (contender.limit !== null || contender.definition.reader === undefined) return contender;
  const { reader } = contender.definition;
  return { ...contender, definition: serializers.find(({ id }) => id === reader)! };
}

async function prepareDatasets(input: WorkbenchInput): Promise<Map<string, PreparedDataset>> {
  const prepared = new Map<string, PreparedDataset>();
  for (const { dataset, size } of input.plan.cases) {
    const key = `${dataset}/${size}`;
    if (prepared.has(key)) continue;
    input.progress(`${key}: making documents`);
    const definition = input.catalog.datasets.get(dataset)!;
    const isGiven = definition.documents !== undefined;
    const folder = isGiven ? (input.given ?? scratchFor('given')) : join(input.cache, 'datasets');
    prepared.set(key, await prepareDataset(definition, size, folder));
  }
  return prepared;
}

const ONE_WAY = "this dataset's objects and documents have different fields, so documents can't be read back";

class ReadyWorkbench {
  /** Of the run. */
  readonly seed: number;
  /** By `dataset/size`. */
  readonly datasets: ReadonlyMap<string, PreparedDataset>;
  readonly #input: WorkbenchInput;
  readonly #documents: RowDocuments;
  readonly #builds: ReadonlyMap<string, BuildResult>;
  /** Digests of the runners' own files, by path. */
  readonly #contents = new Map<string, string>();
  readonly #given = new GivenFiles();

  constructor(
    input: WorkbenchInput,
    datasets: ReadonlyMap<string, PreparedDataset>,
    builds: ReadonlyMap<string, BuildResult>,
  ) {
    this.datasets = datasets;
    this.seed = input.seed ?? 0;
    this.#documents = new RowDocuments(this.seed, { redact: input.redact, signal: input.signal });
    this.#input = input;
    this.#builds = builds;
  }

  /** Why a contender can't take part; null when it can. */
  unavailable(planned: PlannedCase, contender: Contender) {
    const result = this.#build(planned, contender);
    if (result.ok) return null;
    const { ok, ...verdict } = result;
    return verdict;
  }

  /** @throws RunnerFailure for what couldn't be built */
  async launchOf(planned: PlannedCase, contender: Contender): Promise<Launch> {
    const result = this.#build(planned, contender);
    if (!result.ok) throw new RunnerFailure(this.unavailable(planned, contender)!);
    const runner = this.#runner(contender);
    const places = {
      folder: runner.folder,
      ...result.placeholders,
      serializer: plainId(builtFor(contender)),
    };
    const { words, environment } = startOf(runner, contender.variant);
    return {
      runtime: runner.runtime,
      command: words.map((word) => fillPlaceholders(word, places)),
      environment,
      folder: runner.folder,
      compilers: runner.compilers,
      countsMemory: runner.countsMemory,
      job: await this.#job(planned, contender),
    };
  }

  /** A fresh process that has loaded its job. @throws RunnerFailure */
  async start(planned: PlannedCase, contender: Contender): Promise<MemoryClient> {
    const launch = await this.launchOf(planned, contender);
    const { signal, patience, redact = false, note } = this.#input;
    const told = (text: string) => note?.(`${contenderName(contender)} ${text}`);
    const files = givenBy(launch.job);
    this.#given.restore(files);
    const asked = () => this.#given.asked(files);
    const rest = { ...(signal && { signal }), ...(patience && { patience }), redact, note: told, asked };
    return startRunner({ ...launch, ...rest });
  }

  /**
   * Gives a process these documents, instead of those before.
   *
   * @param turn of fresh documents, from 0
   * @returns null for limits and fresh documents
   * @throws RunnerFailure
   */
  async set(
    planned: PlannedCase,
    contender: Contender,
    client: RunnerClient,
    kind: SetKind,
    turn: number,
  ): Promise<GivenSet | null> {
    return this.#carried(() => this.#documents.give(this.#place(planned, contender), client, kind, turn));
  }

  /** The timed documents as the row's task takes them, for a job that is replayed by hand. */
  inputs(planned: PlannedCase, contender: Contender): Promise<Inputs> {
    return this.#carried(() => this.#documents.inputs(this.#place(planned, contender)));
  }

  /** Whether there are documents beyond the range of its data. */
  hasBeyond(planned: PlannedCase): boolean {
    return this.#dataset(planned).beyond !== null;
  }

  /** Gives a process these. */
  setBeyond(planned: PlannedCase, contender: Contender, client: RunnerClient): Promise<GivenSet> {
    return this.#carried(() => this.#documents.giveBeyond(this.#place(planned, contender), client));
  }

  #place(planned: PlannedCase, contender: Contender): RowPlace {
    const runner = this.#runner(contender);
    return {
      ...{ planned, contender, text: runner.text, dataset: this.#dataset(planned) },
      reader: readerOf(runner, contender),
      start: (one, task) => this.start({ ...planned, task }, one),
    };
  }

  /** How a contender is measured, as its runner's manifest says. */
  manner(contender: Contender): Pick<MeasuredContender, 'warmup' | 'blocks' | 'memory' | 'reuses'> {
    const { warmup, blocks, ...runner } = this.#runner(contender);
    const { memory } = startOf(runner, contender.variant);
    return { warmup, blocks, memory, reuses: contender.definition.reuses };
  }

  /** What of a contender's code or build isn't as it was when the run began: the file, where that is known; null where all is. */
  altered(planned: PlannedCase, contender: Contender): string | null {
    const result = this.#build(planned, contender);
    const file = result.ok ? result.altered() : null;
    if (file !== null) return file;
    const runner = this.#runner(contender);
    // What is started from a build alone has nothing to do with its sources any more: they may change.
    if (!startOf(runner, contender.variant).words.some((word) => word.includes('{folder}'))) return null;
    return this.#codeNow(contender) === this.code(contender) ? null : `a file of ${runner.folder}`;
  }

  /** Null where a file of it is gone, or no file any more. */
  #codeNow(contender: Contender): string | null {
    const runner = this.#runner(contender);
    try {
      return codeDigest(runner, builtFor(contender), variantOf(runner, contender.variant), new Map());
    } catch {
      return null;
    }
  }

  /** Digest of the code that runs in a contender's process, and of how it is started. */
  code(contender: Contender): string {
    const runner = this.#runner(contender);
    return codeDigest(runner, builtFor(contender), variantOf(runner, contender.variant), this.#contents);
  }

  #runner(contender: Contender): RunnerDefinition {
    return this.#input.catalog.runners.get(contender.runtime)!;
  }

  #build(planned: PlannedCase, contender: Contender): BuildResult {
    const { model } = this.#dataset(planned);
    const oneWay = isReading(planned.task) && !isWhole(model) ? ONE_WAY : null;
    const { format } = contender.definition;
    const reason = oneWay ?? (isOwn(format) ? null : codecs[format].unsupported(model));
    if (reason !== null) return { ok: false, verdict: 'unsupported', reason };
    return this.#builds.get(`${contender.runtime}/${builtFor(contender).id}/${planned.dataset}`)!;
  }

  #dataset(planned: PlannedCase): PreparedDataset {
    return this.datasets.get(documentsName(planned))!;
  }

  async #job(planned: PlannedCase, contender: Contender): Promise<Job> {
    const { definition } = contender;
    const dataset = this.#dataset(planned);
    const { model, ...artifacts } = await this.#artifacts(dataset, contender);
    return {
      serializer: plainId(definition),
      format: definition.format,
      output: definition.output,
      task: planned.task,
      bound: definition.bound,
      schema: dataset.definition.schemaFile,
      model: model!,
      artifacts: new Map(Object.entries(artifacts)),
    };
  }

  /** Paths by kind: the model and what the serializer asks for. @throws RunnerFailure for what a format can't carry */
  async #artifacts(dataset: PreparedDataset, contender: Contender): Promise<Record<string, string>> {
    const kinds = ['model', ...builtFor(contender).artifacts];
    const { protoOptions } = this.#runner(contender);
    const input = { dataset: dataset.definition.name, model: dataset.model, kinds, protoOptions };
    const write = () => writeArtifacts(this.#folder(dataset, 'artifacts'), input);
    const paths = await this.#carried(write);
    for (const path of paths.values()) this.#given.add(path, write);
    return Object.fromEntries(paths);
  }

  /** What is made of a person's documents goes with them. */
  #folder({ definition, folder }: PreparedDataset, name: string): string {
    return definition.documents === undefined ? join(this.#input.cache, name) : folder;
  }

  /** @throws RunnerFailure where a format can't carry what is to be made, at once or later */
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
