/** Extremes and wrong kinds for every place of a document, written as JSON or TOML; and damage to bytes. */
import type { Random } from '../../src/stats/random.ts';

/** A word of the syntax, as it is written. */
export interface Leaf {
  readonly json: string;
  readonly toml: string;
}
/** Entries, so that a key may come twice or be `__proto__`. */
interface Table {
  readonly entries: [key: string, value: Node][];
}
export type Node = Leaf | Table | Node[];

export type Syntax = 'json' | 'toml';

export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.below(list.length)]!;
}

/** From parsed JSON or TOML. */
export function nodeOf(value: unknown): Node {
  if (Array.isArray(value)) return value.map(nodeOf);
  if (value instanceof Date) return { json: JSON.stringify(value), toml: value.toISOString() };
  if (typeof value === 'object' && value !== null)
    return { entries: Object.entries(value).map(([key, one]) => [key, nodeOf(one)]) };
  return leaf(JSON.stringify(value));
}

export function write(node: Node, syntax: Syntax, isRoot = true): string {
  if (Array.isArray(node)) return `[${node.map((one) => write(one, syntax, false)).join(', ')}]`;
  if (!('entries' in node)) return node[syntax];
  const entry = syntax === 'json' ? ': ' : ' = ';
  const lines = node.entries.map(([key, one]) => JSON.stringify(key) + entry + write(one, syntax, false));
  if (syntax === 'toml' && isRoot) return `${lines.join('\n')}\n`;
  return isRoot ? `{\n${lines.join(',\n')}\n}\n` : `{ ${lines.join(', ')} }`;
}

function leaf(json: string, toml = json): Leaf {
  return { json, toml };
}

const text = (value: string): Leaf => leaf(JSON.stringify(value));
const LONG = 140_000;
const MANY = 200_000;
const DEEP = 20_000;

/** Names of what stands in a folder beside a definition: nobody should read, wait at or leave the folder by them. */
export const BESIDE = { pipe: 'a-pipe', folder: 'a-folder', loop: 'a-loop', device: 'a-device' } as const;

/** Each with its name. */
const EXTREMES: Readonly<Record<string, Leaf>> = {
  null: leaf('null'),
  true: leaf('true'),
  'empty text': text(''),
  'a space': text(' '),
  'a long text': text('x'.repeat(LONG)),
  'a long text of dots': text('a.'.repeat(LONG / 2)),
  'a long text of stars': text('*'.repeat(LONG)),
  'a long text of pairs': text('a*/'.repeat(LONG / 3)),
  NUL: text('a\0b'),
  'a lone surrogate': leaf('"\\ud800"'),
  'a line break': text('a\nwiremark: b'),
  'an escape sequence': text('\u001b[31mred\u001b[0m'),
  'letters from right to left': text('\u202eabc'),
  __proto__: text('__proto__'),
  constructor: text('constructor'),
  '-1': leaf('-1'),
  '0': leaf('0'),
  '-0': leaf('-0', '-0.0'),
  '0.5': leaf('0.5'),
  '1e308': leaf('1e308'),
  '1e-320': leaf('1e-320'),
  '2^31': leaf('2147483648'),
  '2^53 - 1': leaf('9007199254740991'),
  '2^53': leaf('9007199254740992'),
  '2^63': leaf('9223372036854775808'),
  '2^64 - 1': leaf('18446744073709551615'),
  'not a number': leaf('NaN', 'nan'),
  infinity: leaf('1e999', 'inf'),
  '-infinity': leaf('-1e999', '-inf'),
  'an empty list': leaf('[]'),
  'an empty table': leaf('{}'),
  'a list in a list': leaf('[[]]'),
  'a list of null': leaf('[null]'),
  'a list of text': leaf('["a", "a"]'),
  'a long list': leaf(`[${'0,'.repeat(MANY - 1)}0]`),
  'a long list of texts': leaf(`[${'"a/b",'.repeat(MANY - 1)}"a/c"]`),
  'deep lists': leaf('['.repeat(DEEP) + ']'.repeat(DEEP)),
  'deep tables': leaf(
    `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
    `${'{a='.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  ),
  'many keys': leaf(
    `{${Array.from({ length: MANY / 4 }, (_, i) => `"k${i}":1`).join()}}`,
    `{${Array.from({ length: MANY / 4 }, (_, i) => `k${i}=1`).join()}}`,
  ),
  'a table with __proto__': leaf('{"__proto__": {"a": 1}}', '{"__proto__" = {a = 1}}'),
  'a word of no list': text('no-such-word'),
  'a path outside': text('../../../../../../../../etc/passwd'),
  'the root': text('/'),
  'a dot': text('.'),
  'two dots': text('..'),
  'an address': text('http://127.0.0.1:1/'),
  'a reference to itself': text('#'),
  'a pointer': text('/a~2/*/0'),
  'every pattern': text('*/*'),
  'a date': leaf('"2026-02-30T00:00:00Z"', '2026-01-01T00:00:00Z'),
  'a placeholder': text('{folder}{build}{nothing}'),
  'a flag': text('--version'),
  ...Object.fromEntries(Object.entries(BESIDE).map(([what, name]) => [`a ${what}`, text(name)])),
};

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  '\0',
  'x'.repeat(LONG),
  '2',
  'no-such-key',
  'a.b',
];

