/** Comparison → text in the wanted format. */
import type { Report } from '../formats.ts';
import { COMPARE_COLUMNS } from './columns.ts';
import { composeComparison } from './compose.ts';
import { type FlatChange, flatChanges } from './flat.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { comparisonJson } from './json.ts';

/** What there is to report of two runs, or of several that are each held against the first. */
export function comparisonReport(...comparisons: readonly GuardedComparison[]): Report<FlatChange> {
  return {
    blocks: () => composeComparison(comparisons),
    async summary() {
      const { comparisonSummary } = await import('./summary.ts');
      return comparisons.map(comparisonSummary).join('\n');
    },
    table: () => ({
      columns: COMPARE_COLUMNS,
      rows: comparisons.flatMap((one) => flatChanges(one.view, one.outcomes)),
    }),
    json: () => comparisonJson(comparisons),
  };
}
