import type { Catalog } from '../define/catalog.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { loadSuite } from './definitions.ts';
import { type FilterOptions, filtersFrom, type RunnerOptions } from './options.ts';
import type { Place } from './place.ts';

/**
 * The first steps of every verb that works on a suite: definitions → filters → plan.
 *
 * @throws DefinitionError, UsageError, EmptyPlanError
 */
export function openPlan(
  place: Place,
  suiteName: string,
  options: FilterOptions & RunnerOptions,
): { readonly catalog: Catalog; readonly plan: Plan } {
  const { catalog, suite } = loadSuite(place, options, suiteName);
  return { catalog, plan: makePlan(suite, catalog.runners, filtersFrom(options)) };
}
