/** What a serializer costs at all and by the kilobyte, where a dataset was measured in several sizes. */
import type { Task } from '../../define/types.ts';
import { type Scaling, scaling } from '../../stats/scaling.ts';
import { documentSize } from './case.ts';
import { estimateOf } from './figures.ts';
import type { Estimate, RankedRow } from './rows.ts';
import type { CaseView, RunView } from './view.ts';

export interface ScalingRow {
  /** `runtime/serializer`. */
  readonly name: string;
  /** ns for any document, however small. */
  readonly fixed: Estimate;
  /** ns for each 1,000 bytes of the row's own output, or input where it reads. */
  readonly perKilobyte: Estimate;
  readonly sizes: readonly string[];
  readonly rounds: number;
  /** Most that the time of a size differs from the line, as a share; null for two sizes. */
  readonly misfit: number | null;
}

/** One dataset and task. */
export interface ScalingTable {
  readonly dataset: string;
  readonly task: Task;
  /** Cheapest by the kilobyte first. Not a ranking: the sizes were not measured in the same minutes. */
  readonly rows: readonly ScalingRow[];
}

/** None for a dataset and task of which no row was timed in two sizes. */
export function scalingTables({ cases }: RunView): ScalingTable[] {
  const groups = new Map<string, CaseView[]>();
  for (const one of cases) {
    const key = `${one.dataset} ${one.task}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((sizes) => {
    const { dataset, task } = sizes[0]!;
    const rows = [...rowsByName(sizes)].flatMap(([name, found]) => scalingRow(name, found));
    rows.sort((a, b) => a.perKilobyte.estimate - b.perKilobyte.estimate);
    return rows.length === 0 ? [] : [{ dataset, task, rows }];
  });
}

/** A row in one of the sizes. */
interface Sized {
  readonly row: RankedRow;
  readonly one: CaseView;
}

function rowsByName(cases: readonly CaseView[]): Map<string, Sized[]> {
  const rows = new Map<string, Sized[]>();
  for (const one of cases)
    for (const row of one.ranked) {
      const sizes = rows.get(row.name);
      if (sizes) sizes.push({ row, one });
      else rows.set(row.name, [{ row, one }]);
    }
  return rows;
}

function scalingRow(name: string, rows: readonly Sized[]): ScalingRow[] {
  const sizes = rows.flatMap(({ row, one }) => {
    const bytes = documentSize(row, one);
    return bytes === undefined ? [] : [{ size: one.size, bytes, times: row.roundTimes }];
  });
  const found = scaling(sizes);
  return found === null ? [] : [{ name, sizes: sizes.map(({ size }) => size), ...inKilobytes(found) }];
}

function inKilobytes({ fixed, perByte, rounds, misfit }: Scaling) {
  const { low, high, confidence } = estimateOf(perByte.estimate, perByte.interval);
  const times = (value: number | null) => value && value * 1000;
  return {
    fixed: estimateOf(fixed.estimate, fixed.interval),
    perKilobyte: { estimate: perByte.estimate * 1000, low: times(low), high: times(high), confidence },
    rounds,
    misfit,
  };
}
