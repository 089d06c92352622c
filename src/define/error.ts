/** A definition file that can't be used. The message names file, line and key; exit code 2. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  readonly file: string;
  /** From 1; null when the file itself is missing or unreadable. */
  readonly line: number | null;
  /** Dotted path or JSON Pointer of the offending key; null for syntax errors. */
  readonly key: string | null;
  /** The message without these. */
  readonly what: string;

  constructor(at: { file: string; line: number | null; key: string | null }, what: string) {
    const line = at.line === null ? '' : `:${at.line}`;
    const key = at.key === null ? '' : ` ${cut(at.key)}:`;
    super(`${at.file}${line}:${key} ${cut(what)}`);
    this.file = at.file;
    this.line = at.line;
    this.key = at.key;
    this.what = what;
  }
}

/** What is quoted may be a page long: its beginning and its end. */
export function cut(text: string, longest = 1_000): string {
  return text.length <= longest ? text : `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}`;
}
