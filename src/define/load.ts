import { resolve } from 'node:path';
import { type Catalog, readCatalog } from './catalog.ts';
import { FixableError } from './error.ts';
import { findDefinitions, foldersAround } from './found.ts';
import { acceptTerms } from './license.ts';
import { missing, unreadCalled } from './nearest.ts';
import { addRows } from './row.ts';
import { readSuite } from './suite.ts';
import type { DatasetDefinition, SuiteDefinition } from './types.ts';
import { addRuntimeVersions, addVersions } from './versions.ts';

export const DEFAULT_SUITE = 'quickstart';

export interface Named {
  readonly runners?: readonly string[] | undefined;
  readonly rows?: readonly string[] | undefined;
  /** Patterns of serializers. A pattern with `@`, such as `oj@3.16.0`, adds this version of each matching row. */
  readonly versions?: readonly string[] | undefined;
  /** Patterns of runtimes. A pattern with `@`, such as `ark@24`, adds this version of the runtime. */
  readonly runtimes?: readonly string[] | undefined;
  readonly suite?: string | undefined;
  readonly acceptLicense?: readonly string[] | undefined;
  readonly dataset?: DatasetDefinition | undefined;
  readonly hard?: 'strict' | undefined;
}

export function loadCatalog(
  home: string,
  named: Named,
  checkOwn: (dataset: DatasetDefinition) => unknown,
): Catalog {
  const own = findDefinitions(home);
  const file = suiteFile(named.suite);
  const suites = file === undefined ? own.suites : [...new Set([...own.suites, file])];
  const runners = [...new Set([...own.runners, ...(named.runners ?? []).map((path) => resolve(path))])];
  const around = foldersAround(process.cwd(), home).map(findDefinitions);
  const found = readCatalog(
    { datasets: own.datasets, suites, runners },
    {
      datasets: around.flatMap((one) => one.datasets),
      suites: around.flatMap((one) => one.suites).filter((path) => !suites.includes(path)),
      runners: around.flatMap((one) => one.runners).filter((path) => !runners.includes(path)),
      rows: around.flatMap((one) => one.rows),
    },
    checkOwn,
  );
  const rows = acceptTerms(addRows(found.runners, named.rows ?? [], true), named.acceptLicense);
  const datasets = new Map(found.datasets);
  if (named.dataset) datasets.set(named.dataset.name, named.dataset);
  if (named.hard) for (const [name, one] of datasets) datasets.set(name, { ...one, hard: named.hard });
  const versions = addVersions(rows, named.versions ?? []);
  return { ...found, runners: addRuntimeVersions(versions, named.runtimes ?? []), datasets };
}

const suiteFile = (word = '') => (word.endsWith('.toml') ? resolve(word) : undefined);

export function suiteCalled(word: string, { suites, unread }: Catalog): SuiteDefinition {
  const file = suiteFile(word);
  const name = file === undefined ? word : readSuite(file).name;
  const suite = suites.get(name);
  if (suite !== undefined) return suite;
  throw unreadCalled(unread, 'suite', name) ?? new FixableError(missing('suite', word, suites.keys()));
}
