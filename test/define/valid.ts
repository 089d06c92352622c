/** Valid definitions with every key, as values, and functions that make files of them. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { readDataset } from '../../src/define/dataset.ts';
import { readRunner } from '../../src/define/runner.ts';
import { readSuite } from '../../src/define/suite.ts';
import { DIGEST } from './minimal.ts';
import { folderWith } from './place.ts';

/** A value in its spelling in the file. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const VALID = {
  'people/dataset.toml': {
    title: 'People',
    seed: 5,
    objects: 'activerecord',
    locales: { de: 2 },
    generate: { '/name': 'person.fullName' },
    sizes: {
      small: {
        documents: 3,
        digest: DIGEST,
        lengths: { '/pets': 3, '/friends': [0, 4] },
        shared: { '/town': 2 },
      },
    },
  },
  'all.toml': {
    title: 'A suite',
    more: 'with less',
    baseline: 'mill/json',
    serializers: ['mill/*'],
    style: 'jmh',
    batch: 10,
    quick: false,
    memory: true,
    case: [{ dataset: 'people', sizes: ['small'], tasks: ['serialize'], serializers: ['*/json'] }],
    edition: [{ name: 'v2', date: 'May 1', commit: '0123abc', runtime: 'node 20', machine: 'A CPU' }],
  },
  'runner.toml': {
    runtime: 'quartz',
    title: 'Python',
    start: ['python3', '{folder}/main.py'],
    environment: { B: '2' },
    'ignore-environment': ['PYTHON*', 'LANG'],
    memory: 512,
    'counts-memory': true,
    warmup: { minimum: 1, maximum: 2 },
    blocks: 12,
    compilers: ['C1'],
    code: ['main.py'],
    build: { command: ['make'], models: true },
    proto: { options: ['java_package = "x"'] },
    packages: { version: '{name}=={version}', paths: true },
    toolchain: [{ program: 'python3', version: ['--version'], fix: 'install it', needed: 'run' }],
    limits: { kinds: ['copy'], host: 'json' },
    variant: [
      { id: 'v', title: 'V', replace: { python3: 'pypy' }, add: ['-R'], environment: { A: '1' }, memory: 99 },
    ],
    serializer: [
      {
        id: 'json',
        title: 'json',
        format: 'json',
        output: 'text',
        tasks: ['serialize'],
        deviations: ['null-omitted'],
        varies: true,
        reuses: true,
        remembers: true,
        schema: true,
        shortlist: true,
        file: 'main.py',
        sources: ['more.py'],
        packages: ['orjson@3.10.0'],
        artifacts: ['proto'],
        note: 'for a test',
        license: 'MIT',
        terms: 'https://a.example/terms',
        options: { sort: 'yes' },
        bound: 'hand-written',
      },
      {
        ...{ id: 'kryo', format: 'own:kryo', output: 'bytes', tasks: ['serialize', 'deserialize'] },
        ...{ file: 'more.py', reader: 'kryo' },
      },
    ],
  },
} as const;

export const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Person',
  type: 'object',
  'x-resource': 'person',
  required: ['id', 'name', 'greeting'],
  properties: {
    id: { type: 'integer', format: 'int32' },
    name: { type: 'string' },
    secret: { type: 'string', writeOnly: true },
    greeting: { type: 'string', readOnly: true, 'x-computed': 'Hello {name}' },
    tags: { type: 'array', items: { enum: ['a', 'b'] } },
    ages: { type: 'object', additionalProperties: { type: 'number' } },
    friend: { anyOf: [{ $ref: '#/$defs/friend' }, { type: 'null' }] },
    best: { oneOf: [{ type: 'null' }, { $ref: '#/$defs/friend' }], description: 'of all' },
    other: { allOf: [{ $ref: '#/definitions/other' }], nullable: true },
    kind: { const: 'person' },
    price: { type: 'number', minimum: 0, exclusiveMaximum: 100 },
    weight: { type: 'number', 'x-digits': 3 },
    code: { type: 'string', minLength: 1, maxLength: 8, 'x-alphabet': 'ascii' },
    sizes: { type: 'array', items: {}, minItems: 1, maxItems: 3 },
    extra: { type: 'object', patternProperties: { '^x-': {} }, minProperties: 1, maxProperties: 3 },
  },
  definitions: { other: { type: 'string', format: 'email' } },
  $defs: {
    friend: { type: 'object', properties: { since: { type: ['string', 'null'], format: 'date-time' } } },
  },
};

/** Files that the valid definitions name, and the minimal runner. */
export const NAMED = { 'main.py': '', 'more.py': '', main: '' };

/** Writes a definition into a folder of its own and reads it. */
export const READ = {
  dataset: (context: TestContext, text: string) =>
    readDataset(join(folderWith(context, { 'people/dataset.toml': text }), 'people')),
  suite: (context: TestContext, text: string) =>
    readSuite(join(folderWith(context, { 'all.toml': text }), 'all.toml')),
  runner: (context: TestContext, text: string) =>
    readRunner(join(folderWith(context, { ...NAMED, 'runner.toml': text }), 'runner.toml')),
};

export function toml(table: object): string {
  return Object.entries(table)
    .map(([key, value]) => `${JSON.stringify(key)} = ${inline(value)}\n`)
    .join('');
}

function inline(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)} = ${inline(one)}`)
      .join(', ')} }`;
  return JSON.stringify(value);
}

export type Path = readonly (string | number)[];

/** Every place in a value, the outer ones first. */
export function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [at, ...keys.flatMap((key) => pathsIn((value as Record<string, unknown>)[key], [...at, key]))];
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((here, key) => (here as Record<string | number, unknown>)[key], value);
}

export function changed<T>(value: T, path: Path, to: unknown): T {
  const [key, ...rest] = path;
  if (key === undefined) return to as T;
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string | number, unknown>;
  copy[key] = changed(copy[key], rest, to);
  return copy as T;
}
