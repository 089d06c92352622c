/** Definitions → filters → plan: the first steps of everything that works on a suite. */
import { resolve } from 'node:path';
import { readModel } from '../dataset/prepare.ts';
import { type Catalog, readCatalog } from '../define/catalog.ts';
import { readDataset } from '../define/dataset.ts';
import { findDefinitions, foldersAround } from '../define/found.ts';
import { acceptTerms } from '../define/license.ts';
import { missing, unreadCalled } from '../define/nearest.ts';
import { addRows } from '../define/row.ts';
import { readSuite } from '../define/suite.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { withBaseline } from '../plan/baseline.ts';
import { BenchError } from '../plan/error.ts';
import type { Filters } from '../plan/filters.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { withVersions } from '../plan/versions.ts';
import { type OwnData, suiteOfOwn } from './own-suite.ts';

/**
 * Everything that is defined: the package's own definitions, those around the working folder, runners of the user's own,
 * and the suite if it was named by its file. A malformed definition is refused before anything runs, but for those that
 * nobody named.
 *
 * @param home the package folder
 * @param runners paths of runner.toml files
 * @throws DefinitionError
 */
export function loadCatalog(home: string, runners: readonly string[] = [], suiteFile?: string): Catalog {
  const own = findDefinitions(home);
  const suites = suiteFile === undefined ? own.suites : [...new Set([...own.suites, suiteFile])];
  const named = [...new Set([...own.runners, ...runners.map((file) => resolve(file))])];
  const found = foldersAround(process.cwd(), home).map(findDefinitions);
  return readCatalog(
    { datasets: own.datasets, suites, runners: named },
    {
      datasets: found.flatMap((one) => one.datasets),
      suites: found.flatMap((one) => one.suites).filter((file) => !suites.includes(file)),
      runners: found.flatMap((one) => one.runners).filter((file) => !named.includes(file)),
      rows: found.flatMap((one) => one.rows),
    },
    (folder) => {
      const dataset = readDataset(folder);
      readModel(dataset);
      return dataset;
    },
  );
}

/** What is measured by default. */
export const DEFAULT_SUITE = 'quickstart';

/** What a plan is made from. */
export interface PlanRequest {
  /** A suite's name, or the path of its file; empty, with `data`, for none. */
  readonly suite: string;
  readonly runners?: readonly string[] | undefined;
  readonly rows?: readonly string[] | undefined;
  /** Rows whose terms the user accepts, by their exact names. */
  readonly acceptLicense?: readonly string[] | undefined;
  readonly filters: Filters;
  /** See `RunRequest.usual`. */
  readonly usual?: Filters | undefined;
  /** Whether limits are measured too, where the suite has a say in it. */
  readonly limits: boolean | ((suite: SuiteDefinition) => boolean);
  /** Documents that are measured in place of the suite's. */
  readonly data?: OwnData | undefined;
  /** See `RunRequest.baseline`. */
  readonly baseline?: string | undefined;
  /** See `RunRequest.hard`. */
  readonly hard?: 'strict' | undefined;
}

/**
 * @param home the package folder
 * @throws BenchError when there is no such suite, DefinitionError when something is malformed, EmptyPlanError
 */
export function openPlan(
  home: string,
  { suite: word, rows = [], limits, baseline, data, hard, ...asked }: PlanRequest,
): { readonly catalog: Catalog; readonly plan: Plan } {
  const file = word.endsWith('.toml') ? resolve(word) : undefined;
  const found = loadCatalog(home, asked.runners, file);
  const chosen = { ...asked.usual, ...asked.filters };
  const { runners, filters } = withVersions(
    acceptTerms(addRows(found.runners, rows, true), asked.acceptLicense),
    chosen,
  );
  const catalog = { ...found, runners, datasets: datasetsOf(found, data, hard) };
  const named = data !== undefined && word === '' ? null : suiteCalled(word, file, catalog);
  const suite = data === undefined ? named! : suiteOfOwn(named, data, catalog, filters);
  const called = named === null ? `the rows for ${suite.name}` : undefined;
  const withLimits = typeof limits === 'boolean' ? limits : limits(suite);
  const usual = makePlan(suite, catalog.runners, filters, withLimits, catalog, called);
  const plan = baseline === undefined ? usual : withBaseline(usual, baseline);
  // A schema that can't be modelled is told by every verb, whether it makes documents or not.
  for (const name of new Set(plan.cases.map(({ dataset }) => dataset)))
    if (name !== data?.definition.name) readModel(catalog.datasets.get(name)!);
  return { catalog, plan };
}

function suiteCalled(word: string, file: string | undefined, { suites, unread }: Catalog): SuiteDefinition {
  const name = file === undefined ? word : readSuite(file).name;
  const suite = suites.get(name);
  if (suite !== undefined) return suite;
  throw unreadCalled(unread, 'suite', name) ?? new BenchError(missing('suite', word, suites.keys()));
}

/** A person's own takes the place of one of its name. */
function datasetsOf({ datasets }: Catalog, data: OwnData | undefined, hard: 'strict' | undefined) {
  const all = new Map(datasets);
  if (data !== undefined) all.set(data.definition.name, data.definition);
  return hard === undefined
    ? all
    : new Map(Array.from(all, ([name, one]) => [name, { ...one, range: hard }]));
}
