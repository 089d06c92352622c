/**
 * The runs that the server knows: in the folder of runs, and those that it was started with. Names that come with a request
 * are compared with the keys of these runs and never become paths.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { StoreError } from '../../store/error.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from '../../store/folder/files.ts';
import { readRecord } from '../../store/folder/reader.ts';
import { foldersIn, runsFolder } from '../../store/locate.ts';
import { byAge } from '../../store/newest.ts';
import type { RunRecord } from '../../store/record/record.ts';
import { type RunState, runState } from '../../store/state.ts';

export interface RunEntry {
  readonly kind: 'run';
  /** The name of its folder, which may differ from its id. */
  readonly key: string;
  readonly folder: string;
  readonly record: RunRecord;
  readonly state: RunState;
  /** Changes with each change of its files. */
  readonly version: string;
}

export interface DamagedEntry {
  readonly kind: 'damaged';
  readonly key: string;
  /** Without paths of this machine. */
  readonly reason: string;
}

/**
 * @param root the working folder
 * @param also folders of further runs; the first of a name counts
 */
export function openSource(root: string, also: readonly string[] = []) {
  const folders = async () => {
    const all = [...also, ...(await foldersIn(runsFolder(root)))];
    return [...new Map(all.toReversed().map((folder) => [basename(folder), folder])).values()].reverse();
  };
  const records = makeCache<RunRecord>(10_000);
  const entry = (folder: string): RunEntry | DamagedEntry => {
    const key = basename(folder);
    try {
      const version = filesVersion(folder);
      const record = records(folder, version, () => readRecord(folder));
      return { kind: 'run', key, folder, record, state: runState(folder, record), version };
    } catch (error) {
      return { kind: 'damaged', key, reason: reasonOf(error, folder) };
    }
  };
  return {
    /** Runs are newest first. */
    async list() {
      const entries = (await folders()).map(entry);
      const runs = entries.filter((one) => one.kind === 'run');
      const damaged = entries.filter((one) => one.kind === 'damaged');
      return { runs: runs.sort((a, b) => byAge(b.record, a.record)), damaged };
    },
    async find(key: string) {
      const folder = (await folders()).find((one) => basename(one) === key);
      return folder === undefined ? null : entry(folder);
    },
  };
}

/**
 * Says why a run can't be read, without paths of this machine.
 *
 * @param folder of the run
 * @throws errors that aren't about files
 */
export function reasonOf(error: unknown, folder: string): string {
  if (!(error instanceof StoreError) && !(error instanceof Error && 'syscall' in error)) throw error;
  return error.message
    .replaceAll(folder + sep, '')
    .replaceAll(`${folder}: `, '')
    .replaceAll(folder, basename(folder));
}

/** @throws StoreError for a link to outside of the folder of runs, which may lead anywhere */
function filesVersion(folder: string): string {
  const runs = realpathSync(dirname(folder)) + sep;
  const files = [RUN_FILE, SAMPLES_FILE, SEAL_FILE].map((name) => join(folder, name));
  const found = [folder, ...files.filter((file) => existsSync(file))].map((path) => {
    if (!realpathSync(path).startsWith(runs))
      throw new StoreError(path, 'leads out of the folder of runs and is not opened');
    const { mtimeMs, size, ino } = statSync(path);
    return `${mtimeMs}-${size}-${ino}`;
  });
  return found.join();
}

/** Keeps what was made of a run until the run changes. The oldest of `most` values goes first. */
export function makeCache<T>(most: number) {
  const kept = new Map<string, { readonly version: string; readonly value: T }>();
  return (key: string, version: string, make: () => T): T => {
    const before = kept.get(key);
    if (before?.version === version) return before.value;
    const value = make();
    kept.delete(key);
    kept.set(key, { version, value });
    if (kept.size > most) kept.delete(kept.keys().next().value!);
    return value;
  };
}
