/** Comparison → text in the wanted format. */
import type { Report } from '../formats.ts';
import { COMPARE_COLUMNS } from './columns.ts';
import { composeComparison } from './compose.ts';
import { type FlatChange, flatChanges } from './flat.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { comparisonJson } from './json.ts';
import { composeSeveral } from './several/compose.ts';
import { severalJson } from './several/json.ts';

/** What there is to report of two runs, or of several that are each held against the first. */
export function comparisonReport(...comparisons: readonly GuardedComparison[]): Report<FlatChange> {
  const [{ view, outcomes }] = comparisons as [GuardedComparison];
  const several = comparisons.length > 1;
  return {
    blocks: () => (several ? composeSeveral(comparisons) : composeComparison(view, outcomes)),
    async summary() {
      const { comparisonSummary } = await import('./summary.ts');
      return comparisons.map((one) => comparisonSummary(one.view, one.outcomes)).join('\n');
    },
    table: () => ({
      columns: COMPARE_COLUMNS,
      rows: comparisons.flatMap((one) => flatChanges(one.view, one.outcomes)),
    }),
    json: () => (several ? severalJson(comparisons) : comparisonJson(view, outcomes)),
  };
}
