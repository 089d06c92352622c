/**
 * Benjamini and Hochberg's adjustment (Journal of the Royal Statistical Society B 57, 1995): of the claims whose adjusted
 * value is at most q, a share of q is expected to be of what doesn't differ. The i-th smallest of m is multiplied by m / i,
 * never made larger than the one after.
 *
 * @returns the adjusted values in the order given
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
