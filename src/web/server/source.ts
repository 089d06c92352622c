/**
 * The runs that the server knows: those in the folder of runs, and those that it was started with; nothing that a link in
 * these leads to elsewhere. Names that come with a request are only ever compared with these keys.
 */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { StoreError } from '../../store/error.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from '../../store/folder/files.ts';
import { readRecord } from '../../store/folder/reader.ts';
import { runFolders } from '../../store/locate.ts';
import { byAge } from '../../store/newest.ts';
import type { RunRecord } from '../../store/record/record.ts';
import { type RunState, runState } from '../../store/state.ts';

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

/**
 * @param root the folder in which wiremark is used
 * @param also folders of further runs; of two of one name, the first is known
 */
export function openSource(root: string, also: readonly string[] = []) {
  const folders = async () => {
    const all = [...also, ...(await runFolders(root))];
    return [...new Map(all.toReversed().map((folder) => [basename(folder), folder])).values()].reverse();
  };
  const records = makeCache<RunRecord>();
  const entry = async (folder: string): Promise<RunEntry | DamagedEntry> => {
    const key = basename(folder);
    try {
      const version = await filesVersion(folder);
      const record = await records.get(folder, version, async () => readRecord(folder));
      return { kind: 'run', key, folder, record, state: runState(folder, record), version };
    } catch (error) {
      return { kind: 'damaged', key, reason: reasonOf(error, folder) };
    }
  };
  return {
    /** As the folder is now; runs newest first. */
    async list() {
      const entries = await Promise.all((await folders()).map(entry));
      const runs = entries.filter((one) => one.kind === 'run');
      const damaged = entries.filter((one) => one.kind === 'damaged');
      return { runs: runs.sort((a, b) => byAge(b.record, a.record)), damaged };
    },
    /** As it is now; null when there is none. */
    async find(key: string) {
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

/** Of a run's files, `none` for one that isn't there. @throws StoreError for what leads elsewhere; as file functions do */
async function filesVersion(folder: string): Promise<string> {
  const runs = dirname(folder);
  await requireInside(runs, folder);
  const version = async (file: string) => {
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return null;
    });
    if (found === null) return 'none';
    await requireInside(runs, file);
    return `${found.mtimeMs}-${found.size}-${found.ino}`;
  };
  const files = [RUN_FILE, SAMPLES_FILE, SEAL_FILE].map((name) => join(folder, name));
  return (await Promise.all(files.map(version))).join();
}

/** A link may lead anywhere; nothing outside the folder of runs is opened, let alone sent. */
async function requireInside(runs: string, path: string): Promise<void> {
  const [base, real] = await Promise.all([realpath(runs), realpath(path)]);
  if (!real.startsWith(base + sep))
    throw new StoreError(path, 'leads out of the folder of runs and is not opened');
}

interface Kept<T> {
  readonly version: string;
  readonly value: Promise<T>;
  /** 0 until it is made. */
  size: number;
}

/**
 * What was made of a run stays until the run changes, as long as there is room.
 *
 * @param room how much is kept altogether; what wasn't asked for longest goes first
 * @param sizeOf in the unit of `room`, which are values unless told
 */
export function makeCache<T>(room = 10_000, sizeOf: (value: T) => number = () => 1) {
  const kept = new Map<string, Kept<T>>();
  const shrink = () => {
    let used = [...kept.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [key, { size }] of kept) {
      if (used <= room) return;
      kept.delete(key);
      used -= size;
    }
  };
  return {
    has: (key: string, version: string) => kept.get(key)?.version === version,
    /**
     * What `make` gave for this key and version; another version takes its place. A request while it is made waits for
     * the same. A failure isn't kept.
     */
    get(key: string, version: string, make: () => Promise<T>): Promise<T> {
      const before = kept.get(key);
      kept.delete(key);
      if (before?.version === version) {
        kept.set(key, before);
        return before.value;
      }
      const entry: Kept<T> = { version, value: make(), size: 0 };
      kept.set(key, entry);
      entry.value.then(
        (value) => {
          entry.size = sizeOf(value);
          shrink();
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return entry.value;
    },
  };
}
