import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { MOST } from './bounds.ts';
import {
  checkIds,
  checkToml,
  formatSchema,
  lineSchema,
  nameSchema,
  type Read,
  table,
  titleSchema,
  uniqueList,
  whole,
  wordSchema,
} from './check.ts';
import { suggestion } from './nearest.ts';
import { absolutePackages } from './packages.ts';
import { readToml, type TomlDocument, type TomlPath } from './toml.ts';
import { ARTIFACTS, BOUNDS, DEVIATIONS, isOwn, LIMITS, OUTPUT_KINDS, TASKS } from './types.ts';

const words = z.array(wordSchema);
const path = wordSchema.max(MOST.word);
/** Memory limit in MiB, at most 1 TiB. */
const memory = whole(16, 2 ** 20);
/** Time in milliseconds, at most ten minutes. */
const warmup = whole(0, 600_000);

export const titled = <T extends { id: string; title?: string }>(entry: T) => ({
  ...entry,
  title: entry.title ?? entry.id,
});

export const serializerKeys = {
  id: nameSchema,
  title: titleSchema.exactOptional(),
  format: formatSchema,
  output: z.enum(OUTPUT_KINDS),
  tasks: uniqueList(z.enum(TASKS)).min(1),
  deviations: uniqueList(z.enum(DEVIATIONS)).default([]),
  varies: z.boolean().exactOptional(),
  /** True: with `--data`, the row gets plain objects (as a JSON parser returns). `on-request`: only with `--objects plain`. */
  plain: z.union([z.boolean(), z.literal('on-request')]).exactOptional(),
  reuses: z.boolean().exactOptional(),
  remembers: z.boolean().exactOptional(),
  schema: z.boolean().exactOptional(),
  shortlist: z.boolean().exactOptional(),
  file: path,
  sources: uniqueList(path).default([]),
  /** Packages with exact versions, or `NAME@file:PATH`. The first is the library. */
  packages: uniqueList(wordSchema).default([]),
  artifacts: uniqueList(z.enum(ARTIFACTS)).default([]),
  note: z.string().min(1).exactOptional(),
  license: titleSchema.exactOptional(),
  terms: wordSchema.exactOptional(),
  options: z.record(nameSchema, z.string()).default({}),
  bound: z.enum(BOUNDS).exactOptional(),
  reader: nameSchema.exactOptional(),
};

const environment = z
  .record(z.string().regex(/^\w+$/, { error: 'expected the name of a variable' }), lineSchema)
  .default({});

const variantSchema = table({
  id: nameSchema,
  title: titleSchema.exactOptional(),
  replace: z.record(wordSchema, wordSchema).default({}),
  add: words.default([]),
  environment,
  memory: memory.exactOptional(),
}).transform(titled);

const toolSchema = table({
  program: wordSchema,
  version: words.min(1),
  fix: titleSchema,
  needed: z.enum(['run', 'build']).default('run'),
}).transform(({ version, ...tool }) => ({ ...tool, versionArguments: version }));

