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
  /** The fastest library; empty if none is ranked. */
  readonly fastest: string;
  /** Digest of the documents and batch: only ratios of the same work are compared. */
  readonly work: string;
  /** Figures of serializers by name, or why one isn't ranked. */
  readonly rows: ReadonlyMap<string, RankedFigures | string>;
}

export interface RankedFigures extends Pick<RankedRow, 'nsPerOp' | 'ratio'> {
  /** As in the run's tables: the rank, `3–5`; and `~1.42× faster`, `unclear`. */
  readonly rank: string;
  readonly said: string;
  /** The ratio for comparisons with other runs; absent for the baseline. */
  readonly side: Side | undefined;
  readonly isLibrary: boolean;
}

export type RunFigures = ReadonlyMap<string, CaseFigures>;

/** Returns a function that reads a run's figures, or why they can't be read. */
export function makeFigures() {
  const cached = makeCache<RunFigures | string>(10_000);
  return (run: RunEntry) => cached(run.key, run.version, () => figuresOrReason(run));
}

function figuresOrReason({ folder }: RunEntry): RunFigures | string {
  try {
    return figuresOfRun(readRun(folder));
  } catch (error) {
    return reasonOf(error);
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
