/**
 * Limits of what definitions may contain (docs/MANIFEST.md, "Bounds"). A definition at a limit works; one above it is
 * refused with its place, since it would take too much time or memory.
 */
export const MOST = {
  /** Bytes of a TOML file; its parser uses four thousand times as much memory. */
  toml: 128 * 1024,
  /** Bytes of a schema and of a published table. */
  file: 1024 * 1024,
  /** Maximum nesting depth. */
  nesting: 100,
  /** Entries of a list, table or object; rows of a runner; cases of a suite. */
  entries: 1_000,
  /** Figures of a published table in all editions. */
  figures: 5_000,
  /** Characters of a text. */
  text: 10_000,
  /** Characters of a name, which becomes part of file names. */
  name: 80,
  /** Characters of a path, pattern or generator. */
  word: 200,
  /** Alternatives in the braces of a pattern: `{a,b}{a,b}` has four. */
  alternatives: 100,
  /** Rows of a plan in all cases. */
  rows: 20_000,
  /** Fields of all records of a schema. */
  fields: 5_000,
  /** Nesting depth of types, including references. */
  types: 250,
  /** Places for values in a schema. Nested references to shared types can multiply them exponentially. */
  places: 10_000,
  /** Values in all documents of a size. */
  values: 3_000_000,
  /** Characters and bytes in all documents of a size. */
  characters: 100_000_000,
  /** Files and bytes of a runner's `code`. */
  codeFiles: 20_000,
  codeBytes: 512 * 1024 * 1024,
} as const;

/** `at most 1,000 entries are read`. */
export function atMost(count: number, what: string): string {
  return `at most ${count.toLocaleString('en')} ${what} are read`;
}
