/** Makes a value on the first call and returns it on every call. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Makes a value on the first call for a key and returns it on every call for that key. */
export function onceFor<K, T>(made: Map<K, T>, key: K, make: () => T): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const one = make();
  made.set(key, one);
  return one;
}
