/** The one view model of a comparison of two runs, or of several with the first: what every format of it says. */
import { type Filters, selectsCase, selectsSerializer } from '../../../plan/filters.ts';
import { judgeChanges } from '../../../stats/two-runs.ts';
import type { CaseView, RunData, RunView } from '../../view/view.ts';
import { compareMachines, type MachineComparison } from './machines.ts';
import { type CasePairing, pairCase, type UnjudgedRow } from './pairing.ts';
import type { BaselineRow, ComparedRow, CompareMode, CompareRow, OtherRow, PairFacts } from './rows.ts';
import { type RunSide, type Sides, sideOf } from './sides.ts';

export interface CompareOptions {
  readonly mode: CompareMode;
  /** What counts as the same: 0.05 for ± 5 %. */
  readonly within: number;
  readonly filters: Filters;
}

export type ComparedRun = Pick<
  RunView,
  | 'id'
  | 'tool'
  | 'startedAt'
  | 'finishedAt'
  | 'partial'
  | 'partialReason'
  | 'suite'
  | 'machine'
  | 'runtimes'
  | 'settings'
> & {
  /** What people call it; null: only its id. */
  readonly name: string | null;
  readonly warnings: readonly string[];
  /** The filters that it was measured with, as words; empty where it was the whole suite. */
  readonly asked: string;
};

export interface CaseComparison extends Pick<CaseView, 'dataset' | 'size' | 'task'> {
  /** `record/single, serialize`. */
  readonly title: string;
  /** Null where no row serves as the baseline of both runs, and where times are compared. */
  readonly baseline: BaselineRow | null;
  /** The most slowed down first. */
  readonly compared: readonly ComparedRow[];
  /** In the order of the report. */
  readonly others: readonly OtherRow[];
  /** Why times of this case can't be held against each other; null where they can. */
  readonly obstacle: string | null;
}

export interface CompareView {
  readonly mode: CompareMode;
  readonly within: number;
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly machines: MachineComparison;
  readonly cases: readonly CaseComparison[];
}

/**
 * Holds each of several runs against the first; what is found holds for the rows of all of them together. Rows are the same
 * where dataset, size, task and name are.
 *
 * Times of machines that differ must not be asked for: see `compareMachines`.
 */
export function buildComparisons(
  first: RunData,
  others: readonly RunData[],
  options: CompareOptions,
): CompareView[] {
  const before = sideOf(first);
  const pairs = others.map((other) => pairRuns({ before, after: sideOf(other) }, options));
  const rows = pairs.flatMap(({ pairings }) => pairings.flatMap(({ unjudged }) => unjudged));
  const judged = judge(rows, options.within);
  return pairs.map(({ sides, machines, pairings }) => ({
    mode: options.mode,
    within: options.within,
    before: runOf(sides.before),
    after: runOf(sides.after),
    machines,
    cases: pairings
      .filter(({ unjudged, others, baseline }) => unjudged.length + others.length > 0 || baseline !== null)
      .map(({ unjudged, ...one }) => ({
        ...one,
        compared: bySlowdown(unjudged.map((row) => judged.get(row)!)),
      })),
  }));
}

function pairRuns(sides: Sides<RunSide>, { mode, filters }: CompareOptions) {
  const machines = compareMachines(sides.before.view, sides.after.view);
  const names = [...new Set([...sides.after.cases.keys(), ...sides.before.cases.keys()])];
  const pairings = names.flatMap((title) => {
    const pairing = pairCase(sides, title, mode, machines.comparable);
    return selectsCase(filters, pairing) ? [filtered(pairing, filters)] : [];
  });
  return { sides, machines, pairings };
}

/** The baseline stays, whatever the filters: the others are relative to it. */
function filtered(pairing: CasePairing, filters: Filters): CasePairing {
  const selects = (row: PairFacts) => selectsSerializer(filters, row);
  const unjudged = pairing.unjudged.filter(selects);
  const others = pairing.others.filter(selects);
  const needed = unjudged.length > 0 || (pairing.baseline !== null && selects(pairing.baseline));
  return { ...pairing, unjudged, others, baseline: needed ? pairing.baseline : null };
}

/** All rows of the comparison, of however many runs, are one family. */
function judge(rows: readonly UnjudgedRow[], within: number): Map<UnjudgedRow, ComparedRow> {
  const judgements = judgeChanges(
    rows.map(({ test }) => test),
    within,
  );
  return new Map(
    rows.map((row, i) => {
      const { test, ...facts } = row;
      return [row, { ...facts, ...judgements[i]!, kind: 'compared' }];
    }),
  );
}

function bySlowdown(rows: readonly ComparedRow[]): ComparedRow[] {
  return [...rows].sort((a, b) => b.change.estimate - a.change.estimate);
}

function runOf({ view }: RunSide): ComparedRun {
  const { id, name = null, tool, startedAt, finishedAt, partial, partialReason, suite } = view;
  const { machine, runtimes, settings, warnings, request } = view;
  const asked = Object.entries(request?.filters ?? {})
    .map(([filter, patterns]) => `${dashed(filter)} ${patterns.join(', ')}`)
    .join('; ');
  return {
    ...{ id, name, tool, startedAt, finishedAt, partial, partialReason, suite },
    ...{ machine, runtimes, settings, warnings, asked },
  };
}

/** `skipTask` is asked for by `--skip-task`. */
const dashed = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every row of a case: the baseline first. */
export function rowsOf({ baseline, compared, others }: CaseComparison): CompareRow[] {
  return [...(baseline ? [baseline] : []), ...compared, ...others];
}
