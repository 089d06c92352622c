/** Reads a run back. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { StoreError } from './error.ts';
import { RUN_FILE, SAMPLES_FILE } from './locate.ts';
import { RUN_SCHEMA, type RunRecord, type Sample } from './record.ts';
import { runSchema, sampleSchema } from './schema.ts';

export interface StoredRun {
  readonly folder: string;
  readonly record: RunRecord;
  /** In the order in which they were taken. */
  readonly samples: readonly Sample[];
  /** What a reader of the report should know about the files themselves. */
  readonly warnings: readonly string[];
}

/**
 * Reads a run's folder.
 *
 * A last line of samples that was cut short, as a killed run leaves it, is dropped with a warning.
 *
 * @throws StoreError for what isn't a run, was written by a newer wiremark, or is damaged; it names file and place
 */
export async function readRun(folder: string): Promise<StoredRun> {
  const record = await readRecord(join(folder, RUN_FILE));
  const { samples, warnings } = await readSamples(join(folder, SAMPLES_FILE), record);
  return { folder, record, samples, warnings };
}

/** Reads run.json alone. @throws StoreError as `readRun` */
export async function readRecord(file: string): Promise<RunRecord> {
  const found = parseJson(file, await text(file));
  const schema = (found as { schema?: unknown } | null)?.schema;
  if (typeof schema === 'number' && schema > RUN_SCHEMA) {
    const versions = `its schema is ${schema}, this one reads ${RUN_SCHEMA}`;
    throw new StoreError(file, `written by a newer wiremark (${versions}): update wiremark to read it`);
  }
  const result = runSchema.safeParse(found);
  if (!result.success) throw new StoreError(file, `not a wiremark run (${firstIssue(result.error)})`);
  return result.data;
}

async function readSamples(file: string, record: RunRecord) {
  const lines = (await text(file)).split('\n');
  const rest = lines.pop()!;
  const samples = lines.map((line, i) => readSample(`${file}:${i + 1}`, line, record));
  const warnings =
    rest === '' ? [] : [`${file}:${lines.length + 1}: the last sample was cut short and is left out`];
  return { samples, warnings };
}

function readSample(place: string, line: string, record: RunRecord): Sample {
  const result = sampleSchema.safeParse(parseJson(place, line));
  if (!result.success) throw new StoreError(place, `not a sample (${firstIssue(result.error)})`);
  const sample = result.data;
  if (!record.cases[sample.case]?.contenders.includes(sample.contender)) {
    const which = `case ${sample.case}, contender ${sample.contender}`;
    throw new StoreError(place, `a sample of ${which}, which the run doesn't have`);
  }
  return sample;
}

async function text(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new StoreError(file, `can't be read (${error.message})`, { cause: error });
  });
}

function parseJson(place: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StoreError(place, `not JSON (${(error as Error).message})`, { cause: error });
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]!;
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}
