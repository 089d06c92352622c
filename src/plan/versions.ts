/** Other versions of a row's library, which are rows beside it: `oj@3.16.0`, `my-json@./a`, `my-json@mine=./a`. */
import { basename, resolve } from 'node:path';
import { rowName, rowsOf } from '../define/names.ts';
import { suggestion } from '../define/nearest.ts';
import { packageName } from '../define/packages.ts';
import { meansRow } from '../define/patterns.ts';
import type { RunnerDefinition, SerializerDefinition } from '../define/types.ts';
import type { Filters } from './filters.ts';
import { EmptyPlanError } from './plan.ts';

type Runners = ReadonlyMap<string, RunnerDefinition>;

/** A version by its number or by an absolute path, and what it is called. */
export interface Version {
  readonly label: string;
  /** Absent: the label is the number that the registry has. */
  readonly path?: string;
}

const LABEL = /^[A-Za-z0-9][\w.+-]{0,79}$/;

/** A pattern `ROW@VERSION`, taken apart; null for any other pattern. @throws EmptyPlanError for what can't be one */
function versionIn(pattern: string): (Version & { readonly row: string }) | null {
  const at = pattern.indexOf('@');
  if (at < 1) return null;
  const [row, asked] = [pattern.slice(0, at), pattern.slice(at + 1)];
  const [, given, path] = /^(?:([^=/]*)=)?([./].*)$/s.exec(asked) ?? [];
  const label = path === undefined ? asked : (given ?? labelOf(path));
  if (LABEL.test(label)) return { row, label, ...(path !== undefined && { path: resolve(path) }) };
  const how = 'write it as NAME@1.2.3, NAME@./PATH or NAME@LABEL=./PATH';
  throw new EmptyPlanError(`-s ${pattern} names no version: ${how}`);
}

/** A path's last name, as far as a label can have it. */
export function labelOf(path: string): string {
  return basename(resolve(path))
    .replaceAll(/[^\w.+-]/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '');
}

/** The same filters, whatever the working folder is: `my-json@./a` is `my-json@a=/home/me/a`. */
export function absoluteVersions(filters: Filters): Filters {
  const serializer = filters.serializer?.map((pattern) => {
    const { row, label, path } = versionIn(pattern) ?? {};
    return path === undefined ? pattern : `${row}@${label}=${path}`;
  });
  return serializer === undefined ? filters : { ...filters, serializer };
}

/**
 * Runners with the versions that filters ask for, in that order, and the filters by which those are chosen.
 *
 * @throws EmptyPlanError for a version of what isn't there or has no packages, and for two paths of one name
 */
export function withVersions(
  runners: Runners,
  filters: Filters,
): { readonly runners: Runners; readonly filters: Filters } {
  const made = new Map(runners);
  const serializer = filters.serializer?.map((pattern) => {
    const version = versionIn(pattern);
    if (version === null) return pattern;
    const own = [...runners.values()].flatMap((runner) => entriesOf(runner, version.row));
    const versions = own.filter(({ entry }) => entry.packages.length > 0);
    if (versions.length === 0) throw new EmptyPlanError(whyNone(pattern, version.row, own, runners));
    for (const { runner, entry } of versions) addVersion(made, runner, versionOf(runner, entry, version));
    return `${version.row}@${version.label}`;
  });
  return { runners: made, filters: serializer === undefined ? filters : { ...filters, serializer } };
}

interface Found {
  readonly runner: RunnerDefinition;
  readonly entry: SerializerDefinition;
}

function entriesOf(runner: RunnerDefinition, pattern: string): Found[] {
  const meant = new Set(rowsOf(runner).flatMap((row) => (meansRow(pattern, row) ? [row.serializer] : [])));
  return runner.serializers.filter(({ id }) => meant.has(id)).map((entry) => ({ runner, entry }));
}

function whyNone(pattern: string, row: string, found: readonly Found[], runners: Runners): string {
  const [first] = found;
  if (first !== undefined) {
    const name = rowName({ runtime: first.runner.runtime, variant: null, serializer: first.entry.id });
    return `-s ${pattern}: ${name} has no packages, so there is no other version of it`;
  }
  const rows = [...runners.values()].flatMap(rowsOf);
  const names = rows.map((one) => (row.includes('/') ? rowName(one) : one.serializer));
  return `-s ${pattern}: there is no serializer "${row}".${suggestion(row, new Set(names))}`;
}

function addVersion(
  made: Map<string, RunnerDefinition>,
  { runtime }: RunnerDefinition,
  row: SerializerDefinition,
) {
  const runner = made.get(runtime)!;
  const same = runner.serializers.find(({ id }) => id === row.id);
  if (same !== undefined && same.packages[0] !== row.packages[0])
    throw new EmptyPlanError(
      `two versions are called ${row.id}: name them, as in -s ${row.entry}@mine=./PATH`,
    );
  if (same === undefined) made.set(runtime, { ...runner, serializers: [...runner.serializers, row] });
}

/**
 * The same row with another version of its library, which is the first of its packages.
 *
 * @throws EmptyPlanError where the runner doesn't say how versions are spelled, or takes no paths
 */
export function versionOf(
  runner: RunnerDefinition,
  entry: SerializerDefinition,
  { label, path }: Version,
): SerializerDefinition {
  const [library = '', ...others] = entry.packages;
  const { version, paths = false } = runner.packages ?? {};
  if (path === undefined ? version === undefined : !paths) {
    const what = path === undefined ? 'has no [packages] version' : 'takes no packages by path';
    throw new EmptyPlanError(`-s ${entry.id}@${label}: ${runner.file} ${what}`);
  }
  const name = packageName(library);
  const spelled =
    path === undefined
      ? version!.replaceAll(/\{(name|version)\}/g, (_, key) => (key === 'name' ? name : label))
      : `${name}@file:${path}`;
  return {
    ...entry,
    id: `${entry.id}@${label}`,
    title: `${entry.title} ${label}`,
    packages: [spelled, ...others],
    entry: entry.id,
  };
}
