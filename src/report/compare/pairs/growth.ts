/** Figures that aren't times, before and after. */
import type { Growth, MeasuredSide } from './rows.ts';
import type { Sides } from './sides.ts';

/** Of allocations, relatively, where the runner states none: what else a process allocates is spread over the operations. */
const UNSTATED_ERROR = 0.001;

/** How outputs and allocations grew. */
export function growthOf({ before, after }: Sides<MeasuredSide>) {
  return {
    bytes: growth(bytesOf(before), bytesOf(after), [0, 0]),
    allocated: growth(allocatedOf(before), allocatedOf(after), [errorOf(before), errorOf(after)]),
  };
}

/** Mean bytes of a document; null for tasks that read. */
export function bytesOf({ sizes }: MeasuredSide): number | null {
  return sizes?.raw ?? null;
}

/** Bytes allocated for an operation; null where not counted. */
export function allocatedOf({ memory }: MeasuredSide): number | null {
  return memory?.allocated.known ? memory.allocated.value : null;
}

function errorOf({ memory }: MeasuredSide): number {
  return memory?.allocatedError ?? UNSTATED_ERROR;
}

function growth(
  before: number | null,
  after: number | null,
  [was, is]: readonly [number, number],
): Growth | null {
  if (before === null || after === null) return null;
  // From nothing to nothing is no growth; from nothing to something it has no measure.
  const over = (a: number, b: number) => (a === b ? 1 : a / b);
  return {
    before,
    after,
    low: over(after * (1 - is), before * (1 + was)),
    high: over(after * (1 + is), before * (1 - was)),
  };
}

/** Whether it grew or shrank, as far as both figures are known. */
export function hasMoved({ low, high }: Growth): boolean {
  return low > 1 || high < 1;
}
