/** What runs found, as far as lists and histories say it: read once for each run, and again only when it changes. */
import { sideOf } from '../../report/compare/pairs/sides.ts';
import { findingCell } from '../../report/tables/columns.ts';
import type { CaseAnswer } from '../../report/view/answer.ts';
import type { Estimate, Row } from '../../report/view/rows.ts';
import type { RunData } from '../../report/view/view.ts';
import { sameMargin } from '../../stats/judgement.ts';
import type { Side } from '../../stats/two-runs.ts';
import { readRun } from '../../store/reader.ts';
import { makeCache } from './cache.ts';
import { type RunEntry, reasonOf } from './source.ts';

export interface RankedFigures {
  readonly kind: 'ranked';
  readonly nsPerOp: Estimate;
  readonly ratio: Estimate;
  /** What the run's tables say of it: `~1.42× faster`, `unclear`. */
  readonly said: string;
  /** The ratio as a side of a comparison; null for the baseline. */
  readonly side: Side | null;
  /** Whether a reader can adopt it: hand-written rows are bounds. */
  readonly isLibrary: boolean;
}

export type RowFigures = RankedFigures | { readonly kind: 'unranked'; readonly why: string };

export interface CaseFigures {
  /** Name of the row that the ratios are relative to; null where nothing is ranked. */
  readonly baseline: string | null;
  /** Documents and batch: ratios of other work aren't compared. */
  readonly work: string;
  readonly disturbed: boolean;
  readonly answer: CaseAnswer | null;
  /** Serializers, by name. */
  readonly rows: ReadonlyMap<string, RowFigures>;
}

/** By the name of the case, in the order of the run. */
export type RunFigures = ReadonlyMap<string, CaseFigures>;

/** Of each run its figures, or why it can't be read; a run that wasn't read in time is missing. */
export type FoundFigures = ReadonlyMap<RunEntry, RunFigures | string>;

/** Runs whose figures are kept in memory. */
const MOST_RUNS = 10_000;

/** A function that gives the figures of runs. It reads new ones for `patience` milliseconds, and at least one. */
export function makeFigures() {
  const kept = makeCache<RunFigures | string>(MOST_RUNS, () => 1);
  return async (runs: readonly RunEntry[], patience: number): Promise<FoundFigures> => {
    const deadline = performance.now() + patience;
    const found = new Map<RunEntry, RunFigures | string>();
    let isFirst = true;
    // One after the other: the samples of all at once may be more than memory holds.
    for (const run of runs) {
      if (!kept.has(run.key, run.version)) {
        if (!isFirst && performance.now() > deadline) continue;
        isFirst = false;
      }
      found.set(run, await kept.get(run.key, run.version, async () => figuresOrReason(run)));
    }
    return found;
  };
}

function figuresOrReason({ folder }: RunEntry): RunFigures | string {
  try {
    return figuresOfRun(readRun(folder));
  } catch (error) {
    return reasonOf(error, folder);
  }
}

export function figuresOfRun(run: RunData): RunFigures {
  const { cases } = sideOf(run);
  return new Map(
    [...cases].map(([name, { view, rows, digest, ratios }]): [string, CaseFigures] => {
      const { baseline, batch, disturbed, answer } = view;
      const sides = baseline === null ? null : ratios(baseline);
      const figures = [...rows.values()].map((row): [string, RowFigures] => [
        row.name,
        rowFigures(row, sides?.get(row.name) ?? null, sameMargin(run.record.settings.target)),
      ]);
      return [name, { baseline, work: `${digest} × ${batch}`, disturbed, answer, rows: new Map(figures) }];
    }),
  );
}

function rowFigures(row: Row, side: Side | null, margin: number): RowFigures {
  const what = row.kind === 'failed' ? row.verdict : 'not measured';
  if (row.kind !== 'ranked') return { kind: 'unranked', why: `${what}: ${row.reason}` };
  const { nsPerOp, ratio, name, baseline, bound } = row;
  const said = findingCell(row, margin).text;
  const own = name === baseline ? null : side;
  return { kind: 'ranked', nsPerOp, ratio, said, side: own, isLibrary: bound === null };
}
