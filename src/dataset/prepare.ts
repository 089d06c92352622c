import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { datasetError } from '../define/dataset.ts';
import { suggestion } from '../define/nearest.ts';
import type { DatasetDefinition, DatasetSize } from '../define/types.ts';
import { keep, readKept } from '../machine/files/write.ts';
import { decodeFixture, encodeFixture, FIXTURE_VERSION } from '../oracle/fixture.ts';
import type { SchemaModel } from '../schema/model.ts';
import { parseSchemaFile } from '../schema/parse.ts';
import type { Value } from '../schema/value.ts';
import { documentOf } from './computed.ts';
import type { UserDocument } from './document.ts';
import { generateDocuments } from './generate.ts';
import { hardDocuments, hasBounds } from './hard.ts';
import { userDocuments } from './user-documents.ts';

/**
 * A dataset in one size. `documents` are the `objects` as serializers must write them. Both are decoded on first access,
 * because large sizes take a second.
 */
export interface PreparedDataset {
  readonly definition: DatasetDefinition;
  readonly size: DatasetSize;
  readonly model: SchemaModel;
  readonly fixture: Uint8Array;
  readonly objects: readonly Value[];
  readonly documents: readonly Value[];
  /** Hard documents (edge cases), which are verified but never timed. */
  readonly hard: readonly Value[];
  /** The user's documents that aren't timed. They are the first of the unseen documents (unseen.ts). */
  readonly heldBack: readonly Value[];
  /** The user's timed and held-back documents as bytes; absent for generated datasets. */
  readonly own?: readonly UserDocument[] | undefined;
  /** Hard documents up to the limits of the types; null if these are the same as `hard`. */
  readonly beyond: readonly Value[] | null;
  readonly digest: string;
  /** The dataset's `plainView` (plain.ts); absent if no row gets plain objects. */
  readonly plain?: PreparedDataset | null;
}

type Made = Pick<PreparedDataset, 'fixture' | 'hard' | 'heldBack' | 'own' | 'digest'>;

export async function prepareDataset(
  definition: DatasetDefinition,
  size: string,
  cacheFolder: string,
): Promise<PreparedDataset> {
  const chosen = sizeOf(definition, size);
  const { model, files } = schemaOf(definition);
  const file = `${definition.name}-${size}-${cacheKey(definition, chosen, files)}.documents`;
  const made = await makePinned(definition, model, chosen, join(cacheFolder, file));
  const { fixture, heldBack, own } = made;
  const strict = hasBounds(model) ? hardDocuments(model, 'strict') : null;
  const isStrict = strict !== null && definition.hard === 'strict';
  const hard = isStrict ? strict : made.hard;
  const objects = once(() => decodeFixture(fixture));
  const documents = once(() => objects().map((object) => documentOf(model, object)));
  return {
    ...{ definition, size: chosen, model, fixture, hard, heldBack, own },
    beyond: isStrict ? null : strict,
    digest: isStrict || own ? digestOf(model, fixture, hard, heldBack, own) : made.digest,
    get objects() {
      return objects();
    },
    get documents() {
      return documents();
    },
  };
}

async function makePinned(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
  file: string,
): Promise<Made> {
  const isUsers = definition.documents !== undefined;
  const cached = isUsers ? null : readKept(file);
  const found = cached && withHard(model, cached);
  if (found?.digest === size.digest) return found;
  const made = await makeDocuments(definition, model, size);
  if (made.digest !== size.digest) {
    const source = isUsers ? `${definition.documents}, ` : '';
    throw datasetError(
      definition,
      ['sizes', size.name, 'digest'],
      `pins ${size.digest}, but the documents have ${made.digest}. If ${source}the schema or this file was changed on ` +
        'purpose, write the new digest here; if not, the results would not be comparable.',
    );
  }
  if (!isUsers) keep(file, made.fixture);
  return made;
}

export async function makeDocuments(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
): Promise<Made> {
  if (definition.documents === undefined) {
    const documents = await generateDocuments(definition, model, size);
    return withHard(model, encodeFixture(model, documents));
  }
  const { timed, heldBack, own } = await userDocuments(definition, model, size);
  return { ...withHard(model, encodeFixture(model, timed), heldBack), own };
}

function withHard(model: SchemaModel, fixture: Uint8Array, heldBack: readonly Value[] = []): Made {
  const hard = hardDocuments(model, 'bounds');
  return { fixture, hard, heldBack, digest: digestOf(model, fixture, hard, heldBack) };
}

export function readModel(definition: DatasetDefinition): SchemaModel {
  return schemaOf(definition).model;
}

function schemaOf({ schemaFile, objects }: DatasetDefinition) {
  const { model, files } = parseSchemaFile(schemaFile);
  return { model: objects === undefined ? model : { ...model, objects }, files };
}

function sizeOf(definition: DatasetDefinition, name: string): DatasetSize {
  const size = definition.sizes.find((candidate) => candidate.name === name);
  if (size !== undefined) return size;
  const names = definition.sizes.map((candidate) => candidate.name);
  throw datasetError(definition, ['sizes'], `there is no size "${name}".${suggestion(name, names)}`);
}

function cacheKey(
  { seed, locales, generate }: DatasetDefinition,
  size: DatasetSize,
  schema: ReadonlyMap<string, string>,
): string {
  const parts = [FIXTURE_VERSION, [...schema.values()], { seed, locales, generate }, size];
  const text = JSON.stringify(parts, (_, value) => (value instanceof Map ? [...value] : value));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/**
 * Digest of a dataset's documents. dataset.toml pins the digest without `own`; with `own`, white space and spelling of
 * the user's documents count, too.
 */
export function digestOf(
  model: SchemaModel,
  timed: Uint8Array,
  hard: readonly Value[],
  heldBack: readonly Value[],
  own: readonly UserDocument[] = [],
): string {
  const hash = createHash('sha256').update(timed).update(encodeFixture(model, hard));
  if (heldBack.length > 0) hash.update(encodeFixture(model, heldBack));
  for (const { bytes } of own) hash.update(bytes);
  return `sha256:${hash.digest('hex')}`;
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
