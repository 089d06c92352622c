import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { MOST } from './bounds.ts';
import { checkToml, nameSchema, titleSchema, whole } from './check.ts';
import { errorAt, readToml, type TomlDocument, type TomlPath } from './toml.ts';
import type { DatasetDefinition, DatasetSize } from './types.ts';

/** For datasets that don't say: mostly English, with accents, umlauts, Cyrillic and Japanese among it. */
const DEFAULT_LOCALES = { en_US: 12, de: 2, fr: 2, ja: 1, ru: 1 };

/** Longest list a dataset may ask for. */
const MAX_LENGTH = 1_000_000;

const count = whole(0, MAX_LENGTH);

const lengthSchema = z.union([count, z.tuple([count, count])], {
  error: 'expected a length such as 3 or a range such as [5, 9]',
});

const sizeSchema = z.strictObject({
  documents: whole(1, 100_000),
  digest: z
    .string()
    .regex(/^sha256:[0-9a-f]{64}$/, { error: 'expected "sha256:" and 64 hexadecimal digits' }),
  lengths: z.record(z.string(), lengthSchema).default({}),
  shared: z.record(z.string(), whole(1, MAX_LENGTH)).default({}),
});

const datasetSchema = z.strictObject({
  title: titleSchema,
  seed: whole(0, 2 ** 32 - 1),
  locales: z.record(z.string(), z.number().positive().max(1_000_000)).default(DEFAULT_LOCALES),
  generate: z.record(z.string(), z.string().max(MOST.word)).default({}),
  objects: z
    .string()
    .max(MOST.name)
    .regex(/^[a-z]+$/, { error: 'expected a word such as "activerecord"' })
    .optional(),
  sizes: z.record(nameSchema, sizeSchema),
});

/**
 * Reads `dataset.toml` in a dataset's folder; the folder's name is the dataset's. What the schema must confirm (paths
 * and generators) is checked when documents are made, see src/dataset/generate.ts.
 *
 * @throws DefinitionError
 */
export function readDataset(folder: string): DatasetDefinition {
  const absolute = resolve(folder);
  const toml = readToml(join(absolute, 'dataset.toml'));
  const name = basename(absolute);
  if (!nameSchema.safeParse(name).success) {
    throw toml.error(
      [],
      `the folder's name "${name}" is the dataset's: use letters, digits, "-", "_" and "."`,
    );
  }
  const data = checkToml(toml, datasetSchema);
  if (Object.keys(data.locales).length === 0) throw toml.error(['locales'], 'expected at least one locale');
  if (Object.keys(data.sizes).length === 0) throw toml.error(['sizes'], 'expected at least one size');
  return {
    name,
    title: data.title,
    folder: absolute,
    schemaFile: join(absolute, 'schema.json'),
    seed: data.seed,
    locales: new Map(Object.entries(data.locales)),
    generate: new Map(Object.entries(data.generate)),
    ...(data.objects === undefined ? {} : { objects: data.objects }),
    sizes: Object.entries(data.sizes).map(([size, entry]) => sizeOf(toml, size, entry)),
  };
}

function sizeOf(toml: TomlDocument, name: string, entry: z.output<typeof sizeSchema>): DatasetSize {
  for (const [path, length] of Object.entries(entry.lengths)) {
    if (typeof length === 'number' || length[0] <= length[1]) continue;
    throw toml.error(['sizes', name, 'lengths', path], `a range goes up; found [${length.join(', ')}]`);
  }
  return {
    name,
    documents: entry.documents,
    digest: entry.digest,
    lengths: new Map(Object.entries(entry.lengths)),
    shared: new Map(Object.entries(entry.shared)),
  };
}

/** What is wrong with a dataset, found when its documents were made; at its dataset.toml's line. */
export function datasetError({ folder }: DatasetDefinition, path: TomlPath, what: string): Error {
  return errorAt(join(folder, 'dataset.toml'), path, what);
}
