/**
 * One row on one case over time: which runs have it, which of them belong together, and what changed between them.
 * Figures are those of the runs' own reports. Pure.
 */
import { caseName, rowName, runtimeName } from '../../../define/names.ts';
import { compareMachines } from '../../../report/compare/pairs/machines.ts';
import type { Estimate, Finding } from '../../../report/view/rows.ts';
import { allRows, buildView, type RunData } from '../../../report/view/view.ts';
import { groupBy } from '../../../stats/group-by.ts';
import type { RunContender, RunRecord } from '../../../store/record.ts';
import type { NumberedMachine } from '../machines.tsx';

/** A row that was asked for; `row` is its name, `jvm/circe`, and `case` the title of a case, `record/single, serialize`. */
export interface HistoryOf {
  readonly row: string;
  readonly case: string;
}

/** What a run found of each of its rows on each of its cases, by `figuresKey`. */
export type RunFigures = ReadonlyMap<string, RowFigures>;

export interface RankedFigures {
  readonly kind: 'ranked';
  readonly nsPerOp: Estimate;
  readonly ratio: Estimate;
  readonly finding: Finding;
  /** Name of the row that the ratio is relative to. */
  readonly baseline: string;
  readonly preliminary: boolean;
}

export type RowFigures =
  | RankedFigures
  | { readonly kind: 'unranked'; readonly verdict: string; readonly reason: string };

/** A run as far as a history needs it. */
export interface HistoryRun {
  /** How the run is addressed. */
  readonly key: string;
  readonly record: RunRecord;
  readonly machine: NumberedMachine;
  /** Of the row. */
  readonly figures: RowFigures;
}

export interface HistoryPoint extends HistoryRun {
  /** What is new since the run before on its machine, in words: versions, system, data. */
  readonly changes: readonly string[];
}

export function figuresOfRun(run: RunData): RunFigures {
  const figures = new Map<string, RowFigures>();
  for (const one of buildView(run).cases)
    for (const row of allRows(one)) {
      const key = figuresKey({ row: row.name, case: caseName(one) });
      if (row.kind === 'ranked') {
        const { nsPerOp, ratio, finding, preliminary } = row;
        // Without a baseline nothing is ranked.
        figures.set(key, { kind: row.kind, nsPerOp, ratio, finding, baseline: one.baseline!, preliminary });
      } else if (row.kind !== 'limit') {
        const verdict = row.kind === 'failed' ? row.verdict : 'not measured';
        figures.set(key, { kind: 'unranked', verdict, reason: row.reason });
      }
    }
  return figures;
}

export function figuresKey(of: HistoryOf): string {
  return `${of.row}\n${of.case}`;
}

export interface History<Run> {
  readonly of: HistoryOf;
  /** That have the row on the case, in the order in which they came; at least one. */
  readonly runs: readonly Run[];
}

/** Everything that a history can be of. */
export function historiesOf<Run extends { readonly record: RunRecord }>(
  runs: readonly Run[],
): History<Run>[] {
  const rows = runs.flatMap((run) =>
    run.record.cases.flatMap((planned) =>
      planned.contenders
        .map((index) => run.record.contenders[index]!)
        .filter(({ limit }) => limit === null)
        .map((contender) => ({ of: { row: rowName(contender), case: caseName(planned) }, run })),
    ),
  );
  const found = [...groupBy(rows, ({ of }) => figuresKey(of)).values()];
  // A case may stand in a suite twice.
  return found.map((own) => ({ of: own[0]!.of, runs: [...new Set(own.map(({ run }) => run))] }));
}

/** Points in the order of the runs, each compared with the one before on its machine. @param runs oldest first */
export function pointsOf(of: HistoryOf, runs: readonly HistoryRun[]): HistoryPoint[] {
  return runs.map((run, i) => {
    const before = runs.slice(0, i).findLast(({ machine }) => machine === run.machine);
    return { ...run, changes: before === undefined ? [] : changesBetween(of, before, run) };
  });
}

function dataChange(of: HistoryOf, before: RunRecord, after: RunRecord): string[] {
  const [old, now] = [before, after].map(({ datasets }) => datasets[of.case.split(', ')[0]!]);
  return old !== undefined && now !== undefined && old !== now ? ['the documents'] : [];
}

/** The documents, versions of the row and of what its ratio is relative to, and the system. */
function changesBetween(of: HistoryOf, before: HistoryRun, after: HistoryRun): string[] {
  const rows = [of.row, ...baselinesOf(before.figures), ...baselinesOf(after.figures)];
  const versions = [...new Set(rows)].flatMap((row) => {
    const [old, now] = [contenderOf(before.record, row), contenderOf(after.record, row)];
    return [
      ...changed(row, old?.version ?? null, now?.version ?? null),
      // Kit, serializer's file or build options. Their digests would tell a reader nothing.
      ...changed(row, old?.code ?? null, now?.code ?? null).map(() => `own code of ${row}`),
    ];
  });
  const contenders = rows.flatMap((row) => contenderOf(after.record, row) ?? []);
  const runtimes = new Set(contenders.map(runtimeName));
  const others = compareMachines(before.record, after.record).differences.filter(
    ({ fact }) => !Object.hasOwn(after.record.runtimes, fact) || runtimes.has(fact),
  );
  return [
    ...dataChange(of, before.record, after.record),
    ...versions,
    ...others.flatMap(({ fact, a, b }) => changed(fact, a, b)),
    ...changed('baseline', baselinesOf(before.figures)[0] ?? null, baselinesOf(after.figures)[0] ?? null),
  ];
}

/** Nothing where one of them isn't known. */
function changed(what: string, before: string | null, after: string | null): string[] {
  return before === null || after === null || before === after ? [] : [`${what} ${before} → ${after}`];
}

function baselinesOf(figures: RowFigures): string[] {
  return figures.kind === 'ranked' ? [figures.baseline] : [];
}

/** The version that the runner reported; null where it never got that far. */
export function versionOf(record: RunRecord, row: string): string | null {
  return contenderOf(record, row)?.version ?? null;
}

function contenderOf({ contenders }: RunRecord, row: string): RunContender | undefined {
  return contenders.find((one) => rowName(one) === row);
}
