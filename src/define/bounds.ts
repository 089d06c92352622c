/** Limits of definitions (docs/MANIFEST.md, "Bounds"). */
export const MOST = {
  /** Bytes of a TOML file; the parser uses four thousand times as much memory. */
  toml: 128 * 1024,
  /** Bytes of a schema and of a published table. */
  file: 1024 * 1024,
  /** Characters of a name, which is part of file names. */
  name: 80,
  /** Characters of a path, pattern or generator. */
  word: 200,
  rows: 20_000,
  /** Places for values in a schema: nested references multiply them. */
  places: 10_000,
  values: 3_000_000,
  /** Characters of texts and bytes in all documents of a size. */
  characters: 100_000_000,
  /** Files and bytes of a folder of code or of a package by path. */
  codeFiles: 20_000,
  codeBytes: 512 * 1024 * 1024,
} as const;

export function atMost(count: number, what: string): string {
  return `at most ${count.toLocaleString('en')} ${what} are read`;
}
