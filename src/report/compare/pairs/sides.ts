/** One run as a side of a comparison: its rows by name, and their rounds. */
import { caseName, documentsName } from '../../../define/names.ts';
import type { Comparison } from '../../../stats/comparison.ts';
import { judgeTable } from '../../../stats/table.ts';
import { keptOf, timesByRow } from '../../view/kept.ts';
import type { RankedRow, Row } from '../../view/rows.ts';
import { allRows, buildView, type CaseView, type RunData, type RunView } from '../../view/view.ts';

export interface CaseSide {
  readonly view: CaseView;
  /** Serializers only; limits aren't compared. By name, in the order of the report. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Digest of the documents; null where it wasn't recorded. */
  readonly digest: string | null;
  /** Ranked rows, by name, compared with the one of this name. */
  ratios(reference: string): ReadonlyMap<string, Comparison>;
}

export interface RunSide {
  readonly view: RunView;
  /** By `dataset/size, task`, in the order of the run. */
  readonly cases: ReadonlyMap<string, CaseSide>;
}

export function sideOf(run: RunData): RunSide {
  const { run: read, kept } = keptOf(run, (samples, number) => timesByRow(run.record, samples, number));
  const view = buildView(read);
  const cases = view.cases.map((one, number): [string, CaseSide] => {
    const rows = allRows(one).filter(({ limit }) => limit === null);
    const { ranked } = one;
    // What is ranked was timed. Conclusions come later: the rows of both runs are judged together.
    const timesOf = ({ name }: RankedRow) => kept[number]!.get(name)!;
    const terms = { rows: ranked, timesOf, margin: 0, target: null, disturbed: true };
    const side = {
      view: one,
      rows: new Map(rows.map((row) => [row.name, row])),
      digest: run.record.datasets[documentsName(one)] ?? null,
      ratios(name: string) {
        const reference = ranked.find((row) => row.name === name)!;
        const through = ranked.find((row) => row.name === one.baseline) ?? reference;
        const { judged } = judgeTable({ ...terms, reference, through });
        return new Map(judged.map(({ row, comparison }) => [row.name, comparison]));
      },
    };
    return [caseName(one), side];
  });
  return { view, cases: new Map(cases) };
}