const runnerSchema = table({
  runtime: nameSchema,
  title: titleSchema.exactOptional(),
  /** Command with placeholders: `{folder}`, `{serializer}`, `{build}` and others that the build program defines. */
  start: words.min(1),
  environment,
  /** Variables that a runner's process doesn't inherit, as `NAME` or `PREFIX*`. */
  'ignore-environment': uniqueList(
    z.string().regex(/^\w+\*?$/, { error: 'expected the name of a variable, or its beginning and "*"' }),
  ).default([]),
  /** Description of typed objects for reports, such as `dataclasses, dates as datetime`. */
  objects: titleSchema.exactOptional(),
  memory: memory.default(512),
  'counts-memory': z.boolean().default(false),
  warmup: table({ minimum: warmup, maximum: warmup.min(1) })
    .refine(({ minimum, maximum }) => minimum <= maximum, {
      path: ['minimum'],
      error: 'expected no more than the maximum',
    })
    .default({ minimum: 300, maximum: 5000 }),
  blocks: whole(1, 100).default(12),
  compilers: uniqueList(wordSchema).default([]),
  code: uniqueList(path).exactOptional(),
  build: table({ command: words.min(1), models: z.boolean().default(false) })
    .nullable()
    .default(null),
  proto: table({ options: words }).default({ options: [] }),
  packages: table({ version: wordSchema, paths: z.boolean().default(false) }).exactOptional(),
  toolchain: z.array(toolSchema).default([]),
  versions: table({
    /** Program of the runtime; absent if the build program provides the requested version. */
    program: wordSchema.exactOptional(),
    /** Patterns of paths where other versions of the program may be installed; `{version}` stands for the version. */
    paths: z
      .array(wordSchema.regex(/^[~/][^{}]*\{version\}[^{}]*$/, { error: 'expected a path with {version}' }))
      .default([]),
    /**
     * Environment variables for builds and rows in another version. `{version}` is the version, `{program}` the path of the
     * program, `{home}` the folder of its installation.
     */
    environment,
  }).exactOptional(),
  limits: table({ kinds: uniqueList(z.enum(LIMITS)).min(1), host: nameSchema }).exactOptional(),
  variant: z.array(variantSchema).default([]),
  serializer: z.array(table(serializerKeys).transform(titled)).min(1),
}).transform(
  ({
    proto,
    variant,
    serializer,
    'counts-memory': countsMemory,
    'ignore-environment': ignoreEnvironment,
    ...own
  }) => ({
    ...own,
    countsMemory,
    ignoreEnvironment,
    protoOptions: proto.options,
    variants: variant,
    serializers: serializer,
  }),
);

type Manifest = Read<typeof runnerSchema>;
export type Tool = Manifest['toolchain'][number];
export type VariantDefinition = Manifest['variants'][number];
export type BuildDefinition = NonNullable<Manifest['build']>;

export type SerializerDefinition = Manifest['serializers'][number] & {
  readonly line: number;
  readonly objects?: string;
  /** Path of the row.toml that defines the row. If set, `file` and `sources` are absolute. */
  readonly from?: string;
  /** The row was added with `--add`, so it takes part in every suite. */
  readonly isAdded?: true;
  readonly isAccepted?: true;
  /** Id of the original row, if this one is another version of it (`-s ROW@VERSION`). */
  readonly entry?: string;
};

/** Paths are absolute, except `file` and `sources` of the manifest's own rows, which are relative to `folder`. */
export interface RunnerDefinition extends Omit<Manifest, 'serializers'> {
  readonly title: string;
  readonly folder: string;
  readonly file: string;
  readonly code: readonly string[];
  readonly serializers: readonly SerializerDefinition[];
}

export type Runners = ReadonlyMap<string, RunnerDefinition>;

const USUAL_CODE = ['kit', 'build'];

export function readRunner(file: string): RunnerDefinition {
  const absolute = resolve(file);
  const toml = readToml(absolute);
  const data = checkToml(toml, runnerSchema);
  const folder = dirname(absolute);
  const { serializers } = data;
  checkSerializers(toml, folder, serializers);
  serializers.forEach((entry, i) => {
    checkReader(toml, entry, serializers, ['serializer', i]);
  });
  checkVariants(toml, data);
  checkPlaceholders(toml, data);
  const host = data.limits?.host;
  if (host !== undefined && !serializers.some(({ id }) => id === host))
    throw toml.error(['limits', 'host'], `there is no serializer "${host}" here`);
  const code = data.code ?? USUAL_CODE.filter((name) => existsSync(join(folder, name)));
  code.forEach((path, i) => {
    requireFile(toml, { folder, beside: true }, path, ['code', i]);
  });
  return {
    ...data,
    title: data.title ?? data.runtime,
    folder,
    file: absolute,
    code: code.map((path) => join(folder, path)),
    serializers: serializers.map((entry, i) => ({
      ...entry,
      packages: absolutePackages(toml, entry.packages, ['serializer', i]),
      line: toml.lineOf(['serializer', i]),
      ...(data.objects && { objects: data.objects }),
    })),
  };
}

