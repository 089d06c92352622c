/**
 * Kendall's rank correlation in the form that allows for ties, tau-b: of all pairs of rows, those in the same order on
 * both sides less those in opposite order, over the geometric mean of the pairs that are not tied on either side (M. G.
 * Kendall, The Treatment of Ties in Ranking Problems, Biometrika 33, 1945). Null where it is not defined: fewer than two
 * values, or one side all equal.
 *
 * @throws RangeError when the lists differ in length
 */
export function kendall(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length !== ys.length) throw new RangeError(`${xs.length} values against ${ys.length}`);
  const order = (values: readonly number[]) => (i: number, j: number) => Math.sign(values[i]! - values[j]!);
  return kendallOfOrders(xs.length, order(xs), order(ys));
}

/**
 * The same of two orders that needn't come from values: each says of two of the `count` members, by their numbers,
 * whether the first comes after the second (1), before it (−1), or neither (0), as where they can't be told apart.
 */
export function kendallOfOrders(count: number, first: Order, second: Order): number | null {
  let [agreement, distinctX, distinctY] = [0, 0, 0];
  for (let i = 0; i < count; i++)
    for (let j = 0; j < i; j++) {
      const [x, y] = [first(i, j), second(i, j)];
      agreement += x * y;
      distinctX += x * x;
      distinctY += y * y;
    }
  return distinctX === 0 || distinctY === 0 ? null : agreement / Math.sqrt(distinctX * distinctY);
}

type Order = (i: number, j: number) => number;
