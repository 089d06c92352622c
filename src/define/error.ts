/** An error that the user can fix. Any other error, except one of the system, is a bug in wiremark. */
export class FixableError extends Error {
  override readonly name: string = this.constructor.name;
}

export class DefinitionError extends FixableError {
  readonly file: string;
  readonly line: number | null;
  /** Dotted path, JSON Pointer or CSV column of the wrong value; null if no single value is wrong, as in a syntax error. */
  readonly key: string | null;
  readonly what: string;

  constructor(
    { file, line = null, key = null }: { file: string; line?: number | null; key?: string | null },
    what: string,
  ) {
    super(`${file}${line === null ? '' : `:${line}`}:${key === null ? '' : ` ${cut(key)}:`} ${cut(what)}`);
    this.file = file;
    this.line = line;
    this.key = key;
    this.what = what;
  }
}

export function cut(text: string, longest = 1_000): string {
  return text.length <= longest ? text : `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}`;
}