export function checkSerializers(
  toml: TomlDocument,
  folder: string,
  entries: readonly Pick<SerializerDefinition, 'id' | 'file' | 'sources'>[],
  at = (i: number): TomlPath => ['serializer', i],
): void {
  checkIds(toml, 'serializer', entries);
  entries.forEach(({ id, file, sources }, i) => {
    if (id.startsWith('limit-'))
      throw toml.error([...at(i), 'id'], `names that begin with "limit-" are reserved for limits`);
    const place = { folder, beside: false };
    requireFile(toml, place, file, [...at(i), 'file']);
    sources.forEach((source, j) => {
      requireFile(toml, place, source, [...at(i), 'sources', j]);
    });
  });
}

function checkVariants(toml: TomlDocument, { variants, start }: Manifest): void {
  checkIds(toml, 'variant', variants);
  variants.forEach(({ id, replace, add, environment }, i) => {
    const replaced = Object.keys(replace);
    const word = replaced.find((one) => !start.includes(one));
    if (word !== undefined)
      throw toml.error(['variant', i, 'replace', word], `start has no word "${word}" to replace`);
    if (replaced.length + add.length + Object.keys(environment).length === 0)
      throw toml.error(['variant', i], `"${id}" changes nothing: expected replace, add or environment`);
  });
}

function checkPlaceholders(toml: TomlDocument, { build, start }: Manifest): void {
  if (build !== null) return;
  start.forEach((word, i) => {
    const unknown = /\{(?!folder\}|serializer\})([a-z]+)\}/.exec(word)?.[0];
    if (unknown !== undefined)
      throw toml.error(['start', i], `${unknown} needs a build program, and there is no [build]`);
  });
}

function requireFile(
  toml: TomlDocument,
  { folder, beside }: { folder: string; beside: boolean },
  path: string,
  key: TomlPath,
): void {
  const file = join(folder, path);
  const away = relative(beside ? dirname(folder) : folder, file);
  if (away === '' || away.startsWith('..'))
    throw toml.error(key, `"${path}" is outside ${folder}: name a file within it`);
  if (!existsSync(file)) throw toml.error(key, `there is no "${path}" in ${folder}`);
  const found = statSync(file);
  if (!found.isFile() && !(beside && found.isDirectory()))
    throw toml.error(key, `"${path}" is not a ${beside ? 'file or folder' : 'regular file'}`);
}

type Entry = Pick<SerializerDefinition, 'id' | 'format' | 'tasks' | 'reader'>;

/**
 * If the row's format is the library's own, requires that a row of this runtime decodes the format (this row or its `reader`),
 * and that a row that reads the format writes it, too. Rows of other formats must have no `reader`.
 */
export function checkReader(toml: TomlDocument, entry: Entry, rows: readonly Entry[], at: TomlPath): void {
  const { format, tasks, reader } = entry;
  if (!isOwn(format)) {
    if (reader === undefined) return;
    throw toml.error([...at, 'reader'], `wiremark reads ${format} itself: leave it out`);
  }
  const reads = tasks.includes('deserialize');
  if ((reads || tasks.includes('parse-tree')) && !tasks.includes('serialize'))
    throw toml.error([...at, 'tasks'], `no other row writes ${format} for it: add "serialize"`);
  const able = rows.filter((row) => row.format === format && row.tasks.includes('deserialize'));
  const ids = able.map(({ id }) => id);
  if (reader !== undefined && !ids.includes(reader)) {
    const what = `no row "${reader}" here deserializes ${format}.${suggestion(reader, ids)}`;
    throw toml.error([...at, 'reader'], what);
  }
  if (reader === undefined && !reads) {
    const what = `nothing reads ${format} back: add "deserialize", or name a row that does with reader = "ID"`;
    throw toml.error([...at, 'tasks'], what);
  }
}
