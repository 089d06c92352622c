export interface Adjusted {
  /**
   * P-value for established findings, adjusted by Holm (1979). A threshold limits the probability that any finding is wrong.
   */
  readonly family: number;
  /**
   * P-value for likely findings, adjusted by Benjamini and Hochberg (1995). A threshold limits the share of wrong findings.
   */
  readonly discovery: number;
}

/**
 * Adjusts p-values for several comparisons: the i-th smallest of m is multiplied by m − i + 1 (`family`) or m / i (`discovery`).
 * Results are at most 1, and a smaller p-value never gets a larger result.
 */
export function adjusted(pValues: readonly number[]): Adjusted[] {
  const size = pValues.length;
  const order = [...pValues.keys()].sort((a, b) => pValues[a]! - pValues[b]!);
  const family = new Array<number>(size);
  const discovery = new Array<number>(size);
  let floor = 0;
  let ceiling = 1;
  for (let i = 0; i < size; i++) {
    const [up, down] = [order[i]!, order[size - 1 - i]!];
    floor = Math.min(1, Math.max(floor, (size - i) * pValues[up]!));
    ceiling = Math.min(ceiling, (pValues[down]! * size) / (size - i));
    family[up] = floor;
    discovery[down] = ceiling;
  }
  return pValues.map((_, i) => ({ family: family[i]!, discovery: discovery[i]! }));
}
