import { caseName, documentsName, runtimeName } from '../../define/names.ts';
import { type Filters, selectsCase, selectsSerializer } from '../../plan/filters.ts';
import { groupBy } from '../../stats/group-by.ts';
import { partialReason } from '../../store/record/partial.ts';
import { runLabels } from '../../store/record/run-label.ts';
import { type AnalyzedCase, indexRun, type RecordedRun, serializerRows } from '../analyze.ts';
import { analyzeCase } from '../case.ts';
import type { Comparison } from '../comparison.ts';
import { estimateOf } from '../figures.ts';
import type { RankedRow, Row } from '../rows.ts';
import { type Change, changeBetween, judgeChanges, type Side, sideOfTimes } from './change.ts';
import { compareMachines, type MachineComparison } from './machines.ts';
import { type ChangedRow, hasChanged, isRanked, type Sides, STATES, type State } from './rows.ts';

export interface CompareOptions {
  /** Margin around 1 for the finding `same`: 0.05 for ± 5 %. */
  readonly within: number;
  readonly filters: Filters;
  readonly baseline?: string | undefined;
}

export interface ComparedRuns extends Pick<CompareOptions, 'within'>, Sides<ReturnType<typeof runOf>> {
  readonly machines: MachineComparison;
  readonly cases: readonly CaseComparison[];
}

/** Compares the rows of two runs, matched by dataset, size, task and name. P-values are adjusted for all rows together. */
export function compareRuns(before: RecordedRun, after: RecordedRun, options: CompareOptions): ComparedRuns {
  const sides = { before: sideOf(before), after: sideOf(after) };
  const isOne = before.record.id === after.record.id;
  const [label, other = label] = runLabels(isOne ? [before.record] : [before.record, after.record]);
  const { machines, cases } = pairCases(sides, options);
  const { within } = options;
  const family = cases.flatMap(({ rows }) => rows).filter(({ test }) => test);
  const tests = family.map(({ test, disturbed }) => ({ ...test!, disturbed }));
  const judgements = judgeChanges(tests, within);
  const judged = new Map(family.map((row, i) => [row, judgements[i]!]));
  return {
    within,
    machines,
    before: runOf(before, label!),
    after: runOf(after, other!),
    cases: cases.map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row, ...judged.get(row) })) })),
  };
}

function pairCases(sides: Sides<RunSide>, { filters, baseline: asked }: CompareOptions) {
  const { before, after } = sides;
  const machines = compareMachines(before.record, after.record);
  const unchanged = unchangedRows(sides);
  const terms = { asked, unchanged, sameMachine: machines.comparable };
  const titles = new Set([...after.cases.keys(), ...before.cases.keys()]);
  const cases = [...titles]
    .map((title) => pairCase(sides, title, terms))
    .filter((one) => selectsCase(filters, one))
    .map((one) => ({ ...one, rows: selected(one.rows, filters) }))
    .filter(({ rows }) => rows.length > 0);
  return { machines, cases };
}

function selected(rows: readonly ChangedRow[], filters: Filters): ChangedRow[] {
  const selects = (row: ChangedRow) => selectsSerializer(filters, row);
  const needed = rows.some((row) => row.state === 'compared' && selects(row));
  return rows.filter((row) => selects(row) || (needed && row.state === 'baseline'));
}

function runOf({ record, samples: { warnings } }: RecordedRun, label: string) {
  const { id, name = null, tool, startedAt, finishedAt, partial, suite } = record;
  const { machine, runtimes, settings, request, own } = record;
  return {
    ...{ id, name, label, tool, startedAt, finishedAt, partial, partialReason: partialReason(record) },
    ...{ suite, machine, runtimes, settings, warnings, request, own },
  };
}

type Found = Sides<CaseSide | undefined>;
type Ratios = ReadonlyMap<string, Comparison & Side>;

interface PairingTerms {
  readonly asked: string | undefined;
  readonly unchanged: readonly string[];
  readonly sameMachine: boolean;
}

