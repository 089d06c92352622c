export function groupBy<T, K>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) onceFor(groups, keyOf(value), () => []).push(value);
  return groups;
}

/** Returns the value for a key. If there is none, makes it and adds it to the map. */
export function onceFor<K, T>(
  made: { get(key: K): T | undefined; set(key: K, value: T): unknown },
  key: K,
  make: () => T,
): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const one = make();
  made.set(key, one);
  return one;
}
