/** A run as one file to send: its files in one JSON object, compressed. The digests in run.json tell whether it arrived whole. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { MOST_BYTES, readRegular } from '../files/regular-file.ts';
import { StoreError } from './error.ts';
import { ABANDONED_FILE, PACKED_FILE, RUN_FILE, SAMPLES_FILE } from './files.ts';
import { listRuns, runsFolder } from './locate.ts';
import { writingProcess } from './lock.ts';
import { firstIssue, parseJson } from './parse.ts';
import { readRecord, readRun } from './reader.ts';
import type { RunRecord } from './record.ts';

/** What belongs to a run and goes where it goes; nothing else that lies in its folder does. */
const CARRIED = [RUN_FILE, PACKED_FILE, SAMPLES_FILE, ABANDONED_FILE] as const;

const exportedSchema = z.object({
  wiremark: z.literal('run'),
  version: z.literal(1),
  /** Their bytes, in base64, by name. */
  files: z.partialRecord(z.enum(CARRIED), z.base64()),
});

/**
 * A run's folder as the bytes of one file. Of the paths that the run was asked for with only the last names are in it.
 *
 * @throws StoreError for what isn't a run, is damaged, or is being measured
 */
export async function exportRun(folder: string): Promise<Buffer> {
  const writer = writingProcess(folder);
  if (writer !== null)
    throw new StoreError(folder, `process ${writer} is still writing this run: export it when it is over`);
  await readRun(folder);
  const names = CARRIED.filter((name) => existsSync(join(folder, name)));
  const files = names.map((name) => [name, carried(folder, name).toString('base64')]);
  return gzipSync(JSON.stringify({ wiremark: 'run', version: 1, files: Object.fromEntries(files) }));
}

function carried(folder: string, name: string): Buffer {
  const bytes = readRegular(join(folder, name));
  if (name !== RUN_FILE) return bytes;
  const record = parseJson(join(folder, name), bytes.toString()) as RunRecord;
  if (record.request === undefined) return bytes;
  const { suite, runners } = record.request;
  const request = {
    ...record.request,
    suite: basename(suite),
    runners: runners.map((path) => basename(path)),
  };
  return Buffer.from(`${JSON.stringify({ ...record, request }, null, 2)}\n`);
}

/**
 * Unpacks an exported run into a folder that is there, and reads it once, whole.
 *
 * @throws StoreError for what isn't one, or was damaged on its way
 */
export async function unpackRun(file: string, folder: string): Promise<RunRecord> {
  const result = exportedSchema.safeParse(parseJson(file, unzipped(file)));
  if (!result.success) throw new StoreError(file, `not an exported run (${firstIssue(result.error)})`);
  for (const [name, content] of Object.entries(result.data.files))
    writeFileSync(join(folder, name), Buffer.from(content, 'base64'));
  return checked(folder, file);
}

function unzipped(file: string): string {
  try {
    return gunzipSync(readRegular(file), { maxOutputLength: MOST_BYTES.text }).toString();
  } catch (error) {
    const what = `not an exported run, or damaged (${(error as Error).message})`;
    throw new StoreError(file, what, { cause: error });
  }
}

/**
 * Puts a run that somebody sent among those below `root`: an exported one, or a folder.
 *
 * @returns the run as it is here
 * @throws StoreError when it can't be read, or is there already
 */
export async function importRun(root: string, path: string, isFolder: boolean): Promise<RunRecord> {
  const runs = runsFolder(root);
  // Hidden, and of this process: it isn't a run before it is whole.
  const aside = join(runs, `.importing-${process.pid}`);
  mkdirSync(aside, { recursive: true });
  try {
    const record = isFolder ? await copyRun(path, aside) : await unpackRun(path, aside);
    if (!/^\w[\w.-]*$/.test(record.id)) throw new StoreError(path, 'its id can be no folder here');
    const same = (await listRuns(root)).runs.find((run) => run.record.id === record.id);
    if (same !== undefined) throw new StoreError(path, `run ${record.id} is here already, in ${same.folder}`);
    renameSync(aside, join(runs, record.id));
    return record;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

async function copyRun(from: string, to: string): Promise<RunRecord> {
  const writer = writingProcess(from);
  if (writer !== null) throw new StoreError(from, `process ${writer} is still writing this run`);
  await readRun(from);
  for (const name of readdirSync(from))
    if ((CARRIED as readonly string[]).includes(name))
      writeFileSync(join(to, name), bytesOf(join(from, name)));
  return readRecord(join(to, RUN_FILE));
}

function bytesOf(file: string): Buffer {
  try {
    return readRegular(file);
  } catch (error) {
    throw new StoreError(file, `can't be read (${(error as Error).message})`, { cause: error });
  }
}

/** Errors name the file that was sent, not where it was unpacked. */
async function checked(folder: string, file: string): Promise<RunRecord> {
  try {
    return (await readRun(folder)).record;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(file, error.message.replaceAll(`${folder}/`, ''), { cause: error });
  }
}
