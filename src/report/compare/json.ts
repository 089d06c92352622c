/** A comparison for programs. docs/CI.md says what the keys mean. */
import { COMPARE_COLUMNS, reportedRows } from './columns.ts';
import type { GuardedComparison } from './guard/guard.ts';
import { belief, headline } from './headline.ts';

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
