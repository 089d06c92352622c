/** A comparison for programs. docs/CI.md says what the keys mean. */

import { type FlatChange, flatChanges } from './flat.ts';
import type { RuleOutcome } from './guard/guard.ts';
import type { MachineComparison } from './pairs/machines.ts';
import type { CompareMode } from './pairs/rows.ts';
import type { ComparedRun, CompareView } from './pairs/view.ts';

/** Grows when a key changes its meaning or goes; new keys may come without. */
export const COMPARISON_SCHEMA = 1;

export interface JsonComparison {
  readonly schema: typeof COMPARISON_SCHEMA;
  readonly mode: CompareMode;
  /** What counts as the same: 0.05 for ± 5 %. */
  readonly within: number;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly machines: MachineComparison;
  readonly rows: readonly FlatChange[];
  /** Cases that could not be held against each other. */
  readonly obstacles: readonly {
    readonly dataset: string;
    readonly size: string;
    readonly task: string;
    readonly reason: string;
  }[];
  /** A rule of `--fail-if` each; `outcome` is `unchecked` where it had nothing to be held against. */
  readonly guard: readonly {
    readonly rule: string;
    readonly outcome: 'passed' | 'failed' | 'unchecked';
    readonly rows: number;
    readonly broken: number;
    readonly undecided: number;
    readonly warning: string | null;
  }[];
}

export function comparisonJson(view: CompareView, outcomes: readonly RuleOutcome[]): JsonComparison {
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
