/** What is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** The same for each key. */
export function onceFor<K, T>(made: Map<K, T>, key: K, make: () => T): T {
  const known = made.get(key);
  if (known !== undefined) return known;
  const one = make();
  made.set(key, one);
  return one;
}
