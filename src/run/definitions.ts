import { readModel } from '../dataset/prepare.ts';
import type { Catalog } from '../define/catalog.ts';
import { FixableError } from '../define/error.ts';
import { loadCatalog, type Named, suiteCalled } from '../define/load.ts';
import { shortlistOf, suiteOfUserData } from '../define/suite.ts';
import type { SuiteDefinition } from '../define/types.ts';
import { plainFilters } from '../define/versions.ts';
import { withBaseline } from '../plan/baseline.ts';
import type { Filters } from '../plan/filters.ts';
import { makePlan } from '../plan/plan.ts';
import type { UserData } from '../userdata/userdata.ts';

export interface PlanRequest extends Omit<Named, 'versions' | 'dataset'> {
  readonly suite: string;
  readonly filters: Filters;
  readonly usual?: Filters | undefined;
  readonly limits: boolean | ((suite: SuiteDefinition) => boolean);
  readonly data?: UserData | undefined;
  readonly all?: boolean | undefined;
  readonly baseline?: string | undefined;
}

export function openCatalog(home: string, named: Named = {}): Catalog {
  return loadCatalog(home, named, readModel);
}

export function openPlan(home: string, { limits, baseline, data, ...request }: PlanRequest) {
  const asked = { ...request.usual, ...request.filters };
  const catalog = openCatalog(home, {
    ...request,
    versions: asked.serializer,
    runtimes: asked.runtime,
    dataset: data?.definition,
  });
  const named = data !== undefined && request.suite === '' ? null : suiteCalled(request.suite, catalog);
  // A filter by serializer or format selects from all rows, not only from the shortlist.
  const isAll = request.all || asked.serializer?.length || asked.wireFormat?.length;
  const shortlist = isAll ? null : shortlistOf(catalog.runners);
  const suite = data === undefined ? named! : suiteOfUserData(named, data.definition, shortlist);
  const called = named === null ? `the rows for ${suite.name}` : undefined;
  const rows = plainFilters(asked);
  const withLimits = typeof limits === 'boolean' ? limits : limits(suite);
  const usual = makePlan(suite, catalog.runners, rows, withLimits, catalog, called);
  if (data?.request.objects === 'plain' && !usual.contenders.some(({ definition }) => definition.plain))
    throw new FixableError('--objects plain: these rows need typed objects. Leave it out, or add other rows');
  return { catalog, plan: baseline === undefined ? usual : withBaseline(usual, baseline) };
}
