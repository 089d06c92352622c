import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import { MOST_BYTES, readRegularText } from '../files/regular-file.ts';
import { DefinitionError } from './error.ts';

export type TomlPath = readonly PropertyKey[];

/** A TOML file's values, and where each key stands. Tables have no prototype, so that any key is only a key. */
export interface TomlDocument {
  readonly file: string;
  readonly value: unknown;
  /** Line (from 1) of the key at the path; of the nearest enclosing key that is in the file where it is missing. */
  lineOf(path: TomlPath): number;
  /** An error at the key with its line. */
  error(path: TomlPath, what: string): DefinitionError;
}

/**
 * Reads and parses a TOML file.
 *
 * @throws DefinitionError when it can't be read or is no TOML 1.0
 */
export function readToml(file: string): TomlDocument {
  let text: string;
  try {
    text = readRegularText(file, { most: MOST_BYTES.definition });
  } catch (error) {
    throw new DefinitionError({ file, line: null, key: null }, `can't be read: ${(error as Error).message}`);
  }
  return parseToml(text, file);
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
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber: line, column, message } = error;
    throw new DefinitionError({ file, line, key: null }, `column ${column + 1}: not TOML: ${message}`);
  }
  const lines = new Map<string, number>();
  const value = tableOf(program.body[0], lines);
  const lineOf = (path: TomlPath): number => {
    for (let end = path.length; end > 0; end--) {
      const line = lines.get(address(path.slice(0, end)));
      if (line !== undefined) return line;
    }
    return 1;
  };
  return {
    file,
    value,
    lineOf,
    error: (path, what) =>
      new DefinitionError({ file, line: lineOf(path), key: path.length === 0 ? null : dotted(path) }, what),
  };
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

function tableOf(top: AST.TOMLTopLevelTable, lines: Map<string, number>): Table {
  const root = newTable();
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') {
      addKeyValue(root, [], node, lines);
      continue;
    }
    const table = descend(root, node.resolvedKey, lines, node.loc.start.line);
    lines.set(address(node.resolvedKey), node.loc.start.line);
    for (const entry of node.body) addKeyValue(table, node.resolvedKey, entry, lines);
  }
  return root;
}

function addKeyValue(table: Table, at: TomlPath, node: AST.TOMLKeyValue, lines: Map<string, number>): void {
  const keys = node.key.keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
  const line = node.loc.start.line;
  const parent = descend(table, keys.slice(0, -1), lines, line, at);
  const path = [...at, ...keys];
  lines.set(address(path), line);
  parent[keys.at(-1)!] = readValue(node.value, path, lines);
}

/** The table at a path, made where it is missing; a number in the path is an element of an array of tables. */
function descend(
  from: Table,
  path: readonly (string | number)[],
  lines: Map<string, number>,
  line: number,
  at: TomlPath = [],
): Table {
  let here: Table | unknown[] = from;
  path.forEach((key, i) => {
    const container = here as Record<string | number, unknown>;
    if (container[key] === undefined) {
      container[key] = typeof path[i + 1] === 'number' ? [] : newTable();
      lines.set(address([...at, ...path.slice(0, i + 1)]), line);
    }
    here = container[key] as Table | unknown[];
  });
  return here as Table;
}

function readValue(node: AST.TOMLContentNode, path: TomlPath, lines: Map<string, number>): unknown {
  switch (node.type) {
    case 'TOMLValue':
      return node.value;
    case 'TOMLArray':
      return node.elements.map((element, i) => {
        lines.set(address([...path, i]), element.loc.start.line);
        return readValue(element, [...path, i], lines);
      });
    case 'TOMLInlineTable': {
      const table = newTable();
      for (const entry of node.body) addKeyValue(table, path, entry, lines);
      return table;
    }
  }
}
