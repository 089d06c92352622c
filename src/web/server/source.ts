/**
 * The runs that the server knows: what lies in the folder of runs, and what it was told when it was started; nothing that a
 * link in these leads to elsewhere. Names
 * that come with a request are only ever compared with these keys.
 */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { StoreError } from '../../store/error.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from '../../store/files.ts';
import { runFolders } from '../../store/locate.ts';
import { byAge } from '../../store/newest.ts';
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

export type FolderEntry = RunEntry | DamagedEntry;

export interface RunSource {
  /** As the folder is now; newest first, damaged ones last. */
  list(): Promise<FolderEntry[]>;
  /** The entry of this key, as it is now; null when there is none. */
  find(key: string): Promise<FolderEntry | null>;
}

/** Records that are kept in memory. */
const MOST_RECORDS = 10_000;

/**
 * @param root the folder in which wiremark is used
 * @param also folders of further runs; of two of one name, the first is known
 */
export function openSource(root: string, also: readonly string[] = []): RunSource {
  const folders = async () => {
    const all = [...also, ...(await runFolders(root))];
    return [...new Map(all.toReversed().map((folder) => [basename(folder), folder])).values()];
  };
  const records = makeCache<RunRecord>(MOST_RECORDS, () => 1);
  const entry = async (folder: string): Promise<FolderEntry> => {
    try {
      return await readEntry(folder, (version) =>
        records.get(folder, version, async () => readRecord(folder)),
      );
    } catch (error) {
      return { kind: 'damaged', key: basename(folder), reason: reasonOf(error, folder) };
    }
  };
  return {
    async list() {
      return (await Promise.all((await folders()).map(entry))).sort(newestFirst);
    },
    async find(key) {
      const folder = (await folders()).find((one) => basename(one) === key);
      return folder === undefined ? null : entry(folder);
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

/** @throws StoreError for a run that is damaged or isn't here; as file functions do */
async function readEntry(folder: string, record: (version: string) => Promise<RunRecord>): Promise<RunEntry> {
  const runs = dirname(folder);
  await requireInside(runs, folder);
  const files = [RUN_FILE, SAMPLES_FILE, SEAL_FILE].map((name) => join(folder, name));
  const versions = await Promise.all(files.map((file) => fileVersion(runs, file)));
  const found = await record(`${versions[0]} ${versions[2]}`);
  return {
    kind: 'run',
    key: basename(folder),
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

function newestFirst(a: FolderEntry, b: FolderEntry): number {
  if (a.kind === 'damaged' || b.kind === 'damaged')
    return Number(a.kind === 'damaged') - Number(b.kind === 'damaged') || compareText(a.key, b.key);
  return byAge(b.record, a.record) || compareText(b.key, a.key);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
