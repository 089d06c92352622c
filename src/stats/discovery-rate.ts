/**
 * Benjamini and Hochberg's adjustment (1995), in the order given: of the claims with adjusted values of at most q, a share of
 * q is expected to be wrong. The i-th smallest of m is multiplied by m / i, never made larger than the one after.
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
