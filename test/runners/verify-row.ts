/** Drives one serializer of a runner through the whole protocol, over all its tasks, and verifies what comes out. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type PreparedDataset, prepareDataset } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { RunnerDefinition, SerializerDefinition, Task } from '../../src/define/types.ts';
import type { Verdict } from '../../src/plan/verdict.ts';
import { writeArtifacts } from '../../src/runner/artifacts.ts';
import { type RunnerClient, RunnerFailure } from '../../src/runner/client.ts';
import type { DocumentFile, Job } from '../../src/runner/job.ts';
import { startRunner } from '../../src/runner/process.ts';
import { UnsupportedByFormat } from '../../src/schema/emit/types.ts';
import { inputsFileName, prepareInputs } from '../../src/verify/inputs.ts';
import { verifyDump } from '../../src/verify/outputs.ts';

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
 * The verdict of one task: both sets, before and after slices, whose checksums must say that each document was done
 * once in turn.
 */
export async function verifyRow(row: Row, task: Task): Promise<Verdict> {
  let client: RunnerClient | undefined;
  try {
    client = await startRunner({
      command: row.runner.start.map((word) =>
        word.replace(/\{(\w+)\}/g, (whole, name: string) => row.placeholders[name] ?? whole),
      ),
      folder: row.folder,
      job: await jobOf(row, task),
    });
    const before = await dumps(client, row, task);
    if (before.verdict !== 'ok') return before;
    const rounds = await checksums(client, row);
    if (rounds[0] !== rounds[1]) {
      return { verdict: 'mismatch', reason: `the same documents gave checksums ${rounds.join(' and ')}` };
    }
    return await dumps(client, row, task);
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    if (error instanceof UnsupportedByFormat) return { verdict: 'unsupported', reason: error.message };
    throw error;
  } finally {
    await client?.end();
  }
}

async function checksums(client: RunnerClient, { dataset }: Row): Promise<bigint[]> {
  const ops = dataset.counts.documents;
  return [(await client.slice(ops)).checksum, (await client.slice(ops)).checksum];
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
    await writeArtifacts(join(folder, 'artifacts'), {
      dataset: dataset.definition.name,
      model: dataset.model,
      protoOptions: runner.protoOptions,
      kinds: ['model', ...serializer.artifacts],
    }),
  );
  const reads = task === 'deserialize' || task === 'parse-tree';
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
    ...(reads ? { inputs: { documents: input('documents'), hard: input('hard') } } : {}),
  };
}

async function dumps(client: RunnerClient, { serializer, dataset }: Row, task: Task): Promise<Verdict> {
  for (const set of ['documents', 'hard'] as const) {
    const { verdict } = verifyDump(task, {
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
