/**
 * The runs that the server knows: what lies in the folder of runs, and nothing that a link leads to elsewhere. Names
 * that come with a request are only ever compared with these keys.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { StoreError } from '../../store/error.ts';
import { PACKED_FILE, RUN_FILE, SAMPLES_FILE } from '../../store/files.ts';
import { runsFolder } from '../../store/locate.ts';
import { readRecord } from '../../store/reader.ts';
import type { RunRecord } from '../../store/record.ts';
import { type RunState, runState } from '../../store/state.ts';
import { makeCache } from './cache.ts';

export interface RunEntry {
  readonly kind: 'run';
  /** The name of its folder, which need not be its id: folders may be copied and renamed. */
  readonly key: string;
  readonly folder: string;
  readonly record: RunRecord;
  readonly state: RunState;
  /** Changes whenever one of its files does. */
  readonly version: string;
}

export interface DamagedEntry {
  readonly kind: 'damaged';
  readonly key: string;
  /** What is wrong with it, without where on this machine it lies. */
  readonly reason: string;
}

export type Entry = RunEntry | DamagedEntry;

export interface RunSource {
  /** As the folder is now; newest first, damaged ones last. */
  list(): Promise<Entry[]>;
  /** The entry of this key, as it is now; null when there is none. */
  find(key: string): Promise<Entry | null>;
}

/** Records that are kept in memory. */
const MOST_RECORDS = 10_000;

/** @param root the folder in which wiremark is used */
export function openSource(root: string): RunSource {
  const folder = runsFolder(root);
  const records = makeCache<RunRecord>(MOST_RECORDS, () => 1);
  const entry = async (key: string): Promise<Entry> => {
    try {
      return await readEntry(folder, key, (version, file) =>
        records.get(key, version, () => readRecord(file)),
      );
    } catch (error) {
      return { kind: 'damaged', key, reason: reasonOf(error, join(folder, key)) };
    }
  };
  return {
    async list() {
      return (await Promise.all((await folderNames(folder)).map(entry))).sort(newestFirst);
    },
    async find(key) {
      return (await folderNames(folder)).includes(key) ? entry(key) : null;
    },
  };
}

/**
 * What went wrong with reading a run, for a reader who needn't know where on this machine it lies.
 *
 * @param folder the run's own
 * @throws whatever isn't about files: that is a fault of ours
 */
export function reasonOf(error: unknown, folder: string): string {
  if (!(error instanceof StoreError) && !(error instanceof Error && 'syscall' in error)) throw error;
  return error.message
    .replaceAll(folder + sep, '')
    .replaceAll(`${folder}: `, '')
    .replaceAll(folder, basename(folder));
}

/** Everything in the folder of runs that may be a run: folders, and links, which are followed with care. */
async function folderNames(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return found
    .filter((one) => (one.isDirectory() || one.isSymbolicLink()) && !one.name.startsWith('.'))
    .map(({ name }) => name);
}

/** @throws StoreError for a run that is damaged or isn't here; as file functions do */
async function readEntry(
  runs: string,
  key: string,
  record: (version: string, file: string) => Promise<RunRecord>,
): Promise<RunEntry> {
  const folder = join(runs, key);
  await requireInside(runs, folder);
  const files = [RUN_FILE, SAMPLES_FILE, PACKED_FILE].map((name) => join(folder, name));
  const versions = await Promise.all(files.map((file) => fileVersion(runs, file)));
  const found = await record(versions[0]!, files[0]!);
  return {
    kind: 'run',
    key,
    folder,
    record: found,
    state: runState(folder, found),
    version: versions.join(' '),
  };
}

/** Changes with the file; `none` where there is no such file. */
async function fileVersion(runs: string, file: string): Promise<string> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    await requireInside(runs, file);
    return `${mtimeMs}-${size}-${ino}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'none';
    throw error;
  }
}

/** A link may lead anywhere; nothing outside the folder of runs is opened, let alone sent. */
async function requireInside(runs: string, path: string): Promise<void> {
  const [base, real] = await Promise.all([realpath(runs), realpath(path)]);
  if (!real.startsWith(base + sep))
    throw new StoreError(path, 'leads out of the folder of runs and is not opened');
}

function newestFirst(a: Entry, b: Entry): number {
  if (a.kind === 'damaged' || b.kind === 'damaged')
    return Number(a.kind === 'damaged') - Number(b.kind === 'damaged') || compareText(a.key, b.key);
  return compareText(b.record.startedAt, a.record.startedAt) || compareText(b.key, a.key);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
