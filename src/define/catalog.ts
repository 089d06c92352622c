import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readDataset } from './dataset.ts';
import { DefinitionError } from './error.ts';
import { type Named, rowName, rowsOf } from './names.ts';
import { suggestion } from './nearest.ts';
import { selectsRow, unknownVariant } from './patterns.ts';
import { readRunner } from './runner.ts';
import { readSuite } from './suite.ts';
import { errorAt, type TomlPath } from './toml.ts';
import type { DatasetDefinition, RunnerDefinition, SuiteDefinition } from './types.ts';

/** Where definitions are: folders of datasets, files of suites, files of runners (`runner.toml`). */
export interface DefinitionPaths {
  readonly datasets: readonly string[];
  readonly suites: readonly string[];
  readonly runners: readonly string[];
}

/** Everything that is defined, by name, in the order it was given; runners by runtime. */
export interface Catalog {
  readonly datasets: ReadonlyMap<string, DatasetDefinition>;
  readonly suites: ReadonlyMap<string, SuiteDefinition>;
  readonly runners: ReadonlyMap<string, RunnerDefinition>;
}

/**
 * What lies in the usual places below a folder: `datasets/<name>/dataset.toml`, `suites/<name>.toml`,
 * `runners/<runtime>/runner.toml`, sorted by name.
 */
export function findDefinitions(folder: string): DefinitionPaths {
  const entries = (name: string): string[] => {
    const at = join(folder, name);
    return existsSync(at)
      ? readdirSync(at)
          .sort()
          .map((entry) => join(at, entry))
      : [];
  };
  return {
    datasets: entries('datasets').filter((path) => existsSync(join(path, 'dataset.toml'))),
    suites: entries('suites').filter((path) => path.endsWith('.toml')),
    runners: entries('runners')
      .map((path) => join(path, 'runner.toml'))
      .filter((path) => existsSync(path)),
  };
}

/**
 * Reads all definitions and holds the suites against the datasets and runners.
 *
 * @throws DefinitionError for a definition that can't be used, a name that is taken, or a suite that names what isn't
 *   defined: a dataset, a size, a baseline, a pattern that matches no serializer
 */
export function readCatalog(paths: DefinitionPaths): Catalog {
  const catalog: Catalog = {
    datasets: byName('dataset', paths.datasets.map(readDataset), (d) => [
      d.name,
      join(d.folder, 'dataset.toml'),
    ]),
    suites: byName('suite', paths.suites.map(readSuite), (suite) => [suite.name, suite.file]),
    runners: byName('runtime', paths.runners.map(readRunner), (runner) => [runner.runtime, runner.file]),
  };
  for (const suite of catalog.suites.values()) checkSuite(suite, catalog);
  return catalog;
}

function byName<T>(
  what: string,
  definitions: readonly T[],
  nameAndFile: (definition: T) => readonly [name: string, file: string],
): Map<string, T> {
  const map = new Map<string, T>();
  for (const definition of definitions) {
    const [name, file] = nameAndFile(definition);
    const first = map.get(name);
    if (first !== undefined) {
      throw new DefinitionError(
        { file, line: null, key: null },
        `the ${what} "${name}" is already defined in ${nameAndFile(first)[1]}`,
      );
    }
    map.set(name, definition);
  }
  return map;
}

/** Checks one suite against everything else that is defined. */
function checkSuite(suite: SuiteDefinition, catalog: Catalog): void {
  const fail = (path: TomlPath, what: string): DefinitionError => errorAt(suite.file, path, what);
  const rows = [...catalog.runners.values()].flatMap(rowsOf);
  const baseline = rows.find((row) => rowName(row) === suite.baseline);
  if (baseline === undefined)
    throw fail(
      ['baseline'],
      `there is no serializer "${suite.baseline}".${suggestion(suite.baseline, rows.map(rowName))}`,
    );
  checkPatterns(suite.serializers, rows, ['serializers'], fail);
  suite.cases.forEach((entry, i) => {
    const dataset = catalog.datasets.get(entry.dataset);
    if (dataset === undefined) {
      const hint = suggestion(entry.dataset, catalog.datasets.keys());
      throw fail(['case', i, 'dataset'], `there is no dataset "${entry.dataset}".${hint}`);
    }
    const sizes = dataset.sizes.map(({ name }) => name);
    entry.sizes.forEach((size, j) => {
      if (sizes.includes(size)) return;
      const what = `the dataset "${entry.dataset}" has no size "${size}".${suggestion(size, sizes)}`;
      throw fail(['case', i, 'sizes', j], what);
    });
    checkPatterns(entry.serializers ?? [], rows, ['case', i, 'serializers'], fail);
  });
  const lists = new Set(suite.cases.map((entry) => entry.serializers ?? suite.serializers));
  if (![...lists].flat().some((pattern) => selectsRow(pattern, baseline)))
    throw fail(
      ['baseline'],
      `"${suite.baseline}" is in none of the cases: no pattern of serializers matches it`,
    );
}

function checkPatterns(
  patterns: readonly string[],
  rows: readonly Named[],
  path: TomlPath,
  fail: (path: TomlPath, what: string) => DefinitionError,
): void {
  patterns.forEach((pattern, i) => {
    if (rows.some((row) => selectsRow(pattern, row))) return;
    const hint = suggestion(pattern, rows.map(rowName));
    throw fail([...path, i], unknownVariant(pattern, rows) ?? `"${pattern}" matches no serializer.${hint}`);
  });
}
