/** One run as a side of a comparison: its rows by name, and their rounds. */
import { caseName, documentsName } from '../../../define/names.ts';
import { judgeTable } from '../../../stats/table.ts';
import { keptOf, timesByRow } from '../../view/kept.ts';
import type { RankedRow, Row } from '../../view/rows.ts';
import { allRows, buildView, type RunData } from '../../view/view.ts';

export type RunSide = ReturnType<typeof sideOf>;
export type CaseSide = ReturnType<RunSide['cases']['get']>;

/** Its cases stand by `dataset/size, task`, in the order of the run. */
export function sideOf(run: RunData) {
  const { run: read, kept } = keptOf(run, (samples, number) => timesByRow(run.record, samples, number));
  const view = buildView(read);
  const cases = view.cases.map((one, number) => {
    const rows = allRows(one).filter(({ limit }) => limit === null);
    const { ranked } = one;
    // What is ranked was timed. Conclusions come later: the rows of both runs are judged together.
    const timesOf = ({ name }: RankedRow) => kept[number]!.get(name)!;
    const terms = { rows: ranked, timesOf, margin: 0, target: null, disturbed: true };
    const side = {
      view: one,
      // Serializers only, in the order of the report; limits aren't compared.
      rows: new Map(rows.map((row): [string, Row] => [row.name, row])),
      // Of the documents; null where it wasn't recorded.
      digest: run.record.datasets[documentsName(one)] ?? null,
      // Ranked rows, by name, compared with the one of this name.
      ratios(name: string) {
        const reference = ranked.find((row) => row.name === name)!;
        const through = ranked.find((row) => row.name === one.baseline) ?? reference;
        const { judged } = judgeTable({ ...terms, reference, through });
        const baselineNs = reference.nsPerOp.estimate;
        return new Map(judged.map(({ row, comparison }) => [row.name, { ...comparison, baselineNs }]));
      },
    };
    return [caseName(one), side] as const;
  });
  return { view, cases: new Map(cases) };
}
