import { join } from 'node:path';
import { attempt, StoreError } from '../error.ts';
import { RUN_SCHEMA, type RunRecord } from '../record/record.ts';
import { run } from '../record/schema.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from './files.ts';
import { parsing, readBytes } from './parse.ts';
import { openSamples, type StoredSamples } from './samples.ts';
import { readSeal, requireSealed, type Seal } from './seal.ts';

export interface StoredRun {
  readonly folder: string;
  readonly record: RunRecord;
  readonly samples: StoredSamples;
}

const MOST_BYTES = 2 ** 24;

/** Reads a run; its samples are parsed later, case by case. @throws StoreError */
export function readRun(folder: string): StoredRun {
  return settled(() => {
    const { record, seal } = read(folder);
    if (seal !== null && seal.samples !== record.samples.sha256)
      throw new StoreError(
        join(folder, SEAL_FILE),
        `has the digest of another ${SAMPLES_FILE} than ${RUN_FILE}`,
      );
    return { folder, record, samples: openSamples(folder, record, seal !== null) };
  });
}

export function readWhole(folder: string): StoredRun {
  const run = readRun(folder);
  for (const number of run.record.cases.keys()) run.samples.of(number);
  return run;
}

export function readRecord(folder: string): RunRecord {
  return settled(() => read(folder).record);
}

/** Calls `work` again after a StoreError: another process may have replaced one of a run's files between two reads. */
function settled<T>(work: () => T): T {
  const done = attempt(work);
  return done instanceof StoreError ? work() : done;
}

function read(folder: string): { readonly record: RunRecord; readonly seal: Seal | null } {
  const seal = readSeal(folder);
  const { record } = parseRecord(folder, seal);
  return { record: seal === null ? unfinished(record) : record, seal };
}

export function unfinished(record: RunRecord): RunRecord {
  const { stopped: _stopped, ...planned } = record;
  return { ...planned, finishedAt: null, partial: true };
}

/**
 * @returns the checked record, and `found`: the JSON with all keys, also those unknown to this version
 * @throws StoreError
 */
export function parseRecord(
  folder: string,
  seal: Seal | null,
): { readonly record: RunRecord; readonly found: object } {
  const file = join(folder, RUN_FILE);
  const text = readBytes(file, MOST_BYTES).toString();
  if (seal !== null) requireSealed(file, text, seal);
  const found = parsing(file, 'not JSON', () => JSON.parse(text));
  const schema: unknown = found?.schema;
  if (typeof schema === 'number' && schema !== RUN_SCHEMA) {
    const versions = `its schema is ${schema}, this one reads ${RUN_SCHEMA}`;
    const what =
      schema > RUN_SCHEMA
        ? `written by a newer wiremark (${versions}): update wiremark to read it`
        : `written by an older wiremark (${versions}): measure it again, or read it with that one`;
    throw new StoreError(file, what);
  }
  return { record: parsing(file, NO_RUN, () => run.parse(found)), found };
}

export function recordText(folder: string, record: object): string {
  return parsing(join(folder, RUN_FILE), NO_RUN, () => `${JSON.stringify(record, null, 2)}\n`);
}

const NO_RUN = 'not a wiremark run';
