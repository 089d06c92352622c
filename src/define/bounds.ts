/**
 * At most so much is read of what people write (docs/MODEL.md, "Bounds"). Each maximum works, from end to end; what is
 * above it is refused with its place, since work or memory would grow beyond what anybody waits for.
 */
export const MOST = {
  /** Bytes of a TOML file: its parser takes four thousand times as much. */
  toml: 128 * 1024,
  file: 1024 * 1024,
  nesting: 100,
  entries: 1_000,
  text: 10_000,
  /** Of a name: it is part of the names of files. */
  name: 80,
  word: 200,
  alternatives: 100,
  rows: 20_000,
  fields: 5_000,
  types: 250,
  /** Places for values: types that are used twice by types that are used twice, and so on, double their number. */
  places: 10_000,
  values: 3_000_000,
  characters: 100_000_000,
  codeFiles: 20_000,
  codeBytes: 512 * 1024 * 1024,
} as const;

/** `at most 1,000 entries are read`. */
export function atMost(count: number, what: string): string {
  return `at most ${count.toLocaleString('en')} ${what} are read`;
}