export type CaseComparison = ReturnType<typeof pairCase>;

function pairCase(runs: Sides<RunSide>, title: string, terms: PairingTerms) {
  const found: Found = { before: runs.before.cases.get(title), after: runs.after.cases.get(title) };
  const { dataset, size, task } = (found.after ?? found.before)!.view;
  const reference = referenceOf(found, terms);
  const obstacle = obstacleOf(found, reference.baseline, terms.asked);
  const { baseline, replaced } = obstacle === null ? reference : NO_REFERENCE;
  const ratiosOf = (side?: CaseSide): Ratios => (baseline && side?.ratios(baseline)) || new Map();
  const ratios = { before: ratiosOf(found.before), after: ratiosOf(found.after) };
  const changeOf = (before: RankedRow, after: RankedRow): Change | null => {
    const { name } = after;
    if (obstacle !== null || (name === baseline && !terms.sameMachine)) return null;
    const [first, second] =
      name === baseline
        ? [before, after].map(({ roundTimes }) => sideOfTimes(roundTimes))
        : [ratios.before.get(name), ratios.after.get(name)];
    return first && second ? changeBetween(first, second) : null;
  };
  const names = new Set([...(found.after?.rows.keys() ?? []), ...(found.before?.rows.keys() ?? [])]);
  const rows = [...names].map((name): ChangedRow => {
    const before = found.before?.rows.get(name);
    const after = found.after?.rows.get(name);
    const test = isRanked(before) && isRanked(after) ? changeOf(before, after) : null;
    const state = name === baseline ? 'baseline' : stateOf(before, after, test !== null);
    const apart = obstacle ?? 'no block was timed together with the baseline';
    return {
      ...(after ?? before)!,
      state,
      before: relativeTo(before, baseline, ratios.before),
      after: relativeTo(after, baseline, ratios.after),
      baseline,
      disturbed: [found.before, found.after].some((side) => side?.view.disturbed),
      change: test && estimateOf(test.ratio, test.interval),
      finding: state === 'baseline' ? state : null,
      grade: null,
      preliminary: null,
      pValue: null,
      obstacle: state === 'incomparable' ? apart : null,
      test: state === 'compared' ? test : null,
    };
  });
  const slowed = ({ change }: ChangedRow) => change?.estimate ?? 0;
  rows.sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state) || slowed(b) - slowed(a));
  return { title, dataset, size, task, baseline, replaced, rows, obstacle };
}

function relativeTo(row: Row | undefined, baseline: string | null, ratios: Ratios): Row | null {
  const found = row && (row.name === baseline ? ITSELF : ratios.get(row.name));
  if (!isRanked(row) || baseline === null || !found) return row ?? null;
  return { ...row, baseline, ratio: estimateOf(found.ratio, found.interval) };
}

const ITSELF = { ratio: 1, interval: null };

export function stateOf(before: Row | undefined, after: Row | undefined, compared: boolean): State {
  if (isRanked(before) && isRanked(after)) return compared ? 'compared' : 'incomparable';
  if (before?.verdict === 'ok' && after && fails(after)) return 'failing';
  if (isRanked(before)) return 'lost';
  if (isRanked(after)) return before && fails(before) ? 'fixed' : 'new';
  return before ? 'unranked' : 'new';
}

function fails(row: Row): boolean {
  return row.kind === 'failed' && row.isFailure && row.verdict !== 'unavailable';
}

const NO_REFERENCE = { baseline: null, replaced: null };

/**
 * Returns the row that ratios are relative to; null if no baseline is ranked in both runs. A changed baseline would shift all
 * ratios, so an unchanged row (if any) replaces it, unless the user chose it. `replaced` is the planned row then, else null.
 */
