export interface Adjusted {
  /** P-value by Holm (1979), for established findings: limits the probability that any of them is wrong. */
  readonly family: number;
  /** P-value by Benjamini and Hochberg (1995), for likely findings: limits the share of wrong findings among them. */
  readonly discovery: number;
}

/** Multiplies the i-th smallest of m p-values by m − i + 1 (family) or m / i (discovery), keeping order and at most 1. */
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
