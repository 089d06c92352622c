/** One run as a side of a comparison: its rows by name, and their rounds. */
import { caseName, documentsName, runtimeName } from '../../../define/names.ts';
import type { Comparison } from '../../../stats/comparison.ts';
import { judgeTable } from '../../../stats/table.ts';
import { keptOf, timesByRow } from '../../view/kept.ts';
import type { RankedRow, Row } from '../../view/rows.ts';
import { allRows, buildView, type CaseView, type RunData, type RunView } from '../../view/view.ts';
import type { MeasuredSide, PairFacts, Side } from './rows.ts';

/** The same of both runs. */
export interface Sides<Side> {
  readonly before: Side;
  readonly after: Side;
}

export interface CaseSide {
  readonly view: CaseView;
  /** Serializers only; limits aren't compared. By name, in the order of the report. */
  readonly rows: ReadonlyMap<string, Row>;
  /** Digest of the documents; null where it wasn't recorded. */
  readonly digest: string | null;
  /** Ranked rows, by name, compared with one of them. */
  ratios(reference: RankedRow): ReadonlyMap<string, Comparison>;
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
    const ranked = rows.filter((row): row is RankedRow => row.kind === 'ranked');
    // What is ranked was timed. Conclusions come later: the rows of both runs are judged together.
    const timesOf = ({ name }: RankedRow) => kept[number]!.get(name)!;
    const terms = { rows: ranked, timesOf, margin: 0, target: null, disturbed: true };
    return [
      caseName(one),
      {
        view: one,
        rows: new Map(rows.map((row) => [row.name, row])),
        digest: run.record.datasets[documentsName(one)] ?? null,
        ratios(reference) {
          const through = ranked.find(({ name }) => name === one.baseline) ?? reference;
          const { judged } = judgeTable({ ...terms, reference, through });
          return new Map(judged.map(({ row, comparison }) => [row.name, comparison]));
        },
      },
    ];
  });
  return { view, cases: new Map(cases) };
}

/** @param row of a run, or of a comparison */
export function factsOf(row: PairFacts): PairFacts {
  const { runtime, variant, serializer, name, format, outputKind, dataset, size, task } = row;
  return { runtime, variant, serializer, name, format, outputKind, dataset, size, task };
}

export function plainSide({ view }: Pick<RunSide, 'view'>, row: Row): Side {
  const { verdict, version, code } = row;
  const reason = 'reason' in row ? row.reason : null;
  return { verdict, reason, version, runtimeVersion: view.runtimes[runtimeName(row)] ?? null, code };
}

/** @param ratio to the baseline that both runs share */
export function measuredSide(
  run: Pick<RunSide, 'view'>,
  row: RankedRow,
  ratio: MeasuredSide['ratio'],
): MeasuredSide {
  const { verdict, rounds, sizes, memory } = row;
  const { estimate, low, high, confidence } = row.nsPerOp;
  const nsPerOp = { estimate, low, high, confidence };
  return { ...plainSide(run, row), verdict, nsPerOp, ratio, rounds, sizes, memory };
}
