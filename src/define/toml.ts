import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { MOST } from './bounds.ts';
import { DefinitionError } from './error.ts';
import { readText } from './text.ts';

export type TomlPath = readonly PropertyKey[];

export function readToml(file: string): TomlDocument {
  return parseToml(readText(file, MOST.toml), file);
}

export function parseToml(text: string, file: string): TomlDocument {
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(text, { tomlVersion: '1.0' });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber: line, column, message } = error;
    throw new DefinitionError({ file, line }, `column ${column + 1}: not TOML: ${message}`);
  }
  return new TomlDocument(file, program.body[0].body);
}

type Entries = readonly (AST.TOMLKeyValue | AST.TOMLTable)[];
type Table = Record<PropertyKey, unknown>;

const newTable = (): object => Object.create(null) as object;

/** Values and lines of a TOML file. Tables have no prototype, so that `toString` is an ordinary key. */
export class TomlDocument {
  readonly file: string;
  readonly value: unknown = newTable();
  readonly #lines = new Map<string, number>();

  constructor(file: string, entries: Entries) {
    this.file = file;
    this.#readTable(entries, []);
  }

  /** Line of the key at `path`; if the file lacks the key, line of its nearest parent. */
  lineOf(path: TomlPath): number {
    if (path.length === 0) return 1;
    return this.#lines.get(dotted(path)) ?? this.lineOf(path.slice(0, -1));
  }

  has(path: TomlPath): boolean {
    return this.#lines.has(dotted(path));
  }

  error(path: TomlPath, what: string): DefinitionError {
    const key = path.length === 0 ? null : dotted(path);
    return new DefinitionError({ file: this.file, line: this.lineOf(path), key }, what);
  }

  #readTable(entries: Entries, at: TomlPath): void {
    for (const node of entries) {
      if (node.type === 'TOMLTable') {
        this.#put(node.resolvedKey, node, newTable());
        this.#readTable(node.body, node.resolvedKey);
      } else {
        const keys = node.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
        this.#readValue(node.value, [...at, ...keys], node);
      }
    }
  }

  #readValue(node: AST.TOMLContentNode, path: TomlPath, from: AST.TOMLNode): void {
    if (node.type === 'TOMLInlineTable') {
      this.#put(path, from, newTable());
      this.#readTable(node.body, path);
    } else if (node.type === 'TOMLArray') {
      this.#put(path, from, []);
      for (const [i, element] of node.elements.entries()) this.#readValue(element, [...path, i], element);
    } else {
      this.#put(path, from, node.value);
      if (typeof node.value === 'string') this.#checkText(path, node.value);
    }
  }

  #put(path: TomlPath, { loc }: AST.TOMLNode, value: unknown): void {
    let around = this.value as Table;
    for (const [i, key] of path.entries()) {
      const isLast = i === path.length - 1;
      const between = typeof path[i + 1] === 'number' ? [] : newTable();
      if (typeof key === 'string') this.#checkText(path.slice(0, i), key);
      const name = dotted(path.slice(0, i + 1));
      if (isLast || !this.#lines.has(name)) this.#lines.set(name, loc.start.line);
      around[key] ??= isLast ? value : between;
      around = around[key] as Table;
    }
  }

  #checkText(path: TomlPath, text: string): void {
    const control = /(?![\t\n\r])\p{Cc}/u.exec(text)?.[0];
    if (control !== undefined)
      throw this.error(path, `holds the control character ${JSON.stringify(control)}: leave it out`);
  }
}

/** Returns an error with the line of the key at `path`. Reads the file again, because definitions don't keep positions. */
export function errorAt(file: string, path: TomlPath, what: string): DefinitionError {
  return readToml(file).error(path, what);
}

/** Formats a path: `case[0].dataset`, `sizes.small.lengths."/users"`. */
export function dotted(path: TomlPath): string {
  return path
    .map((key, i) => {
      if (typeof key === 'number') return `[${key}]`;
      const text = String(key);
      const word = /^[A-Za-z0-9_-]+$/.test(text) ? text : JSON.stringify(text);
      return i === 0 ? word : `.${word}`;
    })
    .join('');
}
