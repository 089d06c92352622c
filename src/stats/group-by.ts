/** Groups values by key, in the order of the first value of each key. */
export function groupBy<T, K>(values: Iterable<T>, keyOf: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) onceFor(groups, keyOf(value), () => []).push(value);
  return groups;
}

/** Makes a value on the first call for a key and returns it on every call for that key. */
export function onceFor<K, T>(made: Map<K, T>, key: K, make: () => T): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const one = make();
  made.set(key, one);
  return one;
}
