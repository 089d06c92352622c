import type { RecordedRun } from '../../analysis/analyze.ts';
import type { Comparison } from '../../analysis/comparison.ts';
import { estimateOf } from '../../analysis/figures.ts';
import { sameMargin } from '../../analysis/finding.ts';
import type { RankedRow } from '../../analysis/rows.ts';
import type { Side } from '../../analysis/runs/change.ts';
import { type CaseSide, sideOf } from '../../analysis/runs/compare.ts';
import { isRanked } from '../../analysis/runs/rows.ts';
import { rankText, saidRatio } from '../../report/numbers.ts';
import { fastestText } from '../../report/tables/case-answer.ts';
import { findingCell } from '../../report/tables/columns.ts';
import { readRun } from '../../store/folder/reader.ts';
import { makeCache, type RunEntry, reasonOf } from './source.ts';

export type CaseFigures = ReturnType<typeof figuresOfCase>;
export type RankedFigures = ReturnType<typeof rankedFigures>;
type RunFigures = ReadonlyMap<string, CaseFigures>;
export type ReadFigures = ReturnType<typeof makeFigures>;

export function makeFigures() {
  const cached = makeCache<RunFigures | string>(10_000);
  return ({ key, version, folder }: RunEntry, baseline?: string) =>
    cached(`${key} ${baseline ?? ''}`, version, () => {
      try {
        return figuresOfRun(readRun(folder), baseline);
      } catch (error) {
        return reasonOf(error);
      }
    });
}

export function figuresOfRun(run: RecordedRun, asked?: string): RunFigures {
  return new Map([...sideOf(run).cases].map(([name, side]) => [name, figuresOfCase(run, side, asked)]));
}

function figuresOfCase(run: RecordedRun, { view, rows, digest, ratios }: CaseSide, asked?: string) {
  const { batch, disturbed } = view;
  // If a run doesn't rank the requested baseline, it gets no ratios: those to another row wouldn't be comparable.
  const baseline = asked === undefined ? view.baseline : isRanked(rows.get(asked)) ? asked : null;
  const sides = baseline === null ? null : ratios(baseline);
  const figures = [...rows].map(([name, row]): [string, RankedFigures | string] => [
    name,
    row.kind === 'ranked'
      ? rankedFigures(row, sides?.get(name), run, baseline)
      : `${row.kind === 'failed' ? row.verdict : 'not measured'}: ${row.reason}`,
  ]);
  // Identifies the timed work. Only ratios with equal `work` are compared.
  const work = `${digest} × ${batch}`;
  return { baseline, work, disturbed, fastest: fastestText(view), rows: new Map(figures) };
}

/** @param side the row's ratio to `baseline`, for comparisons with other runs; undefined if there is none */
function rankedFigures(
  row: RankedRow,
  side: (Side & Pick<Comparison, 'interval'>) | undefined,
  { record }: RecordedRun,
  baseline: string | null,
) {
  const { nsPerOp, name, bound } = row;
  const isOwn = baseline === row.baseline;
  const other = name === baseline ? { ratio: 1, interval: null } : side;
  return {
    nsPerOp,
    ratio: isOwn ? row.ratio : other ? estimateOf(other.ratio, other.interval) : null,
    rank: rankText(row),
    said: isOwn ? findingCell(row, sameMargin(record.settings.target), saidRatio(row.ratio)).text : '',
    side: name === baseline ? undefined : side,
    isLibrary: bound === null,
  };
}
