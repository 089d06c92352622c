import { dirname, join } from 'node:path';
import { decodeFixture } from '../dataset/fixture.ts';
import { onceFor } from '../dataset/once.ts';
import { type PreparedDataset, prepareDataset } from '../dataset/prepare.ts';
import type { Catalog } from '../define/catalog.ts';
import { caseName, documentsName, plainId } from '../define/names.ts';
import type { Deviation, Format, RunnerDefinition, SerializerDefinition, Task } from '../define/types.ts';
import { keep } from '../files/kept.ts';
import { codecs } from '../format/index.ts';
import type { MeasuredContender } from '../measure/types.ts';
import { type Contender, contenderName } from '../plan/case.ts';
import type { Lineup, PlannedCase } from '../plan/plan.ts';
import { writeArtifacts } from '../runner/artifacts.ts';
import { buildRunner } from '../runner/build/build.ts';
import type { BuildResult } from '../runner/build/types.ts';
import {
  type DumpSet,
  type MemoryClient,
  type RunnerClient,
  RunnerFailure,
  type ToldSlice,
} from '../runner/client.ts';
import { codeDigest } from '../runner/code.ts';
import type { DocumentFile, Job } from '../runner/job.ts';
import { fillPlaceholders } from '../runner/placeholders.ts';
import { type Patience, type StartInput, startRunner } from '../runner/process.ts';
import { scratchFor } from '../runner/scratch.ts';
import { startOf, variantOf } from '../runner/start.ts';
import { UnsupportedByFormat } from '../schema/emit/types.ts';
import { isWhole } from '../schema/model.ts';
import { limitCounts, putsOut, wrongChecksum } from '../verify/checksums.ts';
import { inputsFileName, prepareInputs, writeInputs } from '../verify/frames.ts';
import {
  type Verification,
  type VerifiedDump,
  VerifiedDumps,
  verifyDump,
  verifyLimit,
} from '../verify/outputs.ts';
import { constantSums, objectSums, outputSums, type SliceSums } from '../verify/sums.ts';
import { type CaseBeyond, datasetBeyond } from './checking.ts';
import { FreshSets } from './fresh.ts';
import { GivenFiles, givenBy } from './given.ts';

/** How a process is started: what `wiremark wire` prints and what a run does. */
export type Launch = Omit<Required<StartInput>, 'patience' | 'redact' | 'signal' | 'note' | 'asked'>;

