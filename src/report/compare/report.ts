/** Comparison → text in the wanted format. */
import type { Report } from '../formats.ts';
import { COMPARE_COLUMNS, type ReportedRow, reportedRows } from './columns.ts';
import { composeComparison } from './compose.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { belief, headline } from './headline.ts';
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

/** Grows when a key changes its meaning or goes; new keys may come without. */
const COMPARISON_SCHEMA = 2;

/**
 * One object for two runs; for several what they share, and such an object for each that is compared with the first.
 *
 * @param comparisons at least one
 */
export function comparisonJson(comparisons: readonly GuardedComparison[]) {
  const each = comparisons.map(oneJson);
  const [{ schema, mode, within }] = each as [ReturnType<typeof oneJson>];
  return each.length === 1 ? each[0] : { schema, mode, within, comparisons: each };
}

function oneJson({ view, outcomes }: GuardedComparison) {
  const { mode, within, before, after, machines, cases } = view;
  return {
    schema: COMPARISON_SCHEMA,
    mode,
    within,
    headline: headline(view),
    belief: belief(view),
    before,
    after,
    machines,
    rows: reportedRows(view, outcomes).map((row) =>
      Object.fromEntries(COMPARE_COLUMNS.map(({ id, of }) => [id, of(row)])),
    ),
    obstacles: cases.flatMap(({ dataset, size, task, obstacle }) =>
      obstacle === null ? [] : [{ dataset, size, task, reason: obstacle }],
    ),
    guard: outcomes.map(({ rule, outcome, looked, broken, unclear, advice }) => ({
      rule: rule.text,
      outcome,
      rows: looked,
      broken: broken.length,
      unclear,
      advice,
    })),
  };
}
