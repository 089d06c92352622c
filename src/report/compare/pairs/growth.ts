/** Figures that aren't times, before and after. */
import type { Row } from '../../view/rows.ts';
import type { ChangedRow } from './rows.ts';

export type Growth = NonNullable<ReturnType<typeof growthOf>>;

/** Of allocations, relatively, where the runner states none: what else a process allocates is spread over the operations. */
const UNSTATED_ERROR = 0.001;

/** How outputs or allocations grew; null where the row isn't compared, or a run doesn't know. */
export function growthOf(what: 'bytes' | 'allocated', row: ChangedRow) {
  if (row.state !== 'compared' && row.state !== 'baseline') return null;
  const [was, is] = [row.before, row.after].map((side) => figureOf(what, side));
  if (!was || !is) return null;
  // From nothing to nothing is no growth; from nothing to something it has no measure.
  const over = (a: number, b: number) => (a === b ? 1 : a / b);
  return {
    before: was.value,
    after: is.value,
    // The least and the most that after / before can be, as far as both are known; equal for what is exact.
    low: over(is.value * (1 - is.error), was.value * (1 + was.error)),
    high: over(is.value * (1 + is.error), was.value * (1 - was.error)),
  };
}

function figureOf(what: 'bytes' | 'allocated', row: Row | null) {
  if (row?.kind !== 'ranked') return null;
  const { sizes, memory } = row;
  if (what === 'bytes') return sizes && { value: sizes.raw, error: 0 };
  return memory?.allocated.known
    ? { value: memory.allocated.value, error: memory.allocatedError ?? UNSTATED_ERROR }
    : null;
}

/** Whether it grew or shrank, as far as both figures are known. */
export function hasMoved({ low, high }: Growth): boolean {
  return low > 1 || high < 1;
}
