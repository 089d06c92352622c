import {
  findNodeAtLocation,
  getNodePath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { DefinitionError } from '../define/error.ts';

export interface JsonObject {
  readonly node: Node;
  readonly members: ReadonlyMap<string, Node>;
}

/** Parses JSON without comments: other programs, which may not accept comments, read the same file. @throws DefinitionError */
function parseTreeOf(text: string, file: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const first = errors[0];
  if (first === undefined && root !== undefined) return root;
  const { line, column } = positionOf(text, first?.offset ?? text.length);
  const code = first && printParseErrorCode(first.error).replaceAll(/\B[A-Z]/g, ' $&');
  const what = code?.toLowerCase() ?? 'the file is empty';
  throw new DefinitionError({ file, line }, `column ${column}: not JSON: ${what}`);
}

export class JsonText {
  readonly root: Node;
  readonly files = new Map<Node, { readonly text: string; readonly file: string }>();

  constructor(text: string, file: string) {
    this.root = this.add(text, file);
  }

  add(text: string, file: string): Node {
    const root = parseTreeOf(text, file);
    this.files.set(root, { text, file });
    return root;
  }

  rootOf(node: Node): Node {
    return node.parent === undefined ? node : this.rootOf(node.parent);
  }

  textOf(node: Node): string {
    return this.files.get(this.rootOf(node))!.text.slice(node.offset, node.offset + node.length);
  }

  error(node: Node, what: string): DefinitionError {
    const { text, file } = this.files.get(this.rootOf(node))!;
    const { line } = positionOf(text, node.offset);
    return new DefinitionError({ file, line, key: pointerOf(node) || '/' }, what);
  }

  object(node: Node, expected: string): JsonObject {
    if (node.type !== 'object') throw this.error(node, `expected ${expected}`);
    const members = new Map<string, Node>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children as [Node, Node];
      if (members.has(key.value)) throw this.error(value, `the key "${key.value}" appears twice`);
      members.set(key.value, value);
    }
    return { node, members };
  }

  string(node: Node, expected: string): string {
    if (node.type !== 'string') throw this.error(node, `expected ${expected}`);
    if (!(node.value as string).isWellFormed()) throw this.error(node, 'has half of a surrogate pair');
    return node.value;
  }

  array(node: Node, expected: string): readonly Node[] {
    if (node.type !== 'array') throw this.error(node, `expected ${expected}`);
    return node.children ?? [];
  }
}

export function keywordOf(node: Node, key: string): Node | undefined {
  return findNodeAtLocation(node, [key]);
}

export function pointerToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

export type Path = readonly (string | number)[];

/** Converts a path to a JSON Pointer (RFC 6901), such as `['a/b', 0]` to `/a~1b/0`; '' means the whole document. */
export function jsonPointer(path: Path): string {
  return path.map((step) => `/${pointerToken(String(step))}`).join('');
}

export function pointerOf(node: Node): string {
  return jsonPointer(getNodePath(node));
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
