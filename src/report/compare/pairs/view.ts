/** The one view model of a comparison of two runs, or of several with the first: what every format of it says. */
import { type Filters, selectsCase, selectsSerializer } from '../../../plan/filters.ts';
import { judgeChanges } from '../../../stats/two-runs.ts';
import { runLabels } from '../../../store/run-label.ts';
import type { RunData } from '../../view/view.ts';
import { compareMachines } from './machines.ts';
import { pairCase, type RunSide, sideOf, unchangedRows } from './pairing.ts';
import type { ChangedRow, CompareMode, Sides } from './rows.ts';

export interface CompareOptions {
  readonly mode: CompareMode;
  /** What counts as the same: 0.05 for ± 5 %. */
  readonly within: number;
  readonly filters: Filters;
  /** Name of the row that ratios are relative to; absent: that of the runs. */
  readonly baseline?: string | undefined;
}

export type CompareView = ReturnType<typeof buildComparisons>[number];

/**
 * Compares each of several runs with the first; what is found is true of the rows of all of them together. Rows are the
 * same where dataset, size, task and name are.
 *
 * Times of machines that differ must not be shown: see `machines`.
 */
export function buildComparisons(first: RunData, others: readonly RunData[], options: CompareOptions) {
  const sides = [first, ...others].map(sideOf);
  // One run may be here twice: it needs nothing that tells it from itself.
  const own = [...new Map(sides.map(({ view }) => [view.id, view])).values()];
  const labels = new Map(runLabels(own).map((label, i) => [own[i]!.id, label]));
  const runs = sides.map((side) => runOf(side, labels.get(side.view.id)!));
  const pairs = sides.slice(1).map((after) => pairCases({ before: sides[0]!, after }, options));
  // All rows, of however many runs, are one family.
  const family = pairs.flatMap(({ cases }) => cases.flatMap(({ rows }) => rows)).filter(({ test }) => test);
  const { mode, within } = options;
  const tests = family.map(({ test, disturbed }) => ({ ...test!, disturbed }));
  const judgements = judgeChanges(tests, within);
  const judged = new Map(family.map((row, i) => [row, judgements[i]!]));
  return pairs.map(({ machines, cases }, i) => ({
    ...{ mode, within, machines, before: runs[0]!, after: runs[i + 1]! },
    cases: cases.map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row, ...judged.get(row) })) })),
  }));
}

function pairCases(sides: Sides<RunSide>, { mode, filters, baseline: asked }: CompareOptions) {
  const { before, after } = sides;
  const machines = compareMachines(before.view, after.view);
  const unchanged = unchangedRows(sides);
  const terms = { mode, asked, unchanged, sameMachine: machines.comparable };
  const titles = new Set([...after.cases.keys(), ...before.cases.keys()]);
  const cases = [...titles]
    .map((title) => pairCase(sides, title, terms))
    .filter((one) => selectsCase(filters, one))
    .map((one) => ({ ...one, rows: selected(one.rows, filters) }))
    .filter(({ rows }) => rows.length > 0);
  return { machines, cases };
}

/** The baseline stays with what is relative to it, whatever the filters. */
function selected(rows: readonly ChangedRow[], filters: Filters): ChangedRow[] {
  const selects = (row: ChangedRow) => selectsSerializer(filters, row);
  const needed = rows.some((row) => row.state === 'compared' && selects(row));
  return rows.filter((row) => selects(row) || (needed && row.state === 'baseline'));
}

/** @param label what people call it */
function runOf({ view }: RunSide, label: string) {
  const { id, name = null, tool, startedAt, finishedAt, partial, partialReason, suite } = view;
  const { machine, runtimes, settings, warnings, request, own } = view;
  return {
    ...{ id, name, label, tool, startedAt, finishedAt, partial, partialReason, suite },
    ...{ machine, runtimes, settings, warnings, request, own },
  };
}
