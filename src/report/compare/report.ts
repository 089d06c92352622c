/** Comparison → text in the wanted format. */
import type { Report } from '../formats.ts';
import { COMPARE_COLUMNS } from './columns.ts';
import { composeComparison } from './compose.ts';
import { type FlatChange, flatChanges } from './flat.ts';
import type { RuleOutcome } from './guard/guard.ts';
import { comparisonJson } from './json.ts';
import type { CompareView } from './pairs/view.ts';

/**
 * What there is to report of a comparison.
 *
 * @param outcomes of the rules of `--fail-if`; empty without
 */
export function comparisonReport(view: CompareView, outcomes: readonly RuleOutcome[]): Report<FlatChange> {
  return {
    blocks: () => composeComparison(view, outcomes),
    summary: async () => (await import('./summary.ts')).comparisonSummary(view, outcomes),
    table: () => ({ columns: COMPARE_COLUMNS, rows: flatChanges(view, outcomes) }),
    json: () => comparisonJson(view, outcomes),
  };
}
