import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { atMost, MOST } from './bounds.ts';
import { checkToml, lineSchema, nameSchema, titleSchema, uniqueList, whole, wordSchema } from './check.ts';
import { readToml, type TomlDocument, type TomlPath } from './toml.ts';
import {
  ARTIFACTS,
  BOUNDS,
  DEVIATIONS,
  FORMATS,
  LIMITS,
  OUTPUT_KINDS,
  type RunnerDefinition,
  type SerializerDefinition,
  TASKS,
  TEXT_UNITS,
  type Tool,
  type VariantDefinition,
} from './types.ts';

const words = z.array(wordSchema);
const path = wordSchema.max(MOST.word);
/** MiB, up to a TiB. */
const memory = whole(16, 2 ** 20);
/** Milliseconds, up to ten minutes. */
const warmup = whole(0, 600_000);

const serializerSchema = z.strictObject({
  id: nameSchema,
  title: titleSchema.optional(),
  format: z.enum(FORMATS),
  output: z.enum(OUTPUT_KINDS),
  tasks: uniqueList(z.enum(TASKS)).min(1),
  deviations: uniqueList(z.enum(DEVIATIONS)).default([]),
  varies: z.boolean().default(false),
  remembers: z.boolean().default(false),
  file: path,
  sources: uniqueList(path).default([]),
  packages: uniqueList(wordSchema).default([]),
  artifacts: uniqueList(z.enum(ARTIFACTS)).default([]),
  note: z.string().min(1).optional(),
  options: z.record(nameSchema, z.string()).default({}),
  bound: z.enum(BOUNDS).optional(),
});

const variantSchema = z.strictObject({
  id: nameSchema,
  title: titleSchema.optional(),
  replace: z.record(wordSchema, wordSchema).default({}),
  add: words.default([]),
  environment: z
    .record(z.string().regex(/^\w+$/, { error: 'expected the name of a variable' }), lineSchema)
    .default({}),
  memory: memory.optional(),
});

const toolSchema = z.strictObject({
  program: wordSchema,
  version: words.min(1),
  cure: titleSchema,
  needed: z.enum(['run', 'build']).default('run'),
});

const runnerSchema = z.strictObject({
  runtime: nameSchema,
  title: titleSchema.optional(),
  start: words.min(1),
  text: z.enum(TEXT_UNITS).default('utf-16'),
  memory: memory.default(512),
  warmup: z
    .strictObject({ minimum: warmup, maximum: warmup.min(1) })
    .default({ minimum: 300, maximum: 5000 }),
  blocks: whole(1, 100).default(12),
  compilers: uniqueList(wordSchema).default([]),
  code: uniqueList(path).optional(),
  build: z.strictObject({ command: words.min(1), models: z.boolean().default(false) }).optional(),
  proto: z.strictObject({ options: words }).default({ options: [] }),
  toolchain: z.array(toolSchema).default([]),
  limits: z.strictObject({ kinds: uniqueList(z.enum(LIMITS)).min(1), host: nameSchema }).optional(),
  variant: z.array(variantSchema).default([]),
  serializer: z.array(serializerSchema).min(1),
});

type Manifest = z.output<typeof runnerSchema>;

/** What lies in a runner's folder and is taken for its code, unless its manifest says what is. */
const USUAL_CODE = ['kit', 'build'];

/**
 * Reads a runner's manifest (docs/PROTOCOL.md, runner.toml).
 *
 * @throws DefinitionError, also for a file that isn't there and an id that is used twice
 */
export function readRunner(file: string): RunnerDefinition {
  const absolute = resolve(file);
  const toml = readToml(absolute);
  const data = checkToml(toml, runnerSchema);
  const folder = dirname(absolute);
  if (data.warmup.minimum > data.warmup.maximum)
    throw toml.error(['warmup', 'minimum'], 'expected no more than the maximum');
  checkSerializers(toml, folder, data.serializer);
  checkVariants(toml, data);
  if (data.serializer.length * (data.variant.length + 1) > MOST.entries)
    throw toml.error(['variant'], `${atMost(MOST.entries, 'rows')}: serializers in each variant`);
  checkPlaceholders(toml, data);
  const host = data.limits?.host;
  if (host !== undefined && !data.serializer.some(({ id }) => id === host))
    throw toml.error(['limits', 'host'], `there is no serializer "${host}" here`);
  const code = data.code ?? USUAL_CODE.filter((name) => existsSync(join(folder, name)));
  // A runner may share what lies beside its folder with others.
  code.forEach((path, i) => {
    requireFile(toml, { folder, beside: true }, path, ['code', i]);
  });
  return {
    runtime: data.runtime,
    title: data.title ?? data.runtime,
    folder,
    file: absolute,
    toolchain: data.toolchain.map(toolOf),
    build: data.build ?? null,
    code: code.map((path) => join(folder, path)),
    protoOptions: data.proto.options,
    start: data.start,
    text: data.text,
    memory: data.memory,
    ...(data.limits && { limits: data.limits }),
    warmup: data.warmup,
    blocks: data.blocks,
    compilers: data.compilers,
    variants: data.variant.map(variantOf),
    serializers: data.serializer.map((entry, i) => serializerOf(entry, toml.lineOf(['serializer', i]))),
  };
}

