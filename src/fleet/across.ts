/** Compares kinds of machine by ratios to the baseline of the same run: times of different machines can't be compared. */
import { type AnalyzedCase, type AnalyzedRun, allRows, analyze } from '../analysis/analyze.ts';
import { answeringRows } from '../analysis/answer.ts';
import { chosenOf } from '../analysis/choose.ts';
import type { Estimate } from '../analysis/figures.ts';
import type { Grade } from '../analysis/finding.ts';
import type { Rank } from '../analysis/pairs.ts';
import { groupByMachine } from '../analysis/runs/machines.ts';
import { caseName, plainRuntime } from '../define/names.ts';
import { groupBy } from '../stats/group-by.ts';
import type { StoredRun } from '../store/folder/reader.ts';
import { partsOf } from './definition.ts';

/**
 * One case on one kind of machine, or with one version of a runtime. If a kind has several different machines, each has
 * its own column.
 */
export interface Column {
  readonly label: string;
  readonly runs: readonly AnalyzedRun[];
  /** The case, as analyzed in each run. Runs with another baseline than the last run's are left out. */
  readonly cases: readonly AnalyzedCase[];
  readonly baseline: string | null;
}

export interface AcrossCase {
  readonly work: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly names: readonly string[];
}

export function acrossKinds(runs: ReadonlyMap<string, StoredRun>): AcrossCase[] {
  return [...groupBy([...runs], ([cell]) => partsOf(cell).work)].flatMap(([work, own]) => {
    const series = [...groupBy(own, ([cell]) => partsOf(cell).kind)].flatMap(([kind, found]) =>
      groupByMachine(found.map(([, run]) => run)).map((group, i) => ({
        label: i === 0 ? kind : `${kind} (${i + 1})`,
        runs: group.runs.map((run) => analyze(run)),
      })),
    );
    const titles = new Set(series.flatMap((one) => one.runs.flatMap((run) => run.cases.map(caseName))));
    return [...titles].map((title): AcrossCase => {
      const columns = series.flatMap(({ label, runs }): Column[] => {
        const all = runs.flatMap((run) => run.cases.filter((one) => caseName(one) === title));
        const baseline = all.at(-1)?.baseline ?? null;
        const cases = all.filter((one) => one.baseline === baseline);
        return cases.length === 0 ? [] : [{ label, runs, cases, baseline }];
      });
      const rows = columns.flatMap(({ cases }) => cases.flatMap(allRows));
      const names = rows.filter(({ limit }) => limit === null).map(({ name }) => name);
      return { work, title, columns, names: [...new Set(names)] };
    });
  });
}

/** Cases of one run that have a runtime in several versions, with a column for each version. */
export function acrossVersions(run: AnalyzedRun): AcrossCase[] {
  return run.cases.flatMap((one): AcrossCase[] => {
    const rows = allRows(one).filter(({ limit }) => limit === null);
    const runtimes = [...new Set(rows.map(({ runtime }) => runtime))];
    const several = [...groupBy(runtimes, plainRuntime).values()].filter(({ length }) => length > 1).flat();
    const columns = several.map((label): Column => {
      return { label, runs: [run], cases: [ofVersion(one, label)], baseline: one.baseline };
    });
    const names = columns.flatMap(({ cases }) => cases.flatMap(allRows)).map(({ name }) => name);
    return several.length === 0
      ? []
      : [{ work: '', title: caseName(one), columns, names: [...new Set(names)] }];
  });
}

/** A case with only the rows of one version of a runtime, whose names lack the version. */
function ofVersion(all: AnalyzedCase, version: string): AnalyzedCase {
  const one = chosenOf(all, ({ runtime }) => runtime === version);
  const plain = (name: string) => name.replace(version, plainRuntime(version));
  const ranked = one.ranked.map((row) => {
    return { ...row, name: plain(row.name), beatenBy: row.beatenBy.map(plain) };
  });
  const unranked = one.unranked.map((row) => ({ ...row, name: plain(row.name) }));
  const { answer } = one;
  const fastest = answer && { ...answer.fastest, names: answer.fastest.names.map(plain) };
  return { ...one, ranked, unranked, limits: [], answer: answer && { ...answer, fastest: fastest! } };
}

