import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { MOST } from '../define/bounds.ts';
import { datasetError } from '../define/dataset.ts';
import { suggestion } from '../define/nearest.ts';
import { readText } from '../define/text.ts';
import type { DatasetDefinition, DatasetSize } from '../define/types.ts';
import { keep, readKept } from '../files/kept.ts';
import type { SchemaModel } from '../schema/model.ts';
import { parseSchema } from '../schema/parse.ts';
import type { Value } from '../schema/value.ts';
import { documentOf } from './computed.ts';
import { fixturesDigest } from './digest.ts';
import { decodeFixture, encodeFixture } from './fixture.ts';
import { generateDocuments } from './generate.ts';
import { hardDocuments } from './hard.ts';
import { once } from './once.ts';

/** A dataset in one size, ready to be handed to runners: its documents are on disk and have the pinned digest. */
export interface PreparedDataset {
  readonly definition: DatasetDefinition;
  readonly size: DatasetSize;
  readonly model: SchemaModel;
  /** What serializers are given to write the timed documents, in the fixture. Decoded when first asked for. */
  readonly objects: readonly Value[];
  /** The timed documents. Decoded when first asked for: a large size takes a second and much memory. */
  readonly documents: readonly Value[];
  /** The documents that are verified but never timed. Decoded when first asked for. */
  readonly hard: readonly Value[];
  /** The given documents that are not timed: they are the first that are taken as never seen before. Empty for made ones. */
  readonly held: readonly Value[];
  /** Hard documents to the limits of the types, where `hard` keeps to bounds that the schema has; null otherwise. */
  readonly beyond: { readonly documents: readonly Value[]; readonly file: string } | null;
  /** How many there are, without decoding them. */
  readonly counts: { readonly documents: number; readonly hard: number };
  /** The fixtures, as they are: their files are given to runners, who could alter them. */
  readonly fixtures: Fixtures;
  /** The fixture files. */
  readonly files: { readonly documents: string; readonly hard: string };
  /** `sha256:<hex>`. */
  readonly digest: string;
}

/** Both fixtures of a dataset in one size. */
export interface Fixtures {
  readonly documents: Uint8Array;
  readonly hard: Uint8Array;
  readonly digest: string;
}

/**
 * Makes the fixture files of one size of a dataset, or finds them in the cache, where they are used only if they have
 * the digest that dataset.toml pins. Several processes may do this at once.
 *
 * @param size name of a size
 * @param cacheFolder made if it isn't there
 * @throws DefinitionError for a schema that can't be modelled, what `documentGenerator` refuses, and a digest that
 *   isn't the pinned one
 */
export async function prepareDataset(
  definition: DatasetDefinition,
  size: string,
  cacheFolder: string,
): Promise<PreparedDataset> {
  const chosen = sizeOf(definition, size);
  const schema = readText(definition.schemaFile, MOST.file);
  const model = modelOf(definition, schema);
  const stem = join(cacheFolder, `${definition.name}-${size}-${cacheKey(definition, chosen, schema)}`);
  const files = { documents: `${stem}.documents`, hard: `${stem}.hard` };
  const cached = cachedFixtures(files, chosen);
  const fixtures = cached ?? (await makeFixtures(definition, model, chosen));
  if (fixtures.digest !== chosen.digest) {
    throw datasetError(
      definition,
      ['sizes', size, 'digest'],
      `pins ${chosen.digest}, but the documents have ${fixtures.digest}. If the schema or this file was changed on ` +
        'purpose, write the new digest here; if not, the results would not be comparable.',
    );
  }
  if (cached === null) {
    keep(files.documents, fixtures.documents);
    keep(files.hard, fixtures.hard);
  }
  const { digest } = fixtures;
  const counts = { documents: countOf(fixtures.documents), hard: countOf(fixtures.hard) };
  const objects = once(() => decodeFixture(fixtures.documents));
  const documents = once(() => objects().map((object) => documentOf(model, object)));
  const hard = once(() => decodeFixture(fixtures.hard).map((object) => documentOf(model, object)));
  return {
    ...{ definition, size: chosen, model, counts, fixtures, files, digest },
    held: [],
    beyond: null,
    get objects() {
      return objects();
    },
    get documents() {
      return documents();
    },
    get hard() {
      return hard();
    },
  };
}

/** Reads and parses a dataset's schema. @throws DefinitionError */
export function readModel(definition: DatasetDefinition): SchemaModel {
  return modelOf(definition, readText(definition.schemaFile, MOST.file));
}

function modelOf({ schemaFile, objects }: DatasetDefinition, schema: string): SchemaModel {
  return { ...parseSchema(schema, schemaFile), ...(objects === undefined ? {} : { objects }) };
}

/** Makes the fixtures of one size anew, whatever digest is pinned. @throws DefinitionError */
export async function makeFixtures(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
): Promise<Fixtures> {
  const documents = encodeFixture(model, await generateDocuments(definition, model, size));
  const hard = encodeFixture(model, hardDocuments(model));
  return { documents, hard, digest: fixturesDigest(documents, hard) };
}

/** The number of documents in a fixture that was made or checked here. */
function countOf(fixture: Uint8Array): number {
  return new DataView(fixture.buffer, fixture.byteOffset).getUint32('WMFIX 1\n'.length);
}

function sizeOf(definition: DatasetDefinition, name: string): DatasetSize {
  const size = definition.sizes.find((candidate) => candidate.name === name);
  if (size !== undefined) return size;
  const names = definition.sizes.map((candidate) => candidate.name);
  throw datasetError(definition, ['sizes'], `there is no size "${name}".${suggestion(name, names)}`);
}

/**
 * Everything that the documents depend on, so that files made from another definition are never looked at, even if
 * the digest was left as it was.
 */
function cacheKey(definition: DatasetDefinition, size: DatasetSize, schema: string): string {
  const parts = [
    schema,
    definition.seed,
    [...definition.locales],
    [...definition.generate],
    size.documents,
    [...size.lengths],
    [...size.shared],
    size.digest,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** The files in the cache, if both are there, whole and right. */
function cachedFixtures(files: PreparedDataset['files'], size: DatasetSize): Fixtures | null {
  const [documents, hard] = [readKept(files.documents), readKept(files.hard)];
  if (documents === null || hard === null) return null;
  const digest = fixturesDigest(documents, hard);
  return digest === size.digest ? { documents, hard, digest } : null;
}