/** What came of verifying a row. */
export interface RowVerification extends Verification {
  /** What is wrong with the checksums of all its slices; null also for outputs that may differ from call to call. */
  wrongChecksum(told: readonly ToldSlice[]): Promise<string | null>;
  /** Its dump of the timed documents, as it was verified; empty unless all is `ok`. */
  readonly documents: Uint8Array;
}

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
    const own = input.plan.contenders.filter(({ runtime }) => runtime === runner.runtime);
    const serializers = [...new Set(own.map(builtFor))];
    if (serializers.length === 0) continue;
    const cases = input.plan.cases.map(({ dataset, contenders }) => {
      const own = contenders.filter(({ runtime }) => runtime === runner.runtime);
      return { dataset, ids: own.map((one) => builtFor(one).id) };
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

function isReading(task: Task): boolean {
  return task === 'deserialize' || task === 'parse-tree';
}

const ONE_WAY = "this dataset's objects and documents have different fields, so documents can't be read back";

/** The order in which a process is asked for them, and that in which they are verified. */
const DUMPS = ['fresh', 'documents', 'hard'] as const;
const VERIFIED: readonly DumpSet[] = ['documents', 'hard', 'fresh'];

class ReadyWorkbench {
  /** Of the run. */
  readonly seed: number;
  /** By `dataset/size`. */
  readonly datasets: ReadonlyMap<string, PreparedDataset>;
  readonly #input: WorkbenchInput;
  readonly #builds: ReadonlyMap<string, BuildResult>;
  readonly #verified = new VerifiedDumps();
  /** Digests of the runners' own files, by path. */
  readonly #contents = new Map<string, string>();
  readonly #beyond = new Map<PreparedDataset, PreparedDataset>();
  readonly #given = new GivenFiles();
  readonly #fresh: FreshSets;
  /** By dataset and unit. */
  readonly #objectSums = new Map<string, SliceSums>();
  /** By dataset and limit: counting the leaves of a large size takes a while. */
  readonly #counts = new Map<string, readonly number[]>();
  /** Encoded documents are made once for a format, however many contenders read it. */
  readonly #inputs = new Map<string, Promise<NonNullable<Job['inputs']>>>();

  constructor(
    input: WorkbenchInput,
    datasets: ReadonlyMap<string, PreparedDataset>,
    builds: ReadonlyMap<string, BuildResult>,
  ) {
    this.datasets = datasets;
    this.seed = input.seed ?? 0;
    this.#fresh = new FreshSets(this.seed, this.#given);
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
    const asked = () => this.#given.asked([...files, ...this.#fresh.files]);
    const rest = { ...(signal && { signal }), ...(patience && { patience }), redact, note: told, asked };
    return startRunner({ ...launch, ...rest });
  }

  /**
   * Compares what a process puts out on all documents, ordinary and hard, with the canonical ones, whole; a dump that was
   * verified before isn't decoded again. @throws RunnerFailure
   *
   * @param planned of a case beyond, only the hard documents are looked at
   * @param turns of fresh documents that it has been given: then what it put out on the last of them, too
   */
  async verify(
    planned: PlannedCase | CaseBeyond,
    contender: Contender,
    client: RunnerClient,
    turns: number,
  ): Promise<RowVerification> {
    const used = new Set<Deviation>();
    const dumps: [DumpSet, string][] = [];
    // In this order: nothing may come between the fresh documents and what is kept of them.
    const given = turns > 0 && contender.limit === null ? DUMPS : DUMPS.filter((set) => set !== 'fresh');
    for (const set of 'beyond' in planned ? (['hard'] as const) : given)
      dumps.push([set, await client.dump(set)]);
    this.#input.signal?.throwIfAborted();
    let documents: Uint8Array = new Uint8Array();
    const wrong = async (told: readonly ToldSlice[]) => {
      const sums = this.#sums(planned, contender, used, documents);
      const one = async (seed: number) => (await client.slice(1, seed)).checksum;
      const again = () => this.#again(planned, contender, client, documents);
      const { signal, redact } = this.#input;
      return sums && wrongChecksum(told, sums, { one, again, redact, signal });
    };
    // What is wrong with the ordinary documents says more than the same of those that are as ordinary.
    for (const [set, file] of dumps.toSorted(([a], [b]) => VERIFIED.indexOf(a) - VERIFIED.indexOf(b))) {
      const found = await this.#verifyDump(planned, contender, set === 'fresh' ? turns - 1 : set, file);
      if (found.verdict.verdict !== 'ok')
        return { verdict: found.verdict, used, documents: new Uint8Array(), wrongChecksum: wrong };
      if (set === 'documents') documents = found.bytes;
      for (const deviation of found.used) used.add(deviation);
    }
    return { verdict: { verdict: 'ok' }, used, documents, wrongChecksum: wrong };
  }

  /**
   * From what was just dumped and verified. Objects that are equal to the canonical ones in all but spelling count as
   * those, which needn't be read again; where deviations had to be forgiven, the dump itself counts.
   */
  #sums(
    planned: PlannedCase,
    contender: Contender,
    used: ReadonlySet<Deviation>,
    dump: Uint8Array,
  ): SliceSums | null {
    const dataset = this.#dataset(planned);
    if (contender.limit !== null) {
      const { limit, definition } = contender;
      const key = `${dataset.digest} ${limit} ${definition.format}`;
      return constantSums(onceFor(this.#counts, key, () => limitCounts(limit, definition.format, dataset)));
    }
    const { output, varies } = contender.definition;
    const { text } = this.#runner(contender);
    if (planned.task === 'serialize')
      return varies ? null : outputSums(dump, output === 'text' ? text : output);
    if (planned.task !== 'deserialize') return constantSums(dataset.documents.map(() => 1));
    if (used.size > 0) return objectSums(dataset.model, decodeFixture(dump), text);
    const key = `${dataset.digest} ${text}`;
    return onceFor(this.#objectSums, key, () => objectSums(dataset.model, dataset.documents, text));
  }

  /** How outputs differ from call to call, if they do, by another dump. */
  async #again(
    planned: PlannedCase,
    contender: Contender,
    client: RunnerClient,
    before: Uint8Array,
  ): Promise<string | null> {
    if (planned.task !== 'serialize' || contender.limit !== null) return null;
    const file = await client.dump('documents');
    const { verdict, bytes } = await this.#verifyDump(planned, contender, 'documents', file);
    if (verdict.verdict !== 'ok') return `differs from call to call, dumped again: ${verdict.reason}`;
    if (Buffer.compare(before, bytes) === 0) return null;
    return 'differs from call to call: declare varies = true in runner.toml if that is intended';
  }

  async #verifyDump(
    planned: PlannedCase,
    contender: Contender,
    what: 'documents' | 'hard' | number,
    file: string,
  ): Promise<VerifiedDump> {
    const dataset = this.#dataset(planned);
    const isFresh = typeof what === 'number';
    const { format, deviations } = contender.definition;
    const all = isFresh ? await this.#fresh.of(dataset, what) : dataset[what];
    const expected = contender.limit === null || putsOut(contender.limit) ? all : [];
    const { signal, redact } = this.#input;
    const set = isFresh ? 'fresh' : what;
    const dump = { model: dataset.model, format, deviations, expected, file, set, redact, signal } as const;
    const key = `${contenderName(contender)} ${caseName(planned)} ${dataset.digest} ${what}`;
    const before = { dumps: this.#verified, key };
    return contender.limit === null ? verifyDump(planned.task, dump, before) : verifyLimit(dump, before);
  }

  /** How many timed documents a case has. */
  documents(planned: PlannedCase): number {
    return this.#dataset(planned).counts.documents;
  }

  /** Documents that no process of the contender has seen, as its task takes them; limits have none. */
  async fresh(planned: PlannedCase, contender: Contender, turn: number): Promise<DocumentFile | null> {
    if (contender.limit !== null) return null;
    const format = isReading(planned.task) ? contender.definition.format : null;
    return this.#carried(() => this.#fresh.file(this.#dataset(planned), turn, format));
  }

  /** How a contender is measured, as its runner's manifest says. */
  manner(contender: Contender): Pick<MeasuredContender, 'warmup' | 'blocks' | 'memory'> {
    const { warmup, blocks, ...runner } = this.#runner(contender);
    return { warmup, blocks, memory: startOf(runner, contender.variant).memory };
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
    const reason = oneWay ?? codecs[contender.definition.format].unsupported(model);
    if (reason !== null) return { ok: false, verdict: 'unsupported', reason };
    return this.#builds.get(`${contender.runtime}/${builtFor(contender).id}/${planned.dataset}`)!;
  }

  #dataset(planned: PlannedCase): PreparedDataset {
    const dataset = this.datasets.get(documentsName(planned))!;
    return 'beyond' in planned ? onceFor(this.#beyond, dataset, () => datasetBeyond(dataset)) : dataset;
  }

  async #job(planned: PlannedCase, contender: Contender): Promise<Job> {
    const { definition } = contender;
    const dataset = this.#dataset(planned);
    const { model, ...artifacts } = await this.#artifacts(dataset, contender);
    const inputs = `${dataset.digest} ${definition.format}`;
    const reads = isReading(planned.task) || contender.limit !== null;
    for (const set of ['documents', 'hard'] as const)
      this.#given.add(dataset.files[set], () => keep(dataset.files[set], dataset.fixtures[set]));
    return {
      serializer: plainId(definition),
      format: definition.format,
      output: definition.output,
      dataset: planned.dataset,
      size: planned.size,
      task: planned.task,
      schema: dataset.definition.schemaFile,
      model: model!,
      artifacts: new Map(Object.entries(artifacts)),
      documents: { count: dataset.counts.documents, path: dataset.files.documents },
      hard: { count: dataset.counts.hard, path: dataset.files.hard },
      ...(reads && {
        inputs: await onceFor(this.#inputs, inputs, () => this.#makeInputs(dataset, definition.format)),
      }),
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
  #folder({ definition, files }: PreparedDataset, name: string): string {
    const isGiven = definition.documents !== undefined;
    return isGiven ? dirname(files.documents) : join(this.#input.cache, name);
  }

  async #makeInputs(dataset: PreparedDataset, format: Format): Promise<NonNullable<Job['inputs']>> {
    this.#input.progress(`${dataset.definition.name}: encoding documents as ${format}`);
    const folder = this.#folder(dataset, 'inputs');
    const file = async (set: 'documents' | 'hard') => {
      const path = join(folder, inputsFileName(dataset.digest, set, format));
      await this.#carried(() => prepareInputs(dataset.model, format, dataset[set], path));
      this.#given.add(path, () => writeInputs(dataset.model, format, dataset[set], path));
      return { count: dataset.counts[set], path };
    };
    return { documents: await file('documents'), hard: await file('hard') };
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
