/** `{name}`, with the name in a group. */
export const PLACEHOLDER = /\{([a-z]+)\}/g;

/** Fills `{name}` from `values`; an unknown name stays as it is, to be seen in a later error. */
export function fillPlaceholders(word: string, values: Readonly<Record<string, string>>): string {
  return word.replace(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
}
