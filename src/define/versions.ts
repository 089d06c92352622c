/**
 * Adds rows for other versions of a row's library: `oj@3.16.0`, `my-json@./a`, `my-json@mine=./a`; and runtimes with
 * another version of their toolchain: `ark@24`.
 */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { FixableError } from './error.ts';
import { type Named, rowName, rowsOf } from './names.ts';
import { suggestion } from './nearest.ts';
import { packageName } from './packages.ts';
import { meansRow } from './patterns.ts';
import type { RunnerDefinition, Runners, SerializerDefinition } from './types.ts';

interface Version {
  readonly pattern: string;
  readonly row: string;
  readonly label: string;
  readonly path: string | undefined;
}

function versionIn(pattern: string): Version | null {
  const [, row, asked] = /^([^@]+)@(.*)$/s.exec(pattern) ?? [];
  if (row === undefined || asked === undefined) return null;
  const [, given, path] = /^(?:([^=/]*)=)?([./].*)$/s.exec(asked) ?? [];
  const label = path === undefined ? asked : (given ?? labelOf(path));
  if (/^[A-Za-z0-9][\w.+-]{0,79}$/.test(label)) return { pattern, row, label, path: path && resolve(path) };
  const how = 'write it as NAME@1.2.3, NAME@./PATH or NAME@LABEL=./PATH';
  throw new FixableError(`-s ${pattern} names no version: ${how}`);
}

export function labelOf(path: string): string {
  return basename(resolve(path))
    .replaceAll(/[^\w.+-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
}

export function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

interface RowFilters {
  readonly serializer?: readonly string[];
}

/** Makes paths in patterns absolute: `my-json@./a` becomes `my-json@a=/home/me/a`. */
export function absoluteFilters<F extends RowFilters>(filters: F): F {
  return withVersions(
    filters,
    ({ row, label, path }) => `${row}@${label}${path === undefined ? '' : `=${path}`}`,
  );
}

/** Removes paths from patterns: `my-json@./a` becomes `my-json@a`. */
export function plainFilters<F extends RowFilters>(filters: F): F {
  return withVersions(filters, ({ row, label }) => `${row}@${label}`);
}

function withVersions<F extends RowFilters>(filters: F, spell: (version: Version) => string): F {
  if (filters.serializer === undefined) return filters;
  const serializer = filters.serializer.map((pattern) => {
    const version = versionIn(pattern);
    return version === null ? pattern : spell(version);
  });
  return { ...filters, serializer };
}

export function addVersions(runners: Runners, patterns: readonly string[]): Runners {
  const made = new Map(runners);
  for (const pattern of patterns) {
    const version = versionIn(pattern);
    if (version !== null) addVersion(made, version);
  }
  return made;
}

function refused({ pattern }: Version, what: string): FixableError {
  return new FixableError(`-s ${pattern}: ${what}`);
}

function addVersion(made: Map<string, RunnerDefinition>, version: Version): void {
  const rows = [...made.values()].flatMap(rowsOf);
  const meant = rows.filter((row) => meansRow(version.row, row));
  if (meant.length === 0) {
    const { row } = version;
    const names = rows.map((one) => (row.includes('/') ? rowName(one) : one.serializer));
    throw refused(version, `there is no serializer "${row}".${suggestion(row, new Set(names))}`);
  }
  const entryOf = ({ runtime, serializer }: Named) =>
    made.get(runtime)!.serializers.find(({ id }) => id === serializer)!;
  const packed = meant.filter((row) => entryOf(row).packages.length > 0 && !entryOf(row).entry);
  if (packed.length === 0)
    throw refused(version, `${rowName(meant[0]!)} has no packages, so it has no other version`);
  for (const one of packed) {
    const entry = entryOf(one);
    const runner = made.get(one.runtime)!;
    const { serializers } = runner;
    const row = versionOf(runner, entry, version);
    const same = serializers.find(({ id }) => id === row.id);
    if (same !== undefined && same.packages[0] !== row.packages[0])
      throw refused(version, `two versions are named ${row.id}: name them, as in ${entry.id}@mine=./PATH`);
    if (same === undefined) made.set(one.runtime, { ...runner, serializers: [...serializers, row] });
  }
}

function versionOf(runner: RunnerDefinition, entry: SerializerDefinition, version: Version) {
  const { label, path } = version;
  const [library, ...others] = entry.packages as [string, ...string[]];
  const { version: spelling, paths } = runner.packages ?? {};
  if (spelling === undefined) throw refused(version, `${runner.file} has no [packages] version`);
  if (path !== undefined && !paths) throw refused(version, `${runner.file} takes no packages by path`);
  if (path !== undefined && !existsSync(path)) throw refused(version, `there is nothing at ${path}`);
  const name = packageName(library);
  const numbered = spelling.replace('{name}', () => name).replace('{version}', () => label);
  const packages = [path === undefined ? numbered : `${name}@file:${path}`, ...others];
  const [id, title] = [`${entry.id}@${label}`, `${entry.title} ${label}`];
  return { ...entry, id, title, packages, entry: entry.id };
}

/** Adds a runtime for each pattern with `@`: `ark@24` has the rows of `ark`, and builds of its own. @throws FixableError */
export function addRuntimeVersions(runners: Runners, patterns: readonly string[]): Runners {
  const made = new Map(runners);
  for (const pattern of patterns.filter((one) => one.includes('@'))) {
    const [, runtime = '', version = ''] = /^([\w-]+)@(\d[\w.-]*)(?:\+[^/]*)?$/.exec(pattern) ?? [];
    const refused = (what: string) => new FixableError(`-r ${pattern}: ${what}`);
    if (version === '') throw refused('write a version of a runtime as RUNTIME@VERSION, without wildcards');
    const runner = runners.get(runtime);
    if (runner === undefined)
      throw refused(`there is no runtime "${runtime}".${suggestion(runtime, runners.keys())}`);
    if (runner.versions === undefined)
      throw refused(
        `${runner.title} can't be measured in several versions: ${runner.file} has no [versions]`,
      );
    const [name, title] = [`${runtime}@${version}`, `${runner.title} ${version}`];
    made.set(name, { ...runner, runtime: name, title });
  }
  return made;
}
