export const MOST = {
  /** Maximum bytes of a TOML file; the parser may use a thousand times as much memory. */
  toml: 128 * 1024,
  /** Maximum bytes of a published table, or of all files of a JSON Schema together. */
  file: 1024 * 1024,
  name: 80,
  /** Maximum characters of a path, pattern or generator. */
  word: 200,
  rows: 20_000,
  /** Maximum number of paths in a schema. A type has a path for each place where it is used. */
  places: 10_000,
  values: 3_000_000,
  /** Maximum total length of the strings (in UTF-16 units) and byte arrays in all documents of a size. */
  characters: 100_000_000,
  codeFiles: 20_000,
  codeBytes: 512 * 1024 * 1024,
} as const;

export function atMost(count: number, what: string): string {
  return `at most ${count.toLocaleString('en')} ${what} are read`;
}
