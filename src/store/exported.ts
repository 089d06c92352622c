import { hash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { scratchFor } from '../machine/scratch.ts';
import { StoreError } from './error.ts';
import { makeAside } from './folder/durable.ts';
import { EXPORTED, RUN_FILE, SAMPLES_FILE, SEAL_FILE } from './folder/files.ts';
import { writingProcess } from './folder/lock.ts';
import { parsing, readBytes } from './folder/parse.ts';
import { parseRecord, readWhole, recordText } from './folder/reader.ts';
import { readSeal, sealText } from './folder/seal.ts';
import { listRuns, runsFolder } from './locate.ts';
import type { RunRecord } from './record/record.ts';
import { lastNames } from './record/run-label.ts';

const FILES: readonly string[] = [RUN_FILE, SAMPLES_FILE, SEAL_FILE];
export const MOST_PACKED = 2 ** 27;
const MOST_UNPACKED = 2 ** 28 + 2 ** 25;
const HEAD = 'wiremark run\n';

type Files = ReadonlyMap<string, Uint8Array>;

/** Packs a run into one file. Paths in the record lose leading folders, whose names may be private. @throws StoreError */
export function exportRun(folder: string): Buffer {
  const files = [...withoutPaths(folder, filesOf(folder))].flatMap(([name, content]) => [
    Buffer.from(`${name} ${content.length}\n`),
    content,
  ]);
  return gzipSync(Buffer.concat([Buffer.from(HEAD), ...files]));
}

function filesOf(folder: string): Files {
  const writer = writingProcess(folder);
  if (writer !== null)
    throw new StoreError(folder, `process ${writer} is still writing this run: wait for it`);
  readWhole(folder);
  const names = FILES.filter((name) => existsSync(join(folder, name)));
  return new Map(names.map((name) => [name, readBytes(join(folder, name), MOST_UNPACKED)]));
}

function withoutPaths(folder: string, files: Files): Files {
  const seal = readSeal(folder);
  const { record, found } = parseRecord(folder, seal);
  const { suite, runners, rows, filters, data } = record.request;
  const schema = data?.schema !== undefined && { schema: basename(data.schema) };
  const request = {
    ...record.request,
    suite: basename(suite),
    runners: lastNames(runners),
    ...(rows && { rows: lastNames(rows) }),
    filters: Object.fromEntries(
      Object.entries(filters).map(([name, patterns]) => [
        name,
        patterns.map((one) => one.replace(/=\/.*\//s, '=')),
      ]),
    ),
    ...(data && { data: { ...data, ...schema, source: basename(data.source) } }),
  };
  const text = recordText(folder, { ...found, request });
  const own = new Map([...files, [RUN_FILE, Buffer.from(text)]]);
  if (seal !== null) own.set(SEAL_FILE, Buffer.from(sealText({ ...seal, records: [hash('sha256', text)] })));
  return own;
}

/** Unpacks an exported run into a temporary folder, which has the name of the file. @returns the folder */
export function unpackRun(file: string): string {
  const folder = join(scratchFor('run'), basename(file, EXPORTED));
  mkdirSync(folder);
  put(exportedFiles(file), folder, file);
  return folder;
}

function exportedFiles(file: string): Files {
  const packed = readBytes(file, MOST_PACKED);
  const what = `not an exported run, damaged, or larger than ${MOST_UNPACKED >> 20} MiB`;
  const bytes = parsing(file, what, () => gunzipSync(packed, { maxOutputLength: MOST_UNPACKED }));
  if (bytes.toString('latin1', 0, HEAD.length) !== HEAD) throw new StoreError(file, what);
  const files = new Map<string, Uint8Array>();
  for (let at = HEAD.length; at < bytes.length; ) {
    const head = /^([\w.]{1,40}) (\d{1,9})\n/.exec(bytes.toString('latin1', at, at + 60));
    const [all, name, length] = head ?? ['', '', ''];
    const end = at + all.length + Number(length);
    if (!FILES.includes(name!) || files.has(name!) || end > bytes.length) throw new StoreError(file, what);
    files.set(name!, bytes.subarray(at + all.length, end));
    at = end;
  }
  return files;
}

export async function importRun(root: string, path: string, isFolder: boolean): Promise<RunRecord> {
  const runs = runsFolder(root);
  const files = isFolder ? filesOf(path) : exportedFiles(path);
  // Renaming a complete folder is atomic: no other process sees an incomplete run.
  const aside = makeAside(runs);
  try {
    const record = put(files, aside, path);
    if (!/^\w[\w.-]{0,200}$/.test(record.id))
      throw new StoreError(path, "its id can't be the name of a folder");
    const same = (await listRuns(root)).runs.find((run) => run.record.id === record.id);
    if (same !== undefined) throw new StoreError(path, `run ${record.id} is already here, in ${same.folder}`);
    renameSync(aside, join(runs, record.id));
    return record;
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

function put(files: Files, folder: string, from: string): RunRecord {
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  try {
    return readWhole(folder).record;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(from, error.message.replaceAll(`${folder}/`, ''), { cause: error });
  }
}