const rowIn = ({ ranked }: AnalyzedCase, name: string) => ranked.find((row) => row.name === name);

/**
 * A row's figures in one column. For several runs: the geometric mean of the ratios, and an interval and ranks that include
 * those of every run.
 */
export interface Figure {
  /**
   * `ok` if all runs rank the row; otherwise its verdict in the last run that lists it as not ranked (`not measured`
   * without a verdict), or empty if no run lists it.
   */
  readonly verdict: string;
  readonly place: (Rank & { readonly ratio: Estimate }) | null;
  readonly bytes: number | null;
}

export function figureOf({ cases }: Column, name: string): Figure {
  const rows = cases.flatMap((one) => rowIn(one, name) ?? []);
  if (rows.length < cases.length) {
    const other = cases.flatMap((one) => one.unranked.filter((row) => row.name === name)).at(-1);
    return { verdict: other ? (other.verdict ?? 'not measured') : '', place: null, bytes: null };
  }
  const ratios = rows.map(({ ratio }) => ratio);
  const logs = ratios.map(({ estimate }) => Math.log(estimate));
  const end = (ends: (number | null)[], most: (...all: number[]) => number) =>
    ends.includes(null) ? null : most(...(ends as number[]));
  const ratio = {
    estimate: Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length),
    low: end(
      ratios.map(({ low }) => low),
      Math.min,
    ),
    high: end(
      ratios.map(({ high }) => high),
      Math.max,
    ),
    confidence: end(
      ratios.map(({ confidence }) => confidence),
      Math.min,
    ),
  };
  const rank = Math.min(...rows.map((row) => row.rank));
  const rankLast = Math.max(...rows.map((row) => row.rankLast));
  const rankLikely = rows.some((row) => row.rankLikely);
  return {
    verdict: 'ok',
    place: { ratio, rank, rankLast, rankLikely },
    bytes: rows.at(-1)!.sizes?.raw ?? null,
  };
}

/** The only fastest row in every run; null if there is none, or if a run has just one library. */
export function leaderOf({ cases }: Column): { readonly name: string; readonly grade: Grade } | null {
  const all = cases.map(({ answer }) => answer?.fastest);
  const name = all[0]?.names[0];
  const isAlone = all.every((one) => one?.names.length === 1 && one.names[0] === name && one.rows > 1);
  if (name === undefined || !isAlone) return null;
  return { name, grade: all.every((one) => one!.grade === 'established') ? 'established' : 'likely' };
}

/** Two rows whose order on some kinds of machine is the opposite of that on others. Both orders are established. */
export interface Swap {
  readonly names: readonly [string, string];
  /** Kinds of machine on which the first row is faster; in `second`, those on which the second row is. */
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly unclear: readonly string[];
}

export function swapsOf(columns: readonly Column[]): Swap[] {
  const all = columns.flatMap(({ cases }) => cases.flatMap((one) => answeringRows(one).rows));
  const names = [...new Set(all.map(({ name }) => name))];
  return names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b): Swap[] => {
      const both = columns.filter(({ cases }) => cases.every((one) => rowIn(one, a) && rowIn(one, b)));
      const order = groupBy(both, ({ cases }) => {
        if (cases.every((one) => rowIn(one, b)!.beatenBy.includes(a))) return 'first';
        return cases.every((one) => rowIn(one, a)!.beatenBy.includes(b)) ? 'second' : 'unclear';
      });
      const on = (side: 'first' | 'second' | 'unclear') => (order.get(side) ?? []).map(({ label }) => label);
      const swap: Swap = { names: [a, b], first: on('first'), second: on('second'), unclear: on('unclear') };
      return swap.first.length > 0 && swap.second.length > 0 ? [swap] : [];
    }),
  );
}
