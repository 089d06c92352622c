/**
 * Holm's step-down adjustment (1979): p-values that may each be compared with the level of the whole family. The i-th
 * smallest of m is multiplied by m − i + 1, never made smaller than the one before, and capped at 1.
 *
 * @returns the adjusted values in the order given
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[a]! - pValues[b]!);
  const adjusted = new Array<number>(pValues.length);
  let floor = 0;
  order.forEach((index, i) => {
    floor = Math.min(1, Math.max(floor, (pValues.length - i) * pValues[index]!));
    adjusted[index] = floor;
  });
  return adjusted;
}
