/** Comparison → text in the wanted format. */
import type { Report } from '../formats.ts';
import { COMPARE_COLUMNS, type ReportedRow, reportedRows } from './columns.ts';
import { composeComparison } from './compose.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { comparisonJson } from './json.ts';

/** What there is to report of two runs, or of several that are each compared with the first. */
export function comparisonReport(...comparisons: readonly GuardedComparison[]): Report<ReportedRow> {
  return {
    blocks: () => composeComparison(comparisons),
    async summary() {
      const { comparisonSummary } = await import('./summary.ts');
      return comparisons.map(comparisonSummary).join('\n');
    },
    table: () => ({
      columns: COMPARE_COLUMNS,
      rows: comparisons.flatMap((one) => reportedRows(one.view, one.outcomes)),
    }),
    json: () => comparisonJson(comparisons),
  };
}
