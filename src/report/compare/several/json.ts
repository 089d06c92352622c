/** Several comparisons with one first run, for programs. docs/CI.md says what the keys mean. */
import type { GuardedComparison } from '../guard/guard.ts';
import { COMPARISON_SCHEMA, comparisonJson, type JsonComparison } from '../json.ts';

export interface JsonComparisons extends Pick<JsonComparison, 'schema' | 'mode' | 'within'> {
  /** Each later run against the first, as a comparison of two; findings hold for the rows of all. */
  readonly comparisons: readonly JsonComparison[];
}

/** @param comparisons at least one */
export function severalJson(comparisons: readonly GuardedComparison[]): JsonComparisons {
  const { mode, within } = comparisons[0]!.view;
  return {
    schema: COMPARISON_SCHEMA,
    mode,
    within,
    comparisons: comparisons.map(({ view, outcomes }) => comparisonJson(view, outcomes)),
  };
}
