import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { MOST } from './bounds.ts';
import { DefinitionError } from './error.ts';
import { readText } from './text.ts';

export type TomlPath = readonly PropertyKey[];

/** Reads a file of TOML 1.0. @throws DefinitionError */
export function readToml(file: string): TomlDocument {
  return parseToml(readText(file, MOST.toml), file);
}

/** @throws DefinitionError for a syntax error and for a control character in a text */
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

/** A value at a path; tables and lists are filled while the file is read. */
interface Place {
  readonly value: unknown;
  readonly inner: Map<PropertyKey, Place>;
  line: number;
}

type Entries = readonly (AST.TOMLKeyValue | AST.TOMLTable)[];

const newTable = (): object => Object.create(null) as object;

/** The values of a TOML file and the line of each key. Tables have no prototype, so that `toString` is an ordinary key. */
export class TomlDocument {
  readonly file: string;
  readonly value: unknown = newTable();
  readonly #top: Place = { value: this.value, inner: new Map(), line: 1 };

  constructor(file: string, entries: Entries) {
    this.file = file;
    this.#readTable(entries, []);
  }

  /** Line (from 1) of the key at a path, or of its nearest parent if it is missing. */
  lineOf(path: TomlPath): number {
    let place = this.#top;
    for (const key of path) place = place.inner.get(key) ?? { ...place, inner: new Map() };
    return place.line;
  }

  has(path: TomlPath): boolean {
    return path.reduce<Place | undefined>((place, key) => place?.inner.get(key), this.#top) !== undefined;
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

  /** Sets the value at a path and creates missing tables and lists; a number in the path is an element of a list. */
  #put(path: TomlPath, { loc }: AST.TOMLNode, value: unknown): void {
    const { line } = loc.start;
    let around = this.#top;
    for (const [i, key] of path.entries()) {
      let place = around.inner.get(key);
      if (place === undefined) {
        const between = typeof path[i + 1] === 'number' ? [] : newTable();
        place = { value: i === path.length - 1 ? value : between, inner: new Map(), line };
        around.inner.set(key, place);
        (around.value as Record<PropertyKey, unknown>)[key] = place.value;
        if (typeof key === 'string') this.#checkText(path.slice(0, i), key);
      }
      around = place;
    }
    around.line = line;
  }

  #checkText(path: TomlPath, text: string): void {
    const control = /(?![\t\n\r])\p{Cc}/u.exec(text)?.[0];
    if (control !== undefined)
      throw this.error(path, `holds the control character ${JSON.stringify(control)}: leave it out`);
  }
}

/** Makes an error at a key of a definition. Reads the file again for the line: definitions don't keep positions. */
export function errorAt(file: string, path: TomlPath, what: string): DefinitionError {
  return readToml(file).error(path, what);
}

/** `case[0].dataset`, `sizes.small.lengths."/users"`. */
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
