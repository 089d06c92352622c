/** Paths for others, who are to see no folder of this machine: the last name of each, with as many before as tell them apart. */
export function lastNames(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split(/[\\/]/));
  const deepest = Math.max(1, ...parts.map(({ length }) => length));
  for (let count = 1; ; count++) {
    const names = parts.map((all) => all.slice(-count).join('/'));
    if (count >= deepest || new Set(names).size === new Set(paths).size) return names;
  }
}
