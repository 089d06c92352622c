import { basename, dirname, join } from 'node:path';
import { readDataset } from './dataset.ts';
import { DefinitionError } from './error.ts';
import type { DefinitionPaths } from './found.ts';
import { rowName, rowsOf } from './names.ts';
import { type Addable, mayBeUnread, missing, suggestion, unreadCalled } from './nearest.ts';
import { selectsRow, unknownVariant } from './patterns.ts';
import { addRows } from './row.ts';
import { readRunner } from './runner.ts';
import { readSuite } from './suite.ts';
import { errorAt, type TomlPath } from './toml.ts';
import type { DatasetDefinition, Runners, SuiteDefinition } from './types.ts';

export interface Catalog {
  readonly datasets: ReadonlyMap<string, DatasetDefinition>;
  readonly suites: ReadonlyMap<string, SuiteDefinition>;
  readonly runners: Runners;
  readonly unread: ReadonlyMap<string, DefinitionError>;
}

/**
 * @param own paths of the user's definitions: if one is malformed, the error is only recorded in `unread`
 * @throws DefinitionError
 */
export function readCatalog(
  paths: DefinitionPaths,
  own: DefinitionPaths = NONE,
  checkOwn: (dataset: DatasetDefinition) => unknown = () => {},
): Catalog {
  const unread = new Map<string, DefinitionError>();
  const attempt = <T>(name: string, read: () => T): T[] => {
    try {
      return [read()];
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      unread.set(name, error);
      return [];
    }
  };
  const readAll = <T>(
    kind: 'datasets' | 'suites' | 'runners',
    read: (path: string) => T,
    check: (definition: T) => unknown = () => {},
  ): T[] => [
    ...paths[kind].map(read),
    ...own[kind].flatMap((path) =>
      attempt(nameOf(kind, path), () => {
        const definition = read(path);
        check(definition);
        return definition;
      }),
    ),
  ];
  let runners: Runners = byName('runtime', readAll('runners', readRunner), (one) => [one.runtime, one.file]);
  for (const row of own.rows ?? [])
    attempt(`rows ${row}`, () => {
      runners = addRows(runners, [row]);
    });
  const datasets = byName('dataset', readAll('datasets', readDataset, checkOwn), (one) => [
    one.name,
    join(one.folder, 'dataset.toml'),
  ]);
  const suites = byName('suite', readAll('suites', readSuite), (suite) => [suite.name, suite.file]);
  const catalog: Catalog = { datasets, suites, runners, unread };
  for (const suite of suites.values()) {
    const check = () => checkSuite(suite, catalog);
    if (!own.suites.includes(suite.file)) check();
    else if (attempt(`suites ${suite.name}`, check).length === 0) suites.delete(suite.name);
  }
  return catalog;
}

const nameOf = (kind: string, path: string) =>
  `${kind} ${basename(kind === 'runners' ? dirname(path) : path, '.toml')}`;

const NONE: DefinitionPaths = { datasets: [], suites: [], runners: [] };

function byName<T>(
  what: string,
  definitions: readonly T[],
  nameAndFile: (definition: T) => readonly [name: string, file: string],
): Map<string, T> {
  const map = new Map<string, T>();
  for (const definition of definitions) {
    const [name, file] = nameAndFile(definition);
    const first = map.get(name);
    if (first !== undefined)
      throw new DefinitionError(
        { file },
        `the ${what} "${name}" is already defined in ${nameAndFile(first)[1]}`,
      );
    map.set(name, definition);
  }
  return map;
}

function checkSuite(suite: SuiteDefinition, { datasets, runners, unread }: Catalog): void {
  const { file } = suite;
  const rows = [...runners.values()].flatMap(rowsOf);
  const refuse = (what: Addable, word: string, path: TomlPath, text: string): never => {
    throw unreadCalled(unread, what, word) ?? errorAt(file, path, text);
  };
  const names = rows.map(rowName);
  const baseline =
    rows.find((row) => rowName(row) === suite.baseline) ??
    refuse('serializer', suite.baseline, ['baseline'], missing('serializer', suite.baseline, names, unread));
  const checkPatterns = (path: TomlPath, patterns: readonly string[]) => {
    for (const [i, pattern] of patterns.entries()) {
      if (rows.some((row) => selectsRow(pattern, row))) continue;
      const hint = `${suggestion(pattern, names)}${mayBeUnread('serializer', unread)}`;
      const what = unknownVariant(pattern, rows) ?? `"${pattern}" matches no serializer.${hint}`;
      refuse('serializer', pattern, [...path, i], what);
    }
  };
  checkPatterns(['serializers'], suite.serializers);
  suite.cases.forEach((entry, i) => {
    const text = missing('dataset', entry.dataset, datasets.keys());
    const dataset =
      datasets.get(entry.dataset) ?? refuse('dataset', entry.dataset, ['case', i, 'dataset'], text);
    const sizes = dataset.sizes.map(({ name }) => name);
    entry.sizes.forEach((size, j) => {
      if (sizes.includes(size)) return;
      const what = `the dataset "${entry.dataset}" has no size "${size}".${suggestion(size, sizes)}`;
      throw errorAt(file, ['case', i, 'sizes', j], what);
    });
    checkPatterns(['case', i, 'serializers'], entry.serializers ?? []);
  });
  const lists = new Set(suite.cases.map((entry) => entry.serializers ?? suite.serializers));
  if (![...lists].flat().some((pattern) => selectsRow(pattern, baseline)))
    throw errorAt(file, ['baseline'], `"${suite.baseline}" is in none of the cases: no pattern matches it`);
}
