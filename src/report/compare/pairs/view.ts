/** The one view model of a comparison of two runs, or of several with the first: what every format of it says. */
import { type Filters, selectsCase, selectsSerializer } from '../../../plan/filters.ts';
import { judgeChanges } from '../../../stats/two-runs.ts';
import type { RunData } from '../../view/view.ts';
import { compareMachines, type MachineComparison } from './machines.ts';
import { pairCase, type UnjudgedRow } from './pairing.ts';
import type { BaselineRow, CaseComparison, ComparedRow, CompareMode, OtherRow, PairFacts } from './rows.ts';
import { type RunSide, type Sides, sideOf } from './sides.ts';

export interface CompareOptions {
  readonly mode: CompareMode;
  /** What counts as the same: 0.05 for ± 5 %. */
  readonly within: number;
  readonly filters: Filters;
}

export type ComparedRun = ReturnType<typeof runOf>;

export interface CompareView<Row = ComparedRow> extends Pick<CompareOptions, 'mode' | 'within'> {
  readonly before: ComparedRun;
  readonly after: ComparedRun;
  readonly machines: MachineComparison;
  readonly cases: readonly CaseComparison<Row>[];
}

/**
 * Holds each of several runs against the first; what is found holds for the rows of all of them together. Rows are the same
 * where dataset, size, task and name are.
 *
 * Times of machines that differ must not be shown: see `machines`.
 */
export function buildComparisons(
  first: RunData,
  others: readonly RunData[],
  options: CompareOptions,
): CompareView[] {
  const before = sideOf(first);
  const pairs = others.map((other) => pairRuns({ before, after: sideOf(other) }, options));
  // All rows, of however many runs, are one family.
  const rows = pairs.flatMap(({ cases }) => cases.flatMap(({ compared }) => compared));
  const tests = rows.map(({ test }) => ({ ...test, disturbed: false }));
  const judgements = new Map(judgeChanges(tests, options.within).map((found, i) => [rows[i], found]));
  const judged = (row: UnjudgedRow): ComparedRow => {
    const { test, ...facts } = row;
    const found = judgements.get(row)!;
    const sure = found.grade === 'established' && (found.finding === 'faster' || found.finding === 'slower');
    return { ...facts, ...found, sure, kind: 'compared' };
  };
  return pairs.map((pair) => ({
    ...pair,
    cases: pair.cases.map((one) => ({
      ...one,
      compared: one.compared.map(judged).sort((a, b) => b.change.estimate - a.change.estimate),
    })),
  }));
}

function pairRuns(
  sides: Sides<RunSide>,
  { mode, within, filters }: CompareOptions,
): CompareView<UnjudgedRow> {
  const { before, after } = sides;
  const machines = compareMachines(before.view, after.view);
  const titles = new Set([...after.cases.keys(), ...before.cases.keys()]);
  const cases = [...titles]
    .map((title) => pairCase(sides, title, mode, machines.comparable))
    .filter((one) => selectsCase(filters, one))
    .map((one) => filtered(one, filters))
    .filter((one) => rowsOf(one).length > 0);
  return { mode, within, before: runOf(before), after: runOf(after), machines, cases };
}

/** The baseline stays, whatever the filters: the others are relative to it. */
function filtered<Row extends PairFacts>(one: CaseComparison<Row>, filters: Filters): CaseComparison<Row> {
  const selects = (row: PairFacts) => selectsSerializer(filters, row);
  const compared = one.compared.filter(selects);
  const others = one.others.filter(selects);
  const needed = compared.length > 0 || (one.baseline !== null && selects(one.baseline));
  return { ...one, compared, others, baseline: needed ? one.baseline : null };
}

function runOf({ view }: RunSide) {
  const { id, name = null, tool, startedAt, finishedAt, partial, partialReason, suite } = view;
  const { machine, runtimes, settings, warnings, request } = view;
  // The filters that it was measured with, as words; empty where it was the whole suite.
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
export function rowsOf<Row>({
  baseline,
  compared,
  others,
}: CaseComparison<Row>): (BaselineRow | Row | OtherRow)[] {
  return [...(baseline ? [baseline] : []), ...compared, ...others];
}
