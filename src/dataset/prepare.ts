import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { datasetError } from '../define/dataset.ts';
import { suggestion } from '../define/nearest.ts';
import type { DatasetDefinition, DatasetSize } from '../define/types.ts';
import { keep, readKept } from '../files/kept.ts';
import { decodeFixture, encodeFixture, FIXTURE_VERSION } from '../format/fixture.ts';
import type { SchemaModel } from '../schema/model.ts';
import { parseSchemaFile } from '../schema/parse.ts';
import type { Value } from '../schema/value.ts';
import { documentOf } from './computed.ts';
import { generateDocuments } from './generate.ts';
import { hardDocuments, hasBounds } from './hard.ts';
import { once } from './once.ts';
import { userDocuments } from './user-documents.ts';

/** A dataset in one size whose documents have the pinned digest. Documents are decoded on first access: large sizes take a second. */
export interface PreparedDataset {
  readonly definition: DatasetDefinition;
  readonly size: DatasetSize;
  readonly model: SchemaModel;
  /** Texts of the schema's files, by path. */
  readonly schema: ReadonlyMap<string, string>;
  /** Stored fields of the timed documents: the input of `serialize`. */
  readonly objects: readonly Value[];
  /** The timed documents, with computed fields. */
  readonly documents: readonly Value[];
  /** Documents that are verified but never timed. */
  readonly hard: readonly Value[];
  /** The user's documents that aren't timed: the first unseen ones. Empty for generated datasets. */
  readonly heldBack: readonly Value[];
  /** Hard documents up to the limits of the types, if `hard` keeps within bounds of the schema; null otherwise. */
  readonly beyond: readonly Value[] | null;
  readonly fixtures: Fixtures;
  /** `sha256:<hex>`. */
  readonly digest: string;
}

export interface Fixtures {
  readonly documents: Uint8Array;
  readonly hard: Uint8Array;
  /** The documents held back; empty for generated datasets. */
  readonly heldBack: Uint8Array;
  readonly digest: string;
}

/**
 * Generates the documents of one size, or reads them from the cache if they have the digest that dataset.toml pins. Several
 * processes may do this at once. The user's documents are read each time and not cached.
 *
 * @param size name of a size
 * @param cacheFolder made if it doesn't exist
 * @throws DefinitionError for a schema or a generator that can't be used, and for another digest than the pinned one;
 *   GivenError for an invalid document of the user
 */
export async function prepareDataset(
  definition: DatasetDefinition,
  size: string,
  cacheFolder: string,
): Promise<PreparedDataset> {
  const chosen = sizeOf(definition, size);
  const { model, files: schema } = schemaOf(definition);
  const stem = join(cacheFolder, `${definition.name}-${size}-${cacheKey(definition, chosen, schema)}`);
  const made = await pinnedFixtures(definition, model, chosen, stem);
  const isBound = definition.hard !== 'strict' && hasBounds(model);
  const beyond = isBound ? hardDocuments(model, 'strict') : null;
  const isStrict = beyond !== null && definition.range === 'strict';
  const hardest = isStrict ? encodeFixture(model, beyond) : made.hard;
  const fixtures = fixturesOf(made.documents, hardest, made.heldBack);
  const { digest } = fixtures;
  const objects = once(() => decodeFixture(fixtures.documents));
  const documents = once(() => objects().map((object) => documentOf(model, object)));
  const hard = once(() => decodeFixture(fixtures.hard).map((object) => documentOf(model, object)));
  const heldBack = once(() => (fixtures.heldBack.length === 0 ? [] : decodeFixture(fixtures.heldBack)));
  return {
    definition,
    size: chosen,
    model,
    schema,
    fixtures,
    digest,
    beyond: isStrict ? null : beyond,
    get objects() {
      return objects();
    },
    get documents() {
      return documents();
    },
    get hard() {
      return hard();
    },
    get heldBack() {
      return heldBack();
    },
  };
}

/** Reads or makes the fixtures and checks their digest. */
async function pinnedFixtures(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
  stem: string,
): Promise<Fixtures> {
  const files = { documents: `${stem}.documents`, hard: `${stem}.hard` };
  const isUsers = definition.documents !== undefined;
  const cached = isUsers ? null : cachedFixtures(files, size);
  if (cached !== null) return cached;
  const made = await makeFixtures(definition, model, size);
  if (made.digest !== size.digest) {
    const file = isUsers ? `${definition.documents}, ` : '';
    throw datasetError(
      definition,
      ['sizes', size.name, 'digest'],
      `pins ${size.digest}, but the documents have ${made.digest}. If ${file}the schema or this file was changed on ` +
        'purpose, write the new digest here; if not, the results would not be comparable.',
    );
  }
  if (isUsers) return made;
  keep(files.documents, made.documents);
  keep(files.hard, made.hard);
  return made;
}

/** Reads and parses a dataset's schema. @throws DefinitionError */
export function readModel(definition: DatasetDefinition): SchemaModel {
  return schemaOf(definition).model;
}

function schemaOf({ schemaFile, objects }: DatasetDefinition) {
  const { model, files } = parseSchemaFile(schemaFile);
  return { model: objects === undefined ? model : { ...model, objects }, files };
}

/** Makes the fixtures of one size without looking at the pinned digest. @throws DefinitionError, GivenError */
export async function makeFixtures(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
): Promise<Fixtures> {
  const hard = encodeFixture(model, hardDocuments(model, definition.hard));
  if (definition.documents === undefined)
    return fixturesOf(encodeFixture(model, await generateDocuments(definition, model, size)), hard, NONE);
  const { timed, heldBack } = await userDocuments(definition, model, size);
  return fixturesOf(encodeFixture(model, timed), hard, encodeFixture(model, heldBack));
}

const NONE = new Uint8Array();

function fixturesOf(documents: Uint8Array, hard: Uint8Array, heldBack: Uint8Array): Fixtures {
  return { documents, hard, heldBack, digest: fixturesDigest(documents, hard, heldBack) };
}

function sizeOf(definition: DatasetDefinition, name: string): DatasetSize {
  const size = definition.sizes.find((candidate) => candidate.name === name);
  if (size !== undefined) return size;
  const names = definition.sizes.map((candidate) => candidate.name);
  throw datasetError(definition, ['sizes'], `there is no size "${name}".${suggestion(name, names)}`);
}

/** Digest of everything that documents depend on: a changed definition never finds the files of the old one. */
function cacheKey(
  { seed, hard, locales, generate }: DatasetDefinition,
  size: DatasetSize,
  schema: ReadonlyMap<string, string>,
): string {
  const parts = [FIXTURE_VERSION, [...schema.values()], { seed, hard, locales, generate }, size];
  const text = JSON.stringify(parts, (_, value) => (value instanceof Map ? [...value] : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function cachedFixtures(
  files: { readonly documents: string; readonly hard: string },
  size: DatasetSize,
): Fixtures | null {
  const [documents, hard] = [readKept(files.documents), readKept(files.hard)];
  if (documents === null || hard === null) return null;
  const fixtures = fixturesOf(documents, hard, NONE);
  return fixtures.digest === size.digest ? fixtures : null;
}

/** The digest that dataset.toml pins: SHA-256 over the fixtures of timed, hard and held-back documents, as `sha256:<hex>`. */
export function fixturesDigest(...fixtures: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const fixture of fixtures) hash.update(fixture);
  return `sha256:${hash.digest('hex')}`;
}