function referenceOf({ before, after }: Found, { asked, unchanged }: PairingTerms) {
  const both = (name: string) => [before, after].every((side) => isRanked(side?.rows.get(name)));
  const planned = [after, before].flatMap((side) => asked ?? side?.view.plannedBaseline ?? []).filter(both);
  if (planned.length === 0) return NO_REFERENCE;
  const baseline =
    asked ?? planned.find((name) => unchanged.includes(name)) ?? unchanged.find(both) ?? planned[0]!;
  return { baseline, replaced: planned.includes(baseline) ? null : planned[0]! };
}

function obstacleOf({ before, after }: Found, reference: string | null, asked?: string): string | null {
  if (!before || !after) return `only the run ${before ? 'before' : 'after'} has this case`;
  const [first, then] = [before.view, after.view];
  const other = first.ranked.find((row) =>
    then.ranked.some((one) => one.name === row.name && one.plain !== row.plain),
  );
  if (other)
    return `${other.name} started from plain objects only in the run ${other.plain ? 'before' : 'after'} (--objects)`;
  if (before.digest !== after.digest) return "the documents differ, so the work isn't the same";
  if (first.batch !== then.batch)
    return `batches differ (documents: ${first.batch}, then ${then.batch}), so the work isn't the same`;
  if (reference !== null) return null;
  const shared = first.ranked.map(({ name }) => name).filter((name) => isRanked(after.rows.get(name)));
  if (shared.length === 0) return 'no row is ranked in both runs';
  const planned = [...new Set([first.plannedBaseline, then.plannedBaseline])].join(' or ');
  return `${asked ?? `the baseline, ${planned},`} isn't ranked in both runs: choose another with --baseline (${shared.join(', ')})`;
}

interface RunSide extends Pick<RecordedRun, 'record'> {
  readonly cases: ReadonlyMap<string, CaseSide>;
}

export interface CaseSide {
  readonly view: AnalyzedCase;
  readonly rows: ReadonlyMap<string, Row>;
  readonly digest: string | null;
  ratios(name: string): Ratios;
}

export function sideOf({ record, samples: { of } }: RecordedRun): RunSide {
  const index = indexRun(record);
  const cases = record.cases.map((_, number): [string, CaseSide] => {
    const { analyzed: one, ratiosTo } = analyzeCase(index, number, of(number));
    const rows = serializerRows(one);
    const side: CaseSide = {
      view: one,
      rows: new Map(rows.map((row): [string, Row] => [row.name, row])),
      digest: record.datasets[documentsName(one)] ?? null,
      ratios(name) {
        const baselineNs = one.ranked.find((row) => row.name === name)!.nsPerOp.estimate;
        return new Map([...ratiosTo(name)].map(([row, ratio]) => [row, { ...ratio, baselineNs }]));
      },
    };
    return [caseName(one), side];
  });
  return { record, cases: new Map(cases) };
}

/**
 * Names of rows whose code and version didn't change, the best replacement for a baseline first. Sorted by runtime (unchanged
 * first), kind (libraries first), number of cases (most first) and time.
 */
function unchangedRows({ before, after }: Sides<RunSide>): string[] {
  const isSameRuntime = (name: string) => before.record.runtimes[name] === after.record.runtimes[name];
  const alike = [...after.cases].flatMap(([title, { view }]) =>
    view.ranked.filter((row) => {
      const was = before.cases.get(title)?.rows.get(row.name);
      return isRanked(was) && !hasChanged({ before: was, after: row });
    }),
  );
  const standings = [...groupBy(alike, ({ name }) => name)].map(([name, rows]) => ({
    name,
    other: Number(!isSameRuntime(runtimeName(rows[0]!))),
    bound: Number(rows[0]!.bound !== null),
    cases: rows.length,
    time: rows.reduce((sum, { nsPerOp }) => sum + Math.log(nsPerOp.estimate), 0),
  }));
  return standings
    .sort((a, b) => a.other - b.other || a.bound - b.bound || b.cases - a.cases || a.time - b.time)
    .map(({ name }) => name);
}
