/** Fills `{name}` from `values`; an unknown name stays as it is, to be seen in a later error. */
export function fillPlaceholders(word: string, values: Readonly<Record<string, string>>): string {
  return word.replace(/\{([a-z]+)\}/g, (whole, name: string) => values[name] ?? whole);
}
