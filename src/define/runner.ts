import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { checkToml, nameSchema, titleSchema, uniqueList } from './check.ts';
import { readToml, type TomlDocument } from './toml.ts';
import {
  BOUNDS,
  DEVIATIONS,
  FORMATS,
  LIMITS,
  OUTPUT_KINDS,
  type RunnerDefinition,
  type SerializerDefinition,
  TASKS,
} from './types.ts';

const words = z.array(z.string().min(1));

const serializerSchema = z.strictObject({
  id: nameSchema,
  title: titleSchema.optional(),
  format: z.enum(FORMATS),
  output: z.enum(OUTPUT_KINDS),
  tasks: uniqueList(z.enum(TASKS)).min(1),
  deviations: uniqueList(z.enum(DEVIATIONS)).default([]),
  file: z.string().min(1),
  package: z.string().min(1).optional(),
  packages: uniqueList(z.string().min(1)).optional(),
  generate: uniqueList(z.string().min(1)).default([]),
  note: z.string().min(1).optional(),
  options: z.record(z.string(), z.string()).default({}),
  bound: z.enum(BOUNDS).optional(),
});

const runnerSchema = z.strictObject({
  runtime: nameSchema,
  title: titleSchema.optional(),
  start: words.min(1),
  warmup: z
    .strictObject({ minimum: z.int().min(0), maximum: z.int().min(1) })
    .default({ minimum: 300, maximum: 5000 }),
  blocks: z.int().min(1).default(12),
  compilers: uniqueList(z.string().min(1)).default([]),
  build: z
    .strictObject({ kind: z.enum(['npm', 'maven', 'command', 'none']), command: words.min(1).optional() })
    .default({ kind: 'none' }),
  toolchain: z
    .array(z.strictObject({ program: z.string().min(1), version: words.min(1), cure: titleSchema }))
    .default([]),
  limits: z.strictObject({ kinds: uniqueList(z.enum(LIMITS)).min(1), host: z.string().min(1) }).optional(),
  serializer: z.array(serializerSchema).min(1),
});

/**
 * Reads a runner's manifest (docs/PROTOCOL.md, runner.toml).
 *
 * @throws DefinitionError, also for a serializer's file that isn't there and for an id that is used twice
 */
export function readRunner(file: string): RunnerDefinition {
  const absolute = resolve(file);
  const toml = readToml(absolute);
  const data = checkToml(toml, runnerSchema);
  if (data.warmup.minimum > data.warmup.maximum) {
    throw toml.error(['warmup', 'minimum'], 'expected no more than the maximum');
  }
  const folder = dirname(absolute);
  checkSerializers(toml, folder, data.serializer);
  const host = data.limits?.host;
  if (host !== undefined && !data.serializer.some(({ id }) => id === host))
    throw toml.error(['limits', 'host'], `there is no serializer "${host}" here`);
  return {
    runtime: data.runtime,
    title: data.title ?? data.runtime,
    folder,
    file: absolute,
    toolchain: data.toolchain.map(({ program, version, cure }) => ({
      program,
      versionArguments: version,
      cure,
    })),
    build: buildOf(toml, data.build),
    start: data.start,
    ...(data.limits && { limits: data.limits }),
    warmup: data.warmup,
    blocks: data.blocks,
    compilers: data.compilers,
    variants: [],
    serializers: data.serializer.map((entry, i) => serializerOf(entry, toml.lineOf(['serializer', i]))),
  };
}

function buildOf(
  toml: TomlDocument,
  { kind, command }: z.output<typeof runnerSchema>['build'],
): RunnerDefinition['build'] {
  if (kind === 'command') {
    if (command === undefined) throw toml.error(['build', 'command'], 'missing; expected a list of words');
    return { kind, command };
  }
  if (command !== undefined)
    throw toml.error(['build', 'command'], `only for kind = "command", not "${kind}"`);
  return { kind };
}

function serializerOf(entry: z.output<typeof serializerSchema>, line: number): SerializerDefinition {
  return {
    id: entry.id,
    title: entry.title ?? entry.id,
    format: entry.format,
    output: entry.output,
    tasks: entry.tasks,
    deviations: entry.deviations,
    file: entry.file,
    packages: entry.package === undefined ? (entry.packages ?? []) : [entry.package],
    generate: entry.generate,
    ...(entry.note === undefined ? {} : { note: entry.note }),
    options: entry.options,
    ...(entry.bound === undefined ? {} : { bound: entry.bound }),
    line,
  };
}

function checkSerializers(
  toml: TomlDocument,
  folder: string,
  entries: readonly z.output<typeof serializerSchema>[],
): void {
  const seen = new Map<string, number>();
  entries.forEach((entry, i) => {
    const line = seen.get(entry.id);
    if (line !== undefined) {
      throw toml.error(['serializer', i, 'id'], `"${entry.id}" is already the serializer of line ${line}`);
    }
    seen.set(entry.id, toml.lineOf(['serializer', i]));
    if (entry.id.startsWith('limit-'))
      throw toml.error(['serializer', i, 'id'], `names that begin with "limit-" are those of limits`);
    if (entry.package !== undefined && entry.packages !== undefined) {
      throw toml.error(['serializer', i, 'packages'], 'expected either package or packages, not both');
    }
    if (!existsSync(join(folder, entry.file))) {
      throw toml.error(['serializer', i, 'file'], `there is no file "${entry.file}" in ${folder}`);
    }
  });
}
