/** Several comparisons with one first run, case by case: which can share a table, and the rows that it has. */
import type { CompareRow } from '../pairs/rows.ts';
import { type CaseComparison, type CompareView, rowsOf } from '../pairs/view.ts';

/** A case as one of the later runs has it. */
export interface NumberedCase {
  /** Of the later run: the first is 1. */
  readonly run: number;
  readonly view: CompareView;
  readonly one: CaseComparison;
}

/** A case with all runs that have it. */
export interface SeveralCase {
  readonly title: string;
  readonly runs: readonly NumberedCase[];
}

/** In the order in which the comparisons have them. */
export function severalCases(views: readonly CompareView[]): SeveralCase[] {
  const titles = new Set(views.flatMap(({ cases }) => cases.map(({ title }) => title)));
  return [...titles].map((title) => ({
    title,
    runs: views.flatMap((view, i) => {
      const one = view.cases.find((candidate) => candidate.title === title);
      return one === undefined ? [] : [{ run: i + 2, view, one }];
    }),
  }));
}

/** Later runs that stand in one table beside the first: more are too wide for most terminals. */
const RUNS_OF_A_TABLE = 3;

/** Runs whose ratios have one baseline, as many as a table takes. What can't be compared has no table. */
export function tablesOf({ runs }: SeveralCase): NumberedCase[][] {
  const compared = runs.filter(({ one }) => one.obstacle === null);
  const baselines = [...new Set(compared.map(baselineOf))];
  const groups = baselines.map((baseline) => compared.filter((one) => baselineOf(one) === baseline));
  return groups.flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / RUNS_OF_A_TABLE) }, (_, i) =>
      group.slice(i * RUNS_OF_A_TABLE, (i + 1) * RUNS_OF_A_TABLE),
    ),
  );
}

function baselineOf({ one: { baseline } }: NumberedCase): string | null {
  return baseline?.name ?? null;
}

/** A row with what each later run has of it; at least one has it. */
export interface SeveralRow {
  readonly name: string;
  /** In the order of the table's runs. */
  readonly found: readonly (CompareRow | undefined)[];
}

/** The baseline first, then the most slowed down by the last run that can tell. */
export function severalRows(runs: readonly NumberedCase[]): SeveralRow[] {
  const rows = runs.map(({ one }) => new Map(rowsOf(one).map((row) => [row.name, row])));
  const names = new Set(rows.flatMap((found) => [...found.keys()]));
  return [...names]
    .map((name) => ({ name, found: rows.map((one) => one.get(name)) }))
    .sort((a, b) => weight(b) - weight(a));
}

/** Of a row that isn't compared with any run: behind all others. */
function weight({ found }: SeveralRow): number {
  if (found.some((row) => row?.kind === 'baseline')) return Number.POSITIVE_INFINITY;
  const last = found.findLast((row) => row?.kind === 'compared');
  return last?.change?.estimate ?? 0;
}
