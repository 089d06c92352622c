/** From a run's view to the data of its charts. */
import { runtimeName } from '../../define/names.ts';
import { documentSize } from '../view/case.ts';
import type { CaseView } from '../view/view.ts';
import type { SizePoint } from './chart.ts';

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
