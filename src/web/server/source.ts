/** The runs to serve. Names in requests are only compared with the names of folders; they never become paths. */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StoreError } from '../../store/error.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from '../../store/folder/files.ts';
import { readRecord } from '../../store/folder/reader.ts';
import { foldersIn, runsFolder } from '../../store/locate.ts';
import { byAge } from '../../store/newest.ts';
import type { RunRecord } from '../../store/record/record.ts';
import { type RunState, runState } from '../../store/state.ts';

export interface RunEntry {
  readonly kind: 'run';
  /** Name of the run's folder, which may differ from the run's id. */
  readonly key: string;
  readonly folder: string;
  readonly record: RunRecord;
  readonly state: RunState;
  readonly version: string;
}

export interface DamagedEntry {
  readonly kind: 'damaged';
  readonly key: string;
  readonly reason: string;
}

/** @param also folders of more runs. If two folders have the same name, the first is used */
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
      return { kind: 'damaged', key, reason: reasonOf(error) };
    }
  };
  return {
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

/** Returns the newest ended run of each cell of a fleet (kind of machine, suite and repeat). @param runs newest first */
export function newestOfCells(runs: readonly RunEntry[]): ReadonlyMap<string, RunEntry> {
  const ended = runs.filter(({ record, state }) => record.tags?.fleet && state !== 'running');
  return new Map(ended.toReversed().map((run) => [run.record.tags!.fleet!, run]));
}

export function reasonOf(error: unknown): string {
  if (error instanceof StoreError || (error instanceof Error && 'syscall' in error)) return error.message;
  throw error;
}

function filesVersion(folder: string): string {
  return [RUN_FILE, SAMPLES_FILE, SEAL_FILE]
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .map((found) => found && `${found.mtimeMs}-${found.size}-${found.ino}`)
    .join();
}

/** Caches up to `most` values by key. A value is made again if its version has changed. */
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
