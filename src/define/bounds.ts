/**
 * At most so much is read of what people write (docs/MODEL.md, "Bounds"). Each maximum works, from end to end; what is
 * above it is refused with its place, since work or memory would grow beyond what anybody waits for.
 */
export const MOST = {
  /** Bytes of a TOML file: its parser takes four thousand times as much. */
  toml: 128 * 1024,
  /** Bytes of a schema and of a published table. */
  file: 1024 * 1024,
  /** Lists, tables and objects within each other. */
  nesting: 100,
  /** Entries of a list, a table or an object; rows of a runner; cases of a suite. */
  entries: 1_000,
  /** Figures of a published table, all its editions together. */
  figures: 5_000,
  /** Characters of a text. */
  text: 10_000,
  /** Of a name: it is part of the names of files. */
  name: 80,
  /** Of a path, and of a pattern or a generator. */
  word: 200,
  /** What the braces of a pattern stand for: `{a,b}{a,b}` is four. */
  alternatives: 100,
  /** Rows of a plan, all its cases together. */
  rows: 20_000,
  /** Of a schema, all its records together. */
  fields: 5_000,
  /** Types within each other, through references too. */
  types: 250,
  /** Places for values: types that are used twice by types that are used twice, and so on, double their number. */
  places: 10_000,
  /** Of a size, all its documents together. */
  values: 3_000_000,
  /** Likewise, in its texts and bytes. */
  characters: 100_000_000,
  /** Files and bytes of what a runner's `code` names. */
  codeFiles: 20_000,
  codeBytes: 512 * 1024 * 1024,
} as const;

/** `at most 1,000 entries are read`. */
export function atMost(count: number, what: string): string {
  return `at most ${count.toLocaleString('en')} ${what} are read`;
}
