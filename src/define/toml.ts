import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { atMost, MOST } from './bounds.ts';
import { DefinitionError } from './error.ts';
import { readText } from './text.ts';

export type TomlPath = readonly PropertyKey[];

/** A TOML file's values, and where each key stands. Tables have no prototype, so that any key is only a key. */
export interface TomlDocument {
  readonly file: string;
  readonly value: unknown;
  /** Line (from 1) of the key at the path; of the nearest enclosing key that is in the file where it is missing. */
  lineOf(path: TomlPath): number;
  /** How a value that is no text stands in the file; undefined for texts, lists and tables. */
  written(path: TomlPath): string | undefined;
  /** An error at the key with its line. */
  error(path: TomlPath, what: string): DefinitionError;
}

/**
 * Reads and parses a TOML file.
 *
 * @throws DefinitionError when it can't be read or is no TOML 1.0
 */
export function readToml(file: string): TomlDocument {
  return parseToml(readText(file, MOST.toml), file);
}

/**
 * Parses TOML 1.0 text.
 *
 * @throws DefinitionError with line and column where the text is no TOML
 */
export function parseToml(text: string, file: string): TomlDocument {
  let program: AST.TOMLProgram;
  try {
    program = parseTOML(text, { tomlVersion: '1.0' });
  } catch (error) {
    // Its parser goes within itself, and takes the letters of a text apart all at once.
    if (error instanceof RangeError) {
      const what = `nested too deep, or a text too long: ${atMost(MOST.nesting, 'levels')}, and ${atMost(MOST.text, 'characters')}`;
      throw new DefinitionError({ file, line: null, key: null }, what);
    }
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber: line, column, message } = error;
    throw new DefinitionError({ file, line, key: null }, `column ${column + 1}: not TOML: ${message}`);
  }
  const places = new Places(file, text);
  const value = tableOf(program.body[0], places);
  return {
    file,
    value,
    lineOf: (path) => places.lineOf(path),
    written: (path) => places.written.get(address(path)),
    error: (path, what) => places.error(path, what),
  };
}

/** Where each key stands. Refuses what is beyond our bounds, at its place. */
class Places {
  readonly written = new Map<string, string>();
  readonly #file: string;
  readonly #text: string;
  readonly #lines = new Map<string, number>();
  readonly #entries = new Map<string, number>();

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  lineOf(path: TomlPath): number {
    for (let end = path.length; end > 0; end--) {
      const line = this.#lines.get(address(path.slice(0, end)));
      if (line !== undefined) return line;
    }
    return 1;
  }

  error(path: TomlPath, what: string): DefinitionError {
    const key = path.length === 0 ? null : dotted(path);
    return new DefinitionError({ file: this.#file, line: this.lineOf(path), key }, what);
  }

  /** @throws DefinitionError for one entry too many, one too deep, and a key that is no text of ours */
  add(path: TomlPath, line: number): void {
    const at = address(path);
    if (this.#lines.has(at)) {
      this.#lines.set(at, line);
      return;
    }
    const around = path.slice(0, -1);
    this.#lines.set(at, line);
    this.#checkText(around, path.at(-1));
    if (path.length > MOST.nesting) throw this.error(around.slice(0, 1), atMost(MOST.nesting, 'levels'));
    const entries = (this.#entries.get(address(around)) ?? 0) + 1;
    this.#entries.set(address(around), entries);
    if (entries > MOST.entries) throw this.error(path, atMost(MOST.entries, 'entries'));
  }

  /** The value of a key that was added. @throws DefinitionError */
  value({ value, range }: AST.TOMLValue, path: TomlPath): unknown {
    this.#checkText(path, value);
    if (typeof value !== 'string') this.written.set(address(path), this.#text.slice(...range));
    return value;
  }

  #checkText(path: TomlPath, text: unknown): void {
    if (typeof text !== 'string') return;
    if (text.length > MOST.text) throw this.error(path, atMost(MOST.text, 'characters'));
    const control = /(?![\t\n\r])\p{Cc}/u.exec(text)?.[0];
    if (control !== undefined)
      throw this.error(path, `holds the control character ${JSON.stringify(control)}: leave it out`);
  }
}

/**
 * An error at a key of a definition that was read before, such as a dataset that a suite names but nobody defines.
 * Reads the file again for the line, so that definitions need not carry a position for each of their values.
 */
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

type Table = Record<string, unknown>;

const newTable = (): Table => Object.create(null) as Table;

const address = (path: TomlPath): string => JSON.stringify(path);

function tableOf(top: AST.TOMLTopLevelTable, places: Places): Table {
  const root = newTable();
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') {
      addKeyValue(root, [], node, places);
      continue;
    }
    const table = descend(root, node.resolvedKey, places, node.loc.start.line);
    places.add(node.resolvedKey, node.loc.start.line);
    for (const entry of node.body) addKeyValue(table, node.resolvedKey, entry, places);
  }
  return root;
}

function addKeyValue(table: Table, at: TomlPath, node: AST.TOMLKeyValue, places: Places): void {
  const keys = node.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
  const line = node.loc.start.line;
  const parent = descend(table, keys.slice(0, -1), places, line, at);
  const path = [...at, ...keys];
  places.add(path, line);
  parent[keys.at(-1)!] = readValue(node.value, path, places);
}

/** The table at a path, made where it is missing; a number in the path is an element of an array of tables. */
function descend(
  from: Table,
  path: readonly (string | number)[],
  places: Places,
  line: number,
  at: TomlPath = [],
): Table {
  let here: Table | unknown[] = from;
  path.forEach((key, i) => {
    const container = here as Record<string | number, unknown>;
    if (container[key] === undefined) {
      container[key] = typeof path[i + 1] === 'number' ? [] : newTable();
      places.add([...at, ...path.slice(0, i + 1)], line);
    }
    here = container[key] as Table | unknown[];
  });
  return here as Table;
}

function readValue(node: AST.TOMLContentNode, path: TomlPath, places: Places): unknown {
  switch (node.type) {
    case 'TOMLValue':
      return places.value(node, path);
    case 'TOMLArray':
      return node.elements.map((element, i) => {
        places.add([...path, i], element.loc.start.line);
        return readValue(element, [...path, i], places);
      });
    case 'TOMLInlineTable': {
      const table = newTable();
      for (const entry of node.body) addKeyValue(table, path, entry, places);
      return table;
    }
  }
}
