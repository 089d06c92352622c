/**
 * One row on one case over time: which runs have it, which of them belong together, and what changed between them.
 * Figures are those of the runs' own reports. Pure.
 */
import { caseName, rowName, runtimeName } from '../../../define/names.ts';
import { compareMachines, groupByMachine } from '../../../report/compare/machines.ts';
import type { Estimate } from '../../../report/view/rows.ts';
import { allRows, buildView, type RunData } from '../../../report/view/view.ts';
import type { RunContender, RunRecord } from '../../../store/record.ts';

/** A run as far as a history needs it. */
export interface HistoryRun {
  /** How the run is addressed. */
  readonly key: string;
  readonly record: RunRecord;
}

/** A row that was asked for; `row` is its name, `jvm/circe`, and `case` the title of a case, `record/single, serialize`. */
export interface HistoryOf {
  readonly row: string;
  readonly case: string;
}

/** What a run found of each of its rows on each of its cases. */
export type RunFigures = ReadonlyMap<string, RowFigures>;

export type RowFigures =
  | {
      readonly kind: 'ranked';
      readonly nsPerOp: Estimate;
      readonly ratio: Estimate;
      /** Name of the row that the ratio is relative to. */
      readonly baseline: string;
      readonly preliminary: boolean;
    }
  | { readonly kind: 'unranked'; readonly verdict: string; readonly reason: string };

export interface HistoryPoint extends HistoryRun {
  readonly figures: RowFigures;
  /** What is new since the point before, in words: versions, system, data. */
  readonly changes: readonly string[];
  /** Whether it did the same work as the point before, so that a line may join them. Not so when the data changed. */
  readonly joined: boolean;
  /** Index of its machine among all groups of the history. */
  readonly machine: number;
}

/** @returns by `figuresKey` */
export function figuresOfRun(run: RunData): RunFigures {
  const figures = new Map<string, RowFigures>();
  for (const one of buildView(run).cases)
    for (const row of allRows(one)) {
      const key = figuresKey({ row: row.name, case: caseName(one) });
      if (row.kind === 'ranked') {
        const { nsPerOp, ratio, preliminary } = row;
        // Without a baseline nothing is ranked.
        figures.set(key, { kind: 'ranked', nsPerOp, ratio, baseline: one.baseline!, preliminary });
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

/** Everything that a history can be of, and the runs that have it. */
export function historiesOf<Run extends HistoryRun>(
  runs: readonly Run[],
): { readonly of: HistoryOf; readonly runs: readonly Run[] }[] {
  const found = new Map<string, { of: HistoryOf; runs: Run[] }>();
  for (const run of runs)
    for (const planned of run.record.cases)
      for (const index of planned.contenders) {
        const contender = run.record.contenders[index]!;
        if (contender.limit !== null) continue;
        const of = { row: rowName(contender), case: caseName(planned) };
        const entry = found.get(figuresKey(of)) ?? { of, runs: [] };
        // A case may stand in a suite twice.
        if (entry.runs.at(-1) !== run) entry.runs.push(run);
        found.set(figuresKey(of), entry);
      }
  return [...found.values()];
}

/** The machines that runs were measured on, in the order of their first runs. */
export function machinesOf<Run extends HistoryRun>(runs: readonly Run[]) {
  return groupByMachine(runs, ({ record }) => record);
}

/**
 * Points in the order of the runs, each held against the one before.
 *
 * @param runs oldest first
 * @param machine index of a run's machine
 */
export function pointsOf<Run extends HistoryRun & { readonly figures: RowFigures }>(
  of: HistoryOf,
  runs: readonly Run[],
  machine: (run: Run) => number,
): HistoryPoint[] {
  return runs.map((run, i) => {
    const before = runs[i - 1];
    const { key, record, figures } = run;
    const data = before === undefined ? [] : dataChange(of, before.record, record);
    return {
      ...{ key, record, figures },
      changes: before === undefined ? [] : [...data, ...changesBetween(of, before, run)],
      joined: before !== undefined && data.length === 0,
      machine: machine(run),
    };
  });
}

function dataChange(of: HistoryOf, before: RunRecord, after: RunRecord): string[] {
  const [old, now] = [before, after].map(({ datasets }) => datasets[of.case.split(', ')[0]!]);
  return old !== undefined && now !== undefined && old !== now ? ['the documents'] : [];
}

/**
 * Versions of the row and of what its ratio is relative to; on comparable machines all else that is different, too. What
 * tells two machines apart is no change of either.
 */
function changesBetween(
  of: HistoryOf,
  before: HistoryRun & { readonly figures: RowFigures },
  after: HistoryRun & { readonly figures: RowFigures },
): string[] {
  const rows = [of.row, ...baselinesOf(before.figures), ...baselinesOf(after.figures)];
  const versions = [...new Set(rows)].flatMap((row) => {
    const [old, now] = [contenderOf(before.record, row), contenderOf(after.record, row)];
    return [
      ...changed(row, old?.version ?? null, now?.version ?? null),
      // Kit, serializer's file or build options. Their digests would tell a reader nothing.
      ...changed(row, old?.code ?? null, now?.code ?? null).map(() => `own code of ${row}`),
    ];
  });
  const { comparable, differences } = compareMachines(before.record, after.record);
  const contenders = rows.flatMap((row) => contenderOf(after.record, row) ?? []);
  const runtimes = new Set(contenders.map(runtimeName));
  const others = differences.filter(({ fact }) => {
    if (Object.hasOwn(after.record.runtimes, fact)) return runtimes.has(fact);
    return comparable || fact === 'wiremark';
  });
  return [
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
