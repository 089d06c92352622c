import { readModel } from '../dataset/prepare.ts';
import type { Catalog } from '../define/catalog.ts';
import { loadCatalog, type Named, suiteCalled } from '../define/load.ts';
import { shortlistOf, suiteOfUserData } from '../define/suite.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { plainFilters } from '../define/versions.ts';
import { withBaseline } from '../plan/baseline.ts';
import type { Filters } from '../plan/filters.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import type { UserData } from '../userdata/userdata.ts';

export interface PlanRequest extends Omit<Named, 'versions' | 'dataset'> {
  /** A suite's name or file; with `data`, may be empty. */
  readonly suite: string;
  readonly filters: Filters;
  readonly usual?: Filters | undefined;
  readonly limits: boolean | ((suite: SuiteDefinition) => boolean);
  readonly data?: UserData | undefined;
  /** With `data` and no suite: all serializers take part, not only the shortlist. */
  readonly all?: boolean | undefined;
  readonly baseline?: string | undefined;
}

/** @param home folder of the installed wiremark package @throws DefinitionError */
export function openCatalog(home: string, named: Named = {}): Catalog {
  return loadCatalog(home, named, readModel);
}

/** @throws FixableError for an unknown suite, DefinitionError, EmptyPlanError */
export function openPlan(
  home: string,
  { limits, baseline, data, ...request }: PlanRequest,
): { readonly catalog: Catalog; readonly plan: Plan } {
  const asked = { ...request.usual, ...request.filters };
  const catalog = openCatalog(home, { ...request, versions: asked.serializer, dataset: data?.definition });
  const named = data !== undefined && request.suite === '' ? null : suiteCalled(request.suite, catalog);
  // Names and formats choose among all rows.
  const isAll = request.all || asked.serializer?.length || asked.wireFormat?.length;
  const shortlist = isAll ? null : shortlistOf(catalog.runners);
  const suite = data === undefined ? named! : suiteOfUserData(named, data.definition, shortlist);
  const called = named === null ? `the rows for ${suite.name}` : undefined;
  const withLimits = typeof limits === 'boolean' ? limits : limits(suite);
  const usual = makePlan(suite, catalog.runners, plainFilters(asked), withLimits, catalog, called);
  return { catalog, plan: baseline === undefined ? usual : withBaseline(usual, baseline) };
}