function toolOf({ version, ...tool }: Manifest['toolchain'][number]): Tool {
  return { ...tool, versionArguments: version };
}

function variantOf({ title, memory, ...variant }: Manifest['variant'][number]): VariantDefinition {
  return { ...variant, title: title ?? variant.id, ...(memory !== undefined && { memory }) };
}

function serializerOf(
  { title, note, bound, varies, remembers, ...entry }: Manifest['serializer'][number],
  line: number,
): SerializerDefinition {
  return {
    ...entry,
    title: title ?? entry.id,
    ...(note !== undefined && { note }),
    ...(bound !== undefined && { bound }),
    ...(varies && { varies }),
    ...(remembers && { remembers }),
    line,
  };
}

function checkSerializers(toml: TomlDocument, folder: string, entries: Manifest['serializer']): void {
  checkIds(toml, 'serializer', entries);
  entries.forEach(({ id, file, sources }, i) => {
    if (id.startsWith('limit-'))
      throw toml.error(['serializer', i, 'id'], `names that begin with "limit-" are those of limits`);
    const place = { folder, beside: false };
    requireFile(toml, place, file, ['serializer', i, 'file']);
    sources.forEach((source, j) => {
      requireFile(toml, place, source, ['serializer', i, 'sources', j]);
    });
  });
}

function checkVariants(toml: TomlDocument, { variant: variants, start }: Manifest): void {
  checkIds(toml, 'variant', variants);
  variants.forEach(({ id, replace, add, environment }, i) => {
    const replaced = Object.keys(replace);
    for (const word of replaced)
      if (!start.includes(word))
        throw toml.error(['variant', i, 'replace', word], `start has no word "${word}" to replace`);
    if (replaced.length + add.length + Object.keys(environment).length === 0)
      throw toml.error(['variant', i], `"${id}" changes nothing: expected replace, add or environment`);
  });
}

/** Without a build there is nobody who could fill in others. */
function checkPlaceholders(toml: TomlDocument, { build, start }: Manifest): void {
  if (build !== undefined) return;
  start.forEach((word, i) => {
    const unknown = /\{(?!folder\}|serializer\})([a-z]+)\}/.exec(word)?.[0];
    if (unknown !== undefined)
      throw toml.error(['start', i], `${unknown} is filled in by a build program, and there is no [build]`);
  });
}

function checkIds(toml: TomlDocument, key: string, entries: readonly { readonly id: string }[]): void {
  const seen = new Map<string, number>();
  entries.forEach(({ id }, i) => {
    const line = seen.get(id);
    if (line !== undefined) throw toml.error([key, i, 'id'], `"${id}" is already the ${key} of line ${line}`);
    seen.set(id, toml.lineOf([key, i]));
  });
}

/** @param beside whether it may lie beside the runner's folder, too, and be a folder */
function requireFile(
  toml: TomlDocument,
  { folder, beside }: { folder: string; beside: boolean },
  path: string,
  key: TomlPath,
): void {
  let file: string;
  try {
    file = realpathSync(join(folder, path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw toml.error(key, `"${path}" can't be read: ${(error as Error).message}`);
    throw toml.error(key, `there is no "${path}" in ${folder}`);
  }
  // Of links, what they lead to counts.
  const isIn = (around: string) => file.startsWith(`${realpathSync(around)}${sep}`);
  const isFolder = file === realpathSync(folder);
  if (!isFolder && !isIn(folder) && !(beside && isIn(dirname(folder))))
    throw toml.error(key, `"${path}" leads out of ${folder}: name what lies in it`);
  const found = statSync(file);
  if (!found.isFile() && !(beside && found.isDirectory()))
    throw toml.error(key, `"${path}" is no ${beside ? 'file or folder' : 'regular file'}`);
}
