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
  /** Patterns of serializers. One with `@` adds rows for another version of the library of all matching rows. */
  readonly versions?: readonly string[] | undefined;
  /** Patterns of runtimes. One with `@VERSION` adds the runtime in that version. */
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
