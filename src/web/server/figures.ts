/** What runs found, as far as lists and histories say it: read once for each run, and again only when it changes. */

import type { AnalyzedCase, RecordedRun } from '../../analysis/analyze.ts';
import { sameMargin } from '../../analysis/finding.ts';
import type { RankedRow, Row } from '../../analysis/rows.ts';
import type { Side } from '../../analysis/runs/change.ts';
import { type CaseSide, sideOf } from '../../analysis/runs/compare.ts';
import { rankText, saidRatio } from '../../report/numbers.ts';
import { fastestText } from '../../report/tables/case-answer.ts';
import { findingCell } from '../../report/tables/columns.ts';
import { readRun } from '../../store/folder/reader.ts';
import { makeCache, type RunEntry, reasonOf } from './source.ts';

export interface CaseFigures extends Pick<AnalyzedCase, 'baseline' | 'disturbed'> {
  /** Its fastest library, for lists; empty where none is ranked. */
  readonly fastest: string;
  /** Documents and batch: ratios of other work aren't compared. */
  readonly work: string;
  /** Of serializers, by name; of those that aren't ranked, why. */
  readonly rows: ReadonlyMap<string, RankedFigures | string>;
}

export interface RankedFigures extends Pick<RankedRow, 'nsPerOp' | 'ratio'> {
  /** What the run's tables say of it: its rank among their rows, `3–5`; and `~1.42× faster`, `unclear`. */
  readonly rank: string;
  readonly said: string;
  /** The ratio as a side of a comparison; absent for the baseline. */
  readonly side: Side | undefined;
  /** Whether a reader can adopt it: hand-written rows are bounds. */
  readonly isLibrary: boolean;
}

export type RunFigures = ReadonlyMap<string, CaseFigures>;

/** Of each run its figures, or why it can't be read; a run that wasn't read in time is missing. */
export type FoundFigures = ReadonlyMap<RunEntry, RunFigures | string>;

/** A function that gives the figures of runs. It reads new ones for `patience` milliseconds, and at least one. */
export function makeFigures() {
  const kept = makeCache<RunFigures | string>();
  return async (runs: readonly RunEntry[], patience: number): Promise<FoundFigures> => {
    const deadline = performance.now() + patience;
    const found = new Map<RunEntry, RunFigures | string>();
    let isLate = false;
    // One after the other: the samples of all at once may be more than memory holds.
    for (const run of runs) {
      const isNew = !kept.has(run.key, run.version);
      if (isNew && isLate) continue;
      found.set(run, await kept.get(run.key, run.version, async () => figuresOrReason(run)));
      isLate ||= isNew && performance.now() > deadline;
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

export function figuresOfRun(run: RecordedRun): RunFigures {
  return new Map([...sideOf(run).cases].map(([name, side]) => [name, figuresOfCase(run, side)]));
}

function figuresOfCase(run: RecordedRun, { view, rows, digest, ratios }: CaseSide): CaseFigures {
  const { baseline, batch, disturbed } = view;
  const sides = baseline === null ? null : ratios(baseline);
  const figures = [...rows].map(([name, row]): [string, RankedFigures | string] => [
    name,
    row.kind === 'ranked' ? rankedFigures(row, sides?.get(name), run) : whyUnranked(row),
  ]);
  return {
    baseline,
    work: `${digest} × ${batch}`,
    disturbed,
    fastest: fastestText(view),
    rows: new Map(figures),
  };
}

function rankedFigures(row: RankedRow, side: Side | undefined, { record }: RecordedRun): RankedFigures {
  const { nsPerOp, ratio, name, baseline, bound } = row;
  return {
    nsPerOp,
    ratio,
    rank: rankText(row),
    said: findingCell(row, sameMargin(record.settings.target), saidRatio(ratio)).text,
    side: name === baseline ? undefined : side,
    isLibrary: bound === null,
  };
}

function whyUnranked(row: Exclude<Row, RankedRow>): string {
  return `${row.kind === 'failed' ? row.verdict : 'not measured'}: ${row.reason}`;
}
