/** Drives one serializer of a runner through the whole protocol, over all its tasks, and verifies what comes out. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { RowDocuments, type RowPlace } from '../../../src/bench/documents.ts';
import { type PreparedDataset, prepareDataset } from '../../../src/dataset/prepare.ts';
import { readDataset } from '../../../src/define/dataset.ts';
import {
  isOwn,
  type RunnerDefinition,
  type SerializerDefinition,
  type Task,
} from '../../../src/define/types.ts';
import { Work } from '../../../src/measure/work.ts';
import type { Contender } from '../../../src/plan/case.ts';
import type { PlannedCase } from '../../../src/plan/plan.ts';
import type { Verdict } from '../../../src/plan/verdict.ts';
import { writeArtifacts } from '../../../src/runner/artifacts.ts';
import { type RunnerClient, RunnerFailure } from '../../../src/runner/client.ts';
import type { Job } from '../../../src/runner/job.ts';
import { startRunner } from '../../../src/runner/process.ts';
import { UnsupportedByFormat } from '../../../src/schema/emit/types.ts';

export interface Row {
  readonly runner: RunnerDefinition;
  readonly serializer: SerializerDefinition;
  readonly dataset: PreparedDataset;
  /** As the builder gave them. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** For artifacts; shared by all rows. */
  readonly folder: string;
}

/**
 * The tasks to be tried on a dataset. Names, nesting and width are found by the two whole tasks: a library makes its tree from
 * the same codecs, and each row is a process of its own, which takes a JVM two seconds. Of a format that only the row itself
 * reads, what is read back was written by it: one task is both.
 */
export function tasksOn(dataset: string, { tasks, format }: SerializerDefinition): readonly Task[] {
  if (dataset === 'every-kind') return tasks;
  return isOwn(format) ? ['deserialize'] : tasks.filter((task) => /serialize$/.test(task));
}

/** Reads a dataset's definition and makes its documents. */
export async function testDataset(folder: string, size: string, cache: string): Promise<PreparedDataset> {
  mkdirSync(cache, { recursive: true });
  return prepareDataset(readDataset(folder), size, cache);
}

/** The verdict of one task: every document of each set, after slices of which the last result is kept. */
export async function verifyRow(row: Row, task: Task): Promise<Verdict> {
  const { dataset, serializer, runner } = row;
  const contender: Contender = {
    runtime: runner.runtime,
    variant: null,
    definition: serializer,
    limit: null,
  };
  const planned = {
    ...{ dataset: dataset.definition.name, size: dataset.size.name, task },
    ...{ batch: 1, contenders: [contender], unsupported: [], baseline: contender },
  } satisfies PlannedCase;
  const start = (_: Contender, one: Task) => startRow(row, one);
  const place: RowPlace = { planned, contender, dataset, text: runner.text, reader: contender, start };
  const documents = new RowDocuments(SEED, {});
  let client: RunnerClient | undefined;
  try {
    client = await startRow(row, task);
    const set = (
      _: unknown,
      of: RunnerClient,
      ...giving: [kind: 'documents' | 'hard' | 'fresh', turn: number]
    ) => documents.give(place, of, ...giving);
    const measured = { index: 0, warmup: runner.warmup, blocks: runner.blocks, reuses: serializer.reuses };
    const work = new Work({ set }, measured, client);
    for (const kind of ['documents', 'hard', 'fresh'] as const) {
      await work.give(kind);
      for (const ops of [1, work.documents.count]) await work.slice(ops, 1, () => {});
      await work.compare();
      const told = work.slices;
      (await work.whole(kind)).checkLengths(told);
    }
    return { verdict: 'ok' };
  } catch (error) {
    if (error instanceof RunnerFailure) return error.verdict;
    if (error instanceof UnsupportedByFormat) return { verdict: 'unsupported', reason: error.message };
    throw error;
  } finally {
    await client?.end();
  }
}

const SEED = 77_777;

function startRow(row: Row, task: Task): Promise<RunnerClient> {
  return startRunner({
    command: row.runner.start.map((word) =>
      word.replace(/\{(\w+)\}/g, (whole, name: string) => row.placeholders[name] ?? whole),
    ),
    folder: row.folder,
    runtime: row.runner.runtime,
    job: jobOf(row, task),
  });
}

function jobOf({ runner, serializer, dataset, folder }: Row, task: Task): Job {
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
    task,
    bound: serializer.bound,
    schema: dataset.definition.schemaFile,
    model: model!,
    artifacts: new Map(Object.entries(artifacts)),
  };
}