interface Mutation<T> {
  readonly value: T;
  readonly what: string;
}

/** One place of a document with something else in it, or without anything, or twice. */
export function mutated(root: Node, random: Random): Mutation<Node> {
  const copy = structuredClone(root);
  const places = placesOf(copy, '');
  const { at, put, drop, twice, rename } = pick(random, places);
  const acts = [() => replace(put, random), () => replace(put, random), () => replace(put, random)];
  if (drop) acts.push(() => told(drop, 'is left out'));
  if (twice) acts.push(() => told(twice, 'is there twice'));
  if (rename) acts.push(() => rename(pick(random, KEYS)));
  const what = pick(random, acts)();
  return { value: copy, what: `${at} ${what}` };
}

function told(act: () => void, what: string): string {
  act();
  return what;
}

function replace(put: (node: Node) => void, random: Random): string {
  const [name, value] = pick(random, Object.entries(EXTREMES));
  put(value);
  return `is ${name}`;
}

interface PlaceIn {
  readonly at: string;
  readonly put: (node: Node) => void;
  readonly drop?: () => void;
  readonly twice?: () => void;
  readonly rename?: (key: string) => string;
}

function placesOf(node: Node, at: string): PlaceIn[] {
  if (Array.isArray(node))
    return [
      { at: `${at}/-`, put: (value) => void node.push(value) },
      ...node.flatMap((one, i) => [
        {
          at: `${at}/${i}`,
          put: (value: Node) => void node.splice(i, 1, value),
          drop: () => void node.splice(i, 1),
          twice: () => void node.splice(i, 0, one),
        },
        ...placesOf(one, `${at}/${i}`),
      ]),
    ];
  if (!('entries' in node)) return [];
  const { entries } = node;
  return [
    ...KEYS.slice(0, 2).map((key) => ({
      at: `${at}/${key}`,
      put: (value: Node) => void entries.push([key, value]),
    })),
    ...entries.flatMap((entry, i) => {
      const [key, one] = entry;
      return [
        {
          at: `${at}/${key}`,
          put: (value: Node) => void entry.splice(1, 1, value),
          drop: () => void entries.splice(i, 1),
          twice: () => void entries.push([key, one]),
          rename: (next: string) => {
            entry[0] = next;
            return `is called ${JSON.stringify(next.slice(0, 20))}`;
          },
        },
        ...placesOf(one, `${at}/${key}`),
      ];
    }),
  ];
}

/** Damage that any file can have. */
export function damaged(bytes: Buffer, random: Random): Mutation<Buffer> {
  const at = random.below(bytes.length + 1);
  const copy = Buffer.from(bytes);
  const kinds: Readonly<Record<string, () => Buffer>> = {
    'begins with a BOM': () => Buffer.concat([Buffer.from('\ufeff'), copy]),
    'is UTF-16': () => Buffer.from(`\ufeff${copy.toString()}`, 'utf16le'),
    'has a byte of Latin-1': () =>
      Buffer.concat([copy.subarray(0, at), Buffer.from([0xe9]), copy.subarray(at)]),
    'has a NUL': () => Buffer.concat([copy.subarray(0, at), Buffer.from([0]), copy.subarray(at)]),
    'is cut short': () => copy.subarray(0, at),
    'has lost its beginning': () => copy.subarray(at),
    'is empty': () => Buffer.alloc(0),
    'is white space': () => Buffer.from(' \n'),
    'has a stretch of zeros': () => copy.fill(0, at, Math.min(copy.length, at + 64)),
    'is there twice': () => Buffer.concat([copy, copy]),
    'has CRLF': () => Buffer.from(copy.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    'has CR alone': () => Buffer.from(copy.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
    'has an endless line': () => Buffer.concat([copy, Buffer.alloc(2 ** 21, 'x')]),
    'has lost a piece': () => Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1 + random.below(40))]),
    'has flipped bits': () => {
      for (let times = 1 + random.below(4); times > 0 && copy.length > 0; times--)
        copy[random.below(copy.length)]! ^= 1 << random.below(8);
      return copy;
    },
  };
  const what = pick(random, Object.keys(kinds));
  return { value: kinds[what]!(), what: `${what} (at ${at})` };
}
