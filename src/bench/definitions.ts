/** Definitions → filters → plan: the first steps of everything that works on a suite. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Catalog, findDefinitions, readCatalog } from '../define/catalog.ts';
import { suggestion } from '../define/nearest.ts';
import { readSuite } from '../define/suite.ts';
import type { Filters } from '../plan/filters.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { BenchError } from './error.ts';

/**
 * Everything that is defined: the package's own definitions, runners of the user's own, and the suite if it was named
 * by its file. A malformed definition is refused before anything runs.
 *
 * @param home the package folder
 * @param runners paths of runner.toml files
 * @throws DefinitionError
 */
export function loadCatalog(home: string, runners: readonly string[] = [], suiteFile?: string): Catalog {
  const own = findDefinitions(home);
  return readCatalog({
    datasets: own.datasets,
    suites: suiteFile === undefined ? own.suites : [...own.suites, suiteFile],
    runners: [...own.runners, ...runners.map((file) => resolve(file))],
  });
}

/** What is measured unless told otherwise. */
export const DEFAULT_SUITE = 'quickstart';

/** What a plan is made from. */
export interface PlanRequest {
  /** A suite's name, or the path of its file. */
  readonly suite: string;
  /** Paths of runner.toml files. */
  readonly runners?: readonly string[] | undefined;
  readonly filters: Filters;
  /** Whether limits are planned too. */
  readonly limits: boolean;
}

/**
 * @param home the package folder
 * @throws BenchError when there is no such suite, DefinitionError when something is malformed, EmptyPlanError
 */
export function openPlan(
  home: string,
  { suite: word, runners, filters, limits }: PlanRequest,
): { readonly catalog: Catalog; readonly plan: Plan } {
  const file = word.endsWith('.toml') ? resolve(word) : undefined;
  if (file !== undefined && !existsSync(file)) throw new BenchError(`there is no suite file ${file}`);
  const catalog = loadCatalog(home, runners, file);
  const name = file === undefined ? word : readSuite(file).name;
  const suite = catalog.suites.get(name);
  if (suite)
    return { catalog, plan: makePlan(suite, catalog.runners, filters, limits, catalog.suites.values()) };
  const names = [...catalog.suites.keys()];
  throw new BenchError(`there is no suite "${word}".${suggestion(word, names)} "wiremark list" shows all.`);
}
