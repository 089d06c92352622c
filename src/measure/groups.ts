/**
 * Splits the contenders of a case into groups whose processes are alive at the same time. Rows of different groups are
 * compared through the reference, so it is in each; without one, each contender is in just one group.
 *
 * @param contenders in the order in which they are to be dealt out
 * @param reference one of the contenders, usually the baseline; null for none
 * @param maximum contenders of a group, reference included; at least 2
 * @returns as few groups as possible, their sizes as equal as possible; no group for no contenders
 */
export function groups<T>(contenders: readonly T[], reference: T | null, maximum: number): T[][] {
  if (maximum < 2) throw new RangeError(`a group holds at least 2, not ${maximum}`);
  const shared = contenders.filter((one) => one === reference);
  const others = contenders.filter((one) => one !== reference);
  if (others.length === 0) return shared.length === 0 ? [] : [shared];
  const count = Math.ceil(others.length / (maximum - shared.length));
  return Array.from({ length: count }, (_, i) => [
    ...shared,
    ...others.slice((i * others.length) / count, ((i + 1) * others.length) / count),
  ]);
}
