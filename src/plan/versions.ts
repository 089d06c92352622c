/** Rows for other versions of a row's library: `oj@3.16.0`, `my-json@./a`, `my-json@mine=./a`. */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { suggestion } from '../define/nearest.ts';
import { packageName } from '../define/packages.ts';
import { meansRow } from '../define/patterns.ts';
import type { RunnerDefinition, SerializerDefinition } from '../define/types.ts';
import { contenderName, namedOf } from './case.ts';
import type { Filters } from './filters.ts';
import { EmptyPlanError, serializersOf } from './plan.ts';

type Runners = ReadonlyMap<string, RunnerDefinition>;

/** A parsed pattern `ROW@VERSION`. */
interface Version {
  readonly pattern: string;
  readonly row: string;
  readonly label: string;
  /** Absolute path; undefined if the label is a version in the registry. */
  readonly path: string | undefined;
}

/** Parses a pattern `ROW@VERSION`; null for any other. @throws EmptyPlanError for an invalid version */
function versionIn(pattern: string): Version | null {
  const [, row, asked] = /^([^@]+)@(.*)$/s.exec(pattern) ?? [];
  if (row === undefined || asked === undefined) return null;
  const [, given, path] = /^(?:([^=/]*)=)?([./].*)$/s.exec(asked) ?? [];
  const label = path === undefined ? asked : (given ?? labelOf(path));
  if (/^[A-Za-z0-9][\w.+-]{0,79}$/.test(label)) return { pattern, row, label, path: path && resolve(path) };
  const how = 'write it as NAME@1.2.3, NAME@./PATH or NAME@LABEL=./PATH';
  throw new EmptyPlanError(`-s ${pattern} names no version: ${how}`);
}

/** The last part of a path, with the characters that a label may have. */
export function labelOf(path: string): string {
  const name = basename(resolve(path)).replaceAll(/[^\w.+-]/g, '-');
  return name.replace(/^[^A-Za-z0-9]+/, '');
}

/** Makes paths in filters absolute: `my-json@./a` becomes `my-json@a=/home/me/a`. */
export function absoluteVersions(filters: Filters): Filters {
  return withSerializers(filters, (pattern) => {
    const { row, label, path } = versionIn(pattern) ?? {};
    return path === undefined ? pattern : `${row}@${label}=${path}`;
  });
}

/**
 * Adds the versions that filters ask for to their runners, and returns the filters that select them.
 *
 * @throws EmptyPlanError for a version of an unknown row or one without packages, a missing path, a duplicate name, and a
 *   runner that doesn't support versions
 */
export function withVersions(
  runners: Runners,
  filters: Filters,
): { readonly runners: Runners; readonly filters: Filters } {
  const made = new Map(runners);
  const plain = withSerializers(filters, (pattern) => {
    const version = versionIn(pattern);
    if (version === null) return pattern;
    addVersions(made, version);
    return `${version.row}@${version.label}`;
  });
  return { runners: made, filters: plain };
}

function refused({ pattern }: Version, what: string): EmptyPlanError {
  return new EmptyPlanError(`-s ${pattern}: ${what}`);
}

function withSerializers(filters: Filters, change: (pattern: string) => string): Filters {
  return filters.serializer ? { ...filters, serializer: filters.serializer.map(change) } : filters;
}

function addVersions(made: Map<string, RunnerDefinition>, version: Version): void {
  const rows = [...made.values()].flatMap(serializersOf);
  const meant = rows.filter((one) => meansRow(version.row, namedOf(one)));
  const packed = meant.filter(({ definition: { packages, entry } }) => packages.length > 0 && !entry);
  if (meant.length === 0) {
    const { row } = version;
    const names = rows.map((one) => (row.includes('/') ? contenderName(one) : one.definition.id));
    throw refused(version, `there is no serializer "${row}".${suggestion(row, new Set(names))}`);
  }
  if (packed.length === 0)
    throw refused(version, `${contenderName(meant[0]!)} has no packages, so it has no other version`);
  for (const { runtime, definition: entry } of packed) {
    const runner = made.get(runtime)!;
    const { serializers } = runner;
    const row = versionOf(runner, entry, version);
    const same = serializers.find(({ id }) => id === row.id);
    if (same !== undefined && same.packages[0] !== row.packages[0])
      throw refused(
        version,
        `two versions have the name ${row.id}: name them, as in ${entry.id}@mine=./PATH`,
      );
    if (same === undefined) made.set(runtime, { ...runner, serializers: [...serializers, row] });
  }
}

/** The row with another version of its library, the first of its packages. */
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
