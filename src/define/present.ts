type Value<T> = Exclude<T, undefined | false | ''>;

/** Leaves out keys whose value is undefined, false or an empty text. */
export function present<T extends object>(facts: T): { [K in keyof T]?: Value<T[K]> } {
  const kept = Object.entries(facts).filter(([, value]) => ![undefined, false, ''].includes(value));
  return Object.fromEntries(kept) as { [K in keyof T]?: Value<T[K]> };
}
