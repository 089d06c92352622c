/** A person can fix what it says; any other error is a bug of wiremark's. */
export class FixableError extends Error {}

interface DefinitionPlace {
  readonly file: string;
  readonly line?: number | null;
  readonly key?: string | null;
}

/** A definition file that can't be used. The message names file, line and key; exit code 2. */
export class DefinitionError extends FixableError {
  override readonly name = 'DefinitionError';
  readonly file: string;
  /** From 1; null when the file itself is missing or unreadable. */
  readonly line: number | null;
  /** Dotted path or JSON Pointer of the offending key; null for syntax errors. */
  readonly key: string | null;
  readonly what: string;

  constructor({ file, line = null, key = null }: DefinitionPlace, what: string) {
    super(`${file}${line === null ? '' : `:${line}`}:${key === null ? '' : ` ${cut(key)}:`} ${cut(what)}`);
    this.file = file;
    this.line = line;
    this.key = key;
    this.what = what;
  }
}

/** What is quoted may be a page long: its beginning and its end. */
export function cut(text: string, longest = 1_000): string {
  return text.length <= longest ? text : `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}`;
}
