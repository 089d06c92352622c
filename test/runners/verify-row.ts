/** Drives one serializer of a runner through the whole protocol, over all its tasks, and verifies what comes out. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFixture, encodeFixture } from '../../src/dataset/fixture.ts';
import { makeFresh } from '../../src/dataset/fresh.ts';
import { type PreparedDataset, prepareDataset } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { RunnerDefinition, SerializerDefinition, Task } from '../../src/define/types.ts';
import { keep } from '../../src/files/kept.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { writeArtifacts } from '../../src/runner/artifacts.ts';
import { type RunnerClient, RunnerFailure, type ToldSlice } from '../../src/runner/client.ts';
import type { DocumentFile, Job } from '../../src/runner/job.ts';
import { startRunner } from '../../src/runner/process.ts';
import { UnsupportedByFormat } from '../../src/schema/emit/types.ts';
import { wrongChecksum } from '../../src/verify/checksums.ts';
import { inputsFileName, prepareInputs } from '../../src/verify/frames.ts';
import { verifyDump } from '../../src/verify/outputs.ts';
import { constantSums, objectSums, outputSums, type SliceSums } from '../../src/verify/sums.ts';

export interface Row {
  readonly runner: RunnerDefinition;
  readonly serializer: SerializerDefinition;
  readonly dataset: PreparedDataset;
  /** As the builder gave them. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** For artifacts and input files; shared by all rows. */
  readonly folder: string;
}

/**
 * The tasks to be tried on a dataset. Names, nesting and width are found by the two whole tasks: a library makes its tree from
 * the same codecs, and each row is a process of its own, which takes a JVM two seconds.
 */
export function tasksOn(dataset: string, { tasks }: SerializerDefinition): readonly Task[] {
  const isWhole = (task: Task) => task === 'serialize' || task === 'deserialize';
  return dataset === 'every-kind' ? tasks : tasks.filter(isWhole);
}

/** Reads a dataset's definition and makes its documents. */
export async function testDataset(folder: string, size: string, cache: string): Promise<PreparedDataset> {
  mkdirSync(cache, { recursive: true });
  return prepareDataset(readDataset(folder), size, cache);
}

/**
 * The verdict of one task: both sets, before and after slices, whose checksums must be those of what is dumped then, and
 * documents that it has never seen.
 */
export async function verifyRow(row: Row, task: Task): Promise<Verdict> {
  let client: RunnerClient | undefined;
  try {
    client = await startRunner({
      command: row.runner.start.map((word) =>
        word.replace(/\{(\w+)\}/g, (whole, name: string) => row.placeholders[name] ?? whole),
      ),
      folder: row.folder,
      runtime: row.runner.runtime,
      job: await jobOf(row, task),
    });
    const before = await dumps(client, row, task);
    if (before.verdict !== 'ok') return before;
    const told: ToldSlice[] = [];
    for (const ops of [1, row.dataset.counts.documents, 3 * row.dataset.counts.documents + 1])
      told.push({ ...(await client.slice(ops, SEED * ops)), seed: SEED * ops });
    const fresh = await freshVerdict(client, row, task);
    if (fresh.verdict !== 'ok') return fresh;
    const after = await dumps(client, row, task);
    if (after.verdict !== 'ok') return after;
    const reason = await wrongChecksum(told, sumsOf(row, task, await client.dump('documents')));
    return reason === null ? after : { verdict: 'mismatch', reason };
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    if (error instanceof UnsupportedByFormat) return { verdict: 'unsupported', reason: error.message };
    throw error;
  } finally {
    await client?.end();
  }
}

const SEED = 77_777;

/** From the very dump, whatever deviations it has. */
function sumsOf({ runner, serializer, dataset }: Row, task: Task, dump: string): SliceSums {
  const bytes = readFileSync(dump);
  if (task === 'serialize') return outputSums(bytes, serializer.output === 'text' ? runner.text : 'bytes');
  if (task === 'deserialize') return objectSums(dataset.model, decodeFixture(bytes), runner.text);
  return constantSums(dataset.documents.map(() => 1));
}

async function freshVerdict(client: RunnerClient, row: Row, task: Task): Promise<Verdict> {
  const { dataset, serializer, folder } = row;
  const stem = join(folder, `${serializer.id}-${task}-${dataset.definition.name}.fresh`);
  const { model } = dataset;
  const documents = await makeFresh(dataset, SEED, 0);
  if (isReading(task)) prepareInputs(model, serializer.format, documents, stem);
  else keep(stem, encodeFixture(model, documents));
  await client.fresh({ count: documents.length, path: stem });
  const { format, deviations } = serializer;
  const dump = { model, format, deviations, expected: documents, set: 'fresh' } as const;
  return (await verifyDump(task, { ...dump, file: await client.dump('fresh') })).verdict;
}

function isReading(task: Task): boolean {
  return task === 'deserialize' || task === 'parse-tree';
}

async function jobOf({ runner, serializer, dataset, folder }: Row, task: Task): Promise<Job> {
  const file = (set: 'documents' | 'hard'): DocumentFile => ({
    count: dataset.counts[set],
    path: dataset.files[set],
  });
  const input = (set: 'documents' | 'hard'): DocumentFile => {
    const path = join(folder, inputsFileName(dataset.digest, set, serializer.format));
    prepareInputs(dataset.model, serializer.format, dataset[set], path);
    return { count: dataset.counts[set], path };
  };
  const { model, ...artifacts } = Object.fromEntries(
    writeArtifacts(join(folder, 'artifacts'), {
      dataset: dataset.definition.name,
      model: dataset.model,
      protoOptions: runner.protoOptions,
      kinds: ['model', ...serializer.artifacts],
    }),
  );
  return {
    serializer: serializer.id,
    format: serializer.format,
    output: serializer.output,
    dataset: dataset.definition.name,
    size: dataset.size.name,
    task,
    schema: dataset.definition.schemaFile,
    model: model!,
    artifacts: new Map(Object.entries(artifacts)),
    documents: file('documents'),
    hard: file('hard'),
    ...(isReading(task) ? { inputs: { documents: input('documents'), hard: input('hard') } } : {}),
  };
}

async function dumps(client: RunnerClient, { serializer, dataset }: Row, task: Task): Promise<Verdict> {
  for (const set of ['documents', 'hard'] as const) {
    const { verdict } = await verifyDump(task, {
      model: dataset.model,
      format: serializer.format,
      deviations: serializer.deviations,
      expected: dataset[set],
      file: await client.dump(set),
      set,
    });
    if (verdict.verdict !== 'ok') return verdict;
  }
  return { verdict: 'ok' };
}
