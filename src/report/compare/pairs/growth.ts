/** Figures that aren't times, before and after. */
import type { Growth, MeasuredSide } from './rows.ts';
import type { Sides } from './sides.ts';

/** How outputs and allocations grew. */
export function growthOf({ before, after }: Sides<MeasuredSide>) {
  const exact = (value: number | null) => value !== null && { value, error: 0 };
  return {
    bytes: growth(exact(before.bytes), exact(after.bytes)),
    allocated: growth(before.allocated, after.allocated),
  };
}

type Known = { readonly value: number; readonly error: number } | false | null;

function growth(before: Known, after: Known): Growth | null {
  if (!before || !after) return null;
  // From nothing to nothing is no growth; from nothing to something it has no measure.
  const over = (a: number, b: number) => (a === b ? 1 : a / b);
  return {
    before: before.value,
    after: after.value,
    low: over(after.value * (1 - after.error), before.value * (1 + before.error)),
    high: over(after.value * (1 + after.error), before.value * (1 - before.error)),
  };
}

/** Whether it grew or shrank, as far as both figures are known. */
export function hasMoved({ low, high }: Growth): boolean {
  return low > 1 || high < 1;
}
