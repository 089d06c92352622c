import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RecordType, SchemaModel, Type } from '../../schema/model.ts';

/** What is remembered of a module's last build. */
export interface ModuleState {
  /** Of all files, see `fingerprint`. */
  readonly fingerprint: string;
  /** Of the files that don't depend on the datasets. */
  readonly own: string;
  /** The datasets that it was built with. */
  readonly datasets: readonly string[];
  readonly outcome: ModuleOutcome;
}

export type ModuleOutcome =
  | { readonly ok: true; readonly classpath: readonly string[] }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly cure: string;
      /** When to try again though nothing has changed (milliseconds since 1970); null: not before something has. */
      readonly retryAt: number | null;
    };

/** Reads a module's state; null if there is none or it can't be understood, which means: build. */
export async function readState(file: string): Promise<ModuleState | null> {
  return (await readJson(file)) as ModuleState | null;
}

export async function writeState(file: string, state: ModuleState): Promise<void> {
  await writeJson(file, state);
}

/** True if nothing needs doing: built from the same and still there, or failed and nothing has changed since. */
export function isCurrent(state: ModuleState, fingerprint: string, now: number): boolean {
  if (state.fingerprint !== fingerprint) return false;
  const { outcome } = state;
  if (outcome.ok) return outcome.classpath.every((path) => existsSync(path));
  return outcome.retryAt === null || now < outcome.retryAt;
}

interface StoredModel {
  readonly root: Type;
  readonly records: readonly RecordType[];
  readonly enums: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** Reads the models of all datasets that any module was ever built with. */
export async function readModels(file: string): Promise<Map<string, SchemaModel>> {
  const stored = ((await readJson(file)) ?? {}) as Record<string, StoredModel>;
  return new Map(
    Object.entries(stored).map(([dataset, { root, records, enums }]) => [
      dataset,
      {
        root,
        records: new Map(records.map((record) => [record.name, record])),
        enums: new Map(enums.map((definition) => [definition.name, definition])),
      },
    ]),
  );
}

export async function writeModels(file: string, models: ReadonlyMap<string, SchemaModel>): Promise<void> {
  const stored = [...models].map(([dataset, { root, records, enums }]): [string, StoredModel] => [
    dataset,
    { root, records: [...records.values()], enums: [...enums.values()] },
  ]);
  await writeJson(file, Object.fromEntries(stored));
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    // A cache: what is missing or spoilt is made again.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(value));
  await rename(`${file}.new`, file);
}
