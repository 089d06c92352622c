/**
 * Holm's step-down adjustment (1979): adjusted p-values are compared with the level of the whole family. The i-th smallest of m
 * values is multiplied by m − i + 1, and is at least the one before and at most 1.
 *
 * @returns the adjusted values in the given order
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
