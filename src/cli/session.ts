import type { Catalog } from '../define/catalog.ts';
import { makePlan, type Plan } from '../plan/plan.ts';
import { loadSuite } from './definitions.ts';
import { type FilterOptions, filtersFrom, type MeasuringOptions, type RunnerOptions } from './options.ts';
import type { Place } from './place.ts';

/**
 * The first steps of every verb that works on a suite: definitions → filters → plan.
 *
 * @param options limits are planned only where they are asked for
 * @throws DefinitionError, UsageError, EmptyPlanError
 */
export function openPlan(
  place: Place,
  suiteName: string,
  options: FilterOptions & RunnerOptions & Pick<MeasuringOptions, 'limits'>,
): { readonly catalog: Catalog; readonly plan: Plan } {
  const { catalog, suite } = loadSuite(place, options, suiteName);
  return { catalog, plan: makePlan(suite, catalog.runners, filtersFrom(options), options.limits ?? false) };
}
