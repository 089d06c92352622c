/**
 * Benjamini and Hochberg's adjustment (1995): of claims with adjusted values up to q, a share of q is expected to be wrong. The
 * i-th smallest of m values is multiplied by m / i, and is at most the next one.
 *
 * @returns the adjusted values in the given order
 */
export function discoveryRates(pValues: readonly number[]): number[] {
  const order = pValues.map((_, i) => i).sort((a, b) => pValues[b]! - pValues[a]!);
  const rates = new Array<number>(pValues.length);
  let ceiling = 1;
  order.forEach((index, i) => {
    ceiling = Math.min(ceiling, (pValues[index]! * pValues.length) / (pValues.length - i));
    rates[index] = ceiling;
  });
  return rates;
}
