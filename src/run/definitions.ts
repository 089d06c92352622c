/** Definitions → suite → plan: the first steps of everything that works on a suite. */
import { readModel } from '../dataset/prepare.ts';
import type { Catalog } from '../define/catalog.ts';
import { readDataset } from '../define/dataset.ts';
import { loadCatalog, type Named, suiteCalled } from '../define/load.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { suiteOfUserData } from '../define/user-suite.ts';
import { withBaseline } from '../plan/baseline.ts';
import type { Filters } from '../plan/filters.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { plainFilters } from '../plan/version-filters.ts';
import type { UserData } from '../userdata/userdata.ts';

/** What a plan is made from. */
export interface PlanRequest extends Omit<Named, 'versions' | 'dataset'> {
  /** A suite's name, or the path of its file; empty, with `data`, for none. */
  readonly suite: string;
  readonly filters: Filters;
  /** See `RunRequest.usual`. */
  readonly usual?: Filters | undefined;
  /** Whether limits are measured too, where the suite has a say in it. */
  readonly limits: boolean | ((suite: SuiteDefinition) => boolean);
  /** Documents that are measured in place of the suite's. */
  readonly data?: UserData | undefined;
  /** See `RunRequest.baseline`. */
  readonly baseline?: string | undefined;
}

/** Everything that is defined. @param home the package folder. @throws DefinitionError */
export function openCatalog(home: string, named: Named = {}): Catalog {
  return loadCatalog(home, named, (folder) => {
    const dataset = readDataset(folder);
    readModel(dataset);
    return dataset;
  });
}

/**
 * @param home the package folder
 * @throws FixableError when there is no such suite, DefinitionError when something is malformed, EmptyPlanError
 */
export function openPlan(
  home: string,
  { limits, baseline, data, ...request }: PlanRequest,
): { readonly catalog: Catalog; readonly plan: Plan } {
  const asked = { ...request.usual, ...request.filters };
  const catalog = openCatalog(home, { ...request, versions: asked.serializer, dataset: data?.definition });
  const named = data !== undefined && request.suite === '' ? null : suiteCalled(request.suite, catalog);
  const suite = data === undefined ? named! : suiteOfUserData(named, data.definition);
  const called = named === null ? `the rows for ${suite.name}` : undefined;
  const withLimits = typeof limits === 'boolean' ? limits : limits(suite);
  const usual = makePlan(suite, catalog.runners, plainFilters(asked), withLimits, catalog, called);
  const plan = baseline === undefined ? usual : withBaseline(usual, baseline);
  // A malformed schema is refused by every verb, also by those that make no documents.
  for (const name of new Set(plan.cases.map(({ dataset }) => dataset)))
    if (name !== data?.definition.name) readModel(catalog.datasets.get(name)!);
  return { catalog, plan };
}
