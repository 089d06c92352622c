/** Compares kinds of machine or versions of a runtime by ratios to the run's baseline, since times depend on the machine. */
import { type AnalyzedCase, type AnalyzedRun, analyze, serializerRows } from '../analysis/analyze.ts';
import { answeringRows } from '../analysis/answer.ts';
import { chosenOf } from '../analysis/choose.ts';
import type { Grade } from '../analysis/finding.ts';
import { seriesOf } from '../analysis/runs/machines.ts';
import { caseName, cellParts, plainRuntime } from '../define/names.ts';
import { byVersion } from '../define/versions.ts';
import { groupBy } from '../stats/group-by.ts';
import { mean } from '../stats/samples.ts';
import type { StoredRun } from '../store/folder/reader.ts';

/** One case on comparable machines of one kind, or with one version of a runtime. */
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

export function acrossKinds(runs: Iterable<StoredRun>): AcrossCase[] {
  const works = groupBy(runs, ({ record }) => cellParts(record.tags?.fleet).work);
  return [...works].flatMap(([work, own]) => {
    const series = seriesOf(own).map((one) => ({ ...one, runs: one.runs.map((run) => analyze(run)) }));
    const titles = new Set(series.flatMap(({ runs }) => runs.flatMap(({ cases }) => cases.map(caseName))));
    return [...titles].map((title): AcrossCase => {
      const columns = series.flatMap(({ label, runs }): Column[] => {
        const all = runs.flatMap(({ cases }) => cases.filter((one) => caseName(one) === title));
        const baseline = all.at(-1)?.baseline ?? null;
        const cases = all.filter((one) => one.baseline === baseline);
        return cases.length === 0 ? [] : [{ label, runs, cases, baseline }];
      });
      return { work, title, columns, names: namesIn(columns) };
    });
  });
}

function namesIn(columns: readonly Column[]): string[] {
  const rows = columns.flatMap(({ cases }) => cases.flatMap(serializerRows));
  return [...new Set(rows.map(({ name }) => name))];
}

/** Cases of one run that have a runtime in several versions, with a column for each version. */
export function acrossVersions(run: AnalyzedRun): AcrossCase[] {
  return run.cases.flatMap((one): AcrossCase[] => {
    const runtimes = [...new Set(serializerRows(one).map(({ runtime }) => runtime))].sort(byVersion);
    const several = [...groupBy(runtimes, plainRuntime).values()].filter(({ length }) => length > 1).flat();
    if (several.length === 0) return [];
    const columns = several.map((label): Column => {
      return { label, runs: [run], cases: [ofVersion(one, label)], baseline: one.baseline };
    });
    return [{ work: '', title: caseName(one), columns, names: namesIn(columns) }];
  });
}

/** A case with only the rows of one version of a runtime. Their names lack the version. */
function ofVersion(one: AnalyzedCase, version: string): AnalyzedCase {
  const plain = (name: string) => name.replace(version, plainRuntime(version));
  const ranked = one.ranked.map((row) => {
    const [beatenBy, probablyBeatenBy] = [row.beatenBy.map(plain), row.probablyBeatenBy.map(plain)];
    return { ...row, name: plain(row.name), beatenBy, probablyBeatenBy };
  });
  const unranked = one.unranked.map((row) => ({ ...row, name: plain(row.name) }));
  const failElsewhere = one.failElsewhere.map(plain);
  const all = { ...one, ranked, unranked, limits: [], failElsewhere };
  return chosenOf(all, ({ runtime }) => runtime === version);
}

const rowIn = ({ ranked }: AnalyzedCase, name: string) => ranked.find((row) => row.name === name);

/**
 * Returns a row's figures in one column. For several runs: the geometric mean of the ratios, with an interval and ranks that
 * include those of every run. If a run doesn't rank the row: only the verdict of the last run that lists the row as
 * unranked (`not measured` if it has none; empty if no run lists the row).
 */
export function figureOf({ cases }: Column, name: string) {
  const rows = cases.flatMap((one) => rowIn(one, name) ?? []);
  if (rows.length < cases.length) {
    const other = cases.flatMap((one) => one.unranked.filter((row) => row.name === name)).at(-1);
    return { verdict: other ? (other.verdict ?? 'not measured') : '', place: null, bytes: null };
  }
  const end = (key: 'low' | 'high' | 'confidence', most: typeof Math.max) => {
    const ends = rows.flatMap(({ ratio }) => ratio[key] ?? []);
    return ends.length < rows.length ? null : most(...ends);
  };
  const place = {
    ratio: {
      estimate: Math.exp(mean(rows.map(({ ratio }) => Math.log(ratio.estimate)))),
      ...{ low: end('low', Math.min), high: end('high', Math.max), confidence: end('confidence', Math.min) },
    },
    rank: Math.min(...rows.map(({ rank }) => rank)),
    rankLast: Math.max(...rows.map(({ rankLast }) => rankLast)),
    rankLikely: rows.some(({ rankLikely }) => rankLikely),
  };
  return { verdict: 'ok', place, bytes: rows.at(-1)!.sizes?.raw ?? null };
}

/** The row that is fastest in every run, tied with no other; null if there is none, or if a run has just one library. */
export function leaderOf({ cases }: Column): { readonly name: string; readonly grade: Grade } | null {
  const all = cases.map(({ answer }) => answer?.fastest);
  const name = all[0]?.names[0];
  const isAlone = all.every((one) => one?.names.length === 1 && one.names[0] === name && one.rows > 1);
  if (name === undefined || !isAlone) return null;
  return { name, grade: all.every((one) => one!.grade === 'established') ? 'established' : 'likely' };
}

export type Swap = ReturnType<typeof swapsOf>[number];

/**
 * Returns pairs of rows whose established order in some columns is the opposite of that in others. `first` has the labels of
 * columns in which the first row of `names` is faster, `second` of those in which the second row is.
 */
export function swapsOf(columns: readonly Column[]) {
  const all = columns.flatMap(({ cases }) => cases.flatMap((one) => answeringRows(one).rows));
  const names = [...new Set(all.map(({ name }) => name))];
  return names.flatMap((a, i) =>
    names.slice(i + 1).flatMap((b) => {
      const both = columns.filter(({ cases }) => cases.every((one) => rowIn(one, a) && rowIn(one, b)));
      const order = groupBy(both, ({ cases }) => {
        if (cases.every((one) => rowIn(one, b)!.beatenBy.includes(a))) return 'first';
        return cases.every((one) => rowIn(one, a)!.beatenBy.includes(b)) ? 'second' : 'unclear';
      });
      const on = (side: 'first' | 'second' | 'unclear') => (order.get(side) ?? []).map(({ label }) => label);
      const swap = { first: on('first'), second: on('second'), unclear: on('unclear') };
      return swap.first.length > 0 && swap.second.length > 0 ? [{ names: [a, b] as const, ...swap }] : [];
    }),
  );
}
