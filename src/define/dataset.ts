import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { MOST } from './bounds.ts';
import { checkToml, mapOf, nameSchema, type Read, requireName, table, titleSchema, whole } from './check.ts';
import { errorAt, readToml, type TomlDocument, type TomlPath } from './toml.ts';

const DEFAULT_LOCALES = new Map(Object.entries({ en_US: 12, de: 2, fr: 2, ja: 1, ru: 1 }));
const MAX_LENGTH = 1_000_000;
const count = whole(0, MAX_LENGTH);

const lengthSchema = z
  .union([count, z.tuple([count, count])], { error: 'expected a length such as 3 or a range such as [5, 9]' })
  .refine((length) => typeof length === 'number' || length[0] <= length[1], {
    error: ({ input }) => `expected the smaller number first; found [${(input as number[]).join(', ')}]`,
  });

const sizeSchema = table({
  documents: whole(1, 100_000),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, { error: 'expected "sha256:" and 64 hexadecimal digits' }),
  lengths: mapOf(lengthSchema).prefault({}),
  // For each path: the number of different records there. With 5, the posts of a list share 5 authors.
  shared: mapOf(whole(1, MAX_LENGTH)).prefault({}),
});

const datasetSchema = table({
  title: titleSchema,
  seed: whole(0, 2 ** 32 - 1),
  locales: mapOf(z.number().positive().max(1_000_000))
    .refine(({ size }) => size > 0, { error: 'expected at least one locale' })
    .default(DEFAULT_LOCALES),
  generate: mapOf(z.string().max(MOST.word)).prefault({}),
  /** Framework whose objects serializers receive, such as `activerecord`; absent for objects of plain classes. */
  objects: z
    .string()
    .max(MOST.name)
    .regex(/^[a-z]+$/, { error: 'expected a word such as "activerecord"' })
    .exactOptional(),
  /** File with the documents, the timed ones first; absent if documents are generated. */
  documents: nameSchema.exactOptional(),
  sizes: mapOf(sizeSchema, nameSchema)
    .refine(({ size }) => size > 0, { error: 'expected at least one size' })
    .transform((sizes) => [...sizes].map(([name, size]) => ({ name, ...size }))),
});

export interface DatasetDefinition extends Read<typeof datasetSchema> {
  readonly name: string;
  readonly folder: string;
  readonly schemaFile: string;
  readonly hard?: 'strict';
  /**
   * Selects the rows that get plain objects (as a JSON parser returns them). `default`: rows with `plain = true`; `asked`
   * (`--objects plain`): also rows with `plain = "on-request"`; absent: none.
   */
  readonly plain?: 'default' | 'asked';
  /** For each document of the file `documents`: its place in the user's files, such as `orders.ndjson:17`. */
  readonly places?: readonly string[];
}

export type DatasetSize = DatasetDefinition['sizes'][number];

/** Reads a dataset's definition. Its paths and generators are checked only when documents are made. @throws DefinitionError */
export function readDataset(folder: string): DatasetDefinition {
  const absolute = resolve(folder);
  const toml = readToml(join(absolute, 'dataset.toml'));
  const name = basename(absolute);
  requireName(toml, name, 'dataset');
  const read = checkToml(toml, datasetSchema);
  if (read.documents !== undefined) refuseMaking(toml, read.sizes);
  return { ...read, name, folder: absolute, schemaFile: join(absolute, 'schema.json') };
}

function refuseMaking(toml: TomlDocument, [first, other]: DatasetDefinition['sizes']): void {
  const sizes = ['sizes', first!.name];
  if (other !== undefined)
    throw toml.error(['sizes', other.name], 'given documents have only one size: leave this one out');
  for (const path of [['locales'], ['generate'], [...sizes, 'lengths'], [...sizes, 'shared']])
    if (toml.has(path)) throw toml.error(path, 'has no meaning where "documents" are given: leave it out');
}

export function datasetError({ folder }: DatasetDefinition, path: TomlPath, what: string): Error {
  return errorAt(join(folder, 'dataset.toml'), path, what);
}
