import { mean } from './samples.ts';
import { midranks } from './signed-rank.ts';

/**
 * Spearman's rank correlation: Pearson's correlation of the ranks, equal values sharing the mean of theirs. Null where
 * it is not defined: fewer than two pairs, or one side all equal.
 *
 * @throws RangeError when the lists differ in length
 */
export function spearman(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length !== ys.length) throw new RangeError(`${xs.length} values against ${ys.length}`);
  return pearson(midranks(xs), midranks(ys));
}

function pearson(xs: readonly number[], ys: readonly number[]): number | null {
  if (xs.length < 2) return null;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  let [product, squareX, squareY] = [0, 0, 0];
  for (const [i, x] of xs.entries()) {
    const [dx, dy] = [x - meanX, ys[i]! - meanY];
    product += dx * dy;
    squareX += dx * dx;
    squareY += dy * dy;
  }
  return squareX === 0 || squareY === 0 ? null : product / Math.sqrt(squareX * squareY);
}

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
  let [agreement, distinctX, distinctY] = [0, 0, 0];
  for (let i = 0; i < xs.length; i++)
    for (let j = 0; j < i; j++) {
      const [x, y] = [Math.sign(xs[i]! - xs[j]!), Math.sign(ys[i]! - ys[j]!)];
      agreement += x * y;
      distinctX += x * x;
      distinctY += y * y;
    }
  return distinctX === 0 || distinctY === 0 ? null : agreement / Math.sqrt(distinctX * distinctY);
}
