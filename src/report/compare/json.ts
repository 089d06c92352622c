/** A comparison for programs. docs/CI.md says what the keys mean. */
import { flatChanges } from './flat.ts';
import type { GuardedComparison } from './guard/guard.ts';

/** Grows when a key changes its meaning or goes; new keys may come without. */
const COMPARISON_SCHEMA = 1;

/**
 * One object for two runs; for several what they share, and such an object for each that is held against the first.
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
    before,
    after,
    machines,
    rows: flatChanges(view, outcomes),
    obstacles: cases.flatMap(({ dataset, size, task, obstacle }) =>
      obstacle === null ? [] : [{ dataset, size, task, reason: obstacle }],
    ),
    guard: outcomes.map(({ rule, looked, broken, undecided, warning, idle }) => ({
      rule: rule.text,
      outcome: idle ? 'unchecked' : broken.length > 0 ? 'failed' : 'passed',
      rows: looked,
      broken: broken.length,
      undecided,
      warning,
    })),
  };
}
