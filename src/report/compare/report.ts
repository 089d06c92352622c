/** Comparison → text in the wanted format. */
import type { Report } from '../formats.ts';
import { COMPARE_COLUMNS, type ReportedRow, reportedRows } from './columns.ts';
import { composeComparison } from './compose.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { comparisonJson } from './json.ts';
import type { Called } from './next.ts';

/** What there is to report of two runs, or of several that are each compared with the first. */
export function comparisonReport(
  comparisons: readonly GuardedComparison[],
  called: Called,
): Report<ReportedRow> {
  return {
    blocks: () => composeComparison(comparisons, called),
    summary: async () => (await import('./summary.ts')).comparisonSummary(comparisons, called),
    table: () => ({
      columns: COMPARE_COLUMNS,
      rows: comparisons.flatMap((one) => reportedRows(one.view, one.outcomes)),
    }),
    json: () => comparisonJson(comparisons),
  };
}
