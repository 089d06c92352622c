/** From a run's view to the data of its charts. */
import { runtimeName } from '../../define/names.ts';
import type { Task } from '../../define/types.ts';
import { documentSize } from '../view/case.ts';
import { scalingTables } from '../view/scaling.ts';
import type { CaseView, RunView } from '../view/view.ts';
import type { RatioPoint, ScalingLine, SizePoint } from './chart.ts';

/** In the order of the ranking. */
export function ratioPoints({ ranked }: CaseView): RatioPoint[] {
  return ranked.map(({ name, ratio, finding, rank, preliminary, outputKind }) => ({
    name,
    ratio: ratio.estimate,
    low: ratio.low,
    high: ratio.high,
    finding,
    rank,
    preliminary,
    outputKind,
  }));
}

/** Rows whose document's size is known, in the order of the ranking; none where all have one size: nothing is to be weighed. */
export function sizePoints(view: CaseView): SizePoint[] {
  const points = view.ranked.flatMap((row) => {
    const bytes = documentSize(row, view);
    const { estimate: nsPerOp, low, high } = row.nsPerOp;
    return bytes === undefined
      ? []
      : [{ name: row.name, runtime: runtimeName(row), bytes, nsPerOp, low, high }];
  });
  if (new Set(points.map(({ bytes }) => bytes)).size < 2) return [];
  return points.map((point) => ({ ...point, onFront: !points.some((other) => dominates(other, point)) }));
}

type Cost = Pick<SizePoint, 'bytes' | 'nsPerOp'>;

/** Better in one, and at least as good in the other. */
function dominates(a: Cost, b: Cost): boolean {
  return a.bytes <= b.bytes && a.nsPerOp <= b.nsPerOp && (a.bytes < b.bytes || a.nsPerOp < b.nsPerOp);
}

export interface ScalingChart {
  readonly dataset: string;
  readonly task: Task;
  /** Cheapest by the kilobyte first. */
  readonly lines: readonly ScalingLine[];
}

/** One for each dataset and task that was timed in several sizes. */
export function scalingCharts(view: RunView): ScalingChart[] {
  return scalingTables(view).map(({ dataset, task, rows }) => {
    const sizes = view.cases.filter((one) => one.dataset === dataset && one.task === task);
    const lines = rows.map(({ name, fixed, perKilobyte }) => ({
      name,
      points: sizes.flatMap((one) => timeAndSize(name, one)).sort((a, b) => a.kilobytes - b.kilobytes),
      fixedNs: fixed.estimate,
      nsPerKilobyte: perKilobyte.estimate,
    }));
    return { dataset, task, lines };
  });
}

function timeAndSize(name: string, view: CaseView): ScalingLine['points'] {
  const row = view.ranked.find((one) => one.name === name);
  const bytes = row && documentSize(row, view);
  return row === undefined || bytes === undefined
    ? []
    : [{ kilobytes: bytes / 1000, nsPerOp: row.nsPerOp.estimate }];
}
