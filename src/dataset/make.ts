/** Makes a dataset's folder of a person's documents. */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { nameSchema } from '../define/check.ts';
import { readDataset } from '../define/dataset.ts';
import type { DatasetDefinition } from '../define/types.ts';
import { makeFolder } from '../files/make-folder.ts';
import { GivenError } from '../given/error.ts';
import type { GivenDocument } from '../given/read.ts';
import type { Taken } from '../given/take.ts';
import type { SchemaModel } from '../schema/model.ts';
import { parseSchema, parseSchemaFile } from '../schema/parse.ts';
import { Random } from '../stats/random.ts';
import { encodeFixture } from './fixture.ts';
import { hardDocuments } from './hard.ts';
import { fixturesDigest } from './prepare.ts';
import { valuesOf } from './user-documents.ts';

/** One document in this many is held back. */
const HELD_SHARE = 5;
const SEED = 1;

interface GivenDataset {
  readonly name: string;
  readonly title: string;
  readonly schema: string;
  /** Where it is from: the files that it refers to are beside it. */
  readonly schemaFile?: string;
  readonly taken: Taken;
}

/**
 * Makes the folder `parent/name` with schema.json, dataset.toml and documents.ndjson. A fifth of the documents is held
 * back, none of fewer than five.
 *
 * @param parent the folder in which the dataset's is made, such as `datasets`; made if it isn't there
 * @throws GivenError for a folder that exists, and for a document that isn't of the schema; DefinitionError for a schema
 *   that can't be modelled
 */
export async function makeGivenDataset(parent: string, given: GivenDataset): Promise<DatasetDefinition> {
  const folder = join(parent, given.name);
  if (!nameSchema.safeParse(given.name).success)
    throw new GivenError(given.name, 'not a name for a dataset: use letters, digits, "-", "_" and "."');
  if (existsSync(folder)) throw new GivenError(folder, 'already exists: choose another name, or remove it');
  const { timed, heldBack } = parted(given.taken.chosen);
  const { schema, schemaFile } = given;
  const read = schemaFile === undefined ? null : parseSchemaFile(schemaFile);
  const model = read?.model ?? parseSchema(schema, 'schema.json');
  const definition = await definitionOf(given, model, timed, heldBack);
  const aside = join(parent, `.${given.name}-${process.pid}.partial`);
  const write = (file: string, content: string | Uint8Array) => {
    makeFolder(dirname(join(aside, file)));
    writeFileSync(join(aside, file), content);
  };
  try {
    for (const [file, text] of read?.files ?? []) write(relative(dirname(schemaFile!), file), text);
    write('schema.json', schema);
    write('dataset.toml', definition);
    write('documents.ndjson', Buffer.concat([...timed, ...heldBack].map(lineOf)));
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  return readDataset(folder);
}

/** The timed ones in the order of the source, those held back in the order in which they are drawn. */
function parted(chosen: readonly GivenDocument[]): Record<'timed' | 'heldBack', GivenDocument[]> {
  const random = new Random(SEED);
  const drawn = chosen.map((document) => ({ document, at: random.fraction() })).sort((a, b) => a.at - b.at);
  const heldBack = drawn.slice(0, Math.floor(chosen.length / HELD_SHARE)).map(({ document }) => document);
  return { timed: chosen.filter((document) => !heldBack.includes(document)), heldBack };
}

async function definitionOf(
  { title, schemaFile = 'schema.json' }: GivenDataset,
  model: SchemaModel,
  timed: readonly GivenDocument[],
  heldBack: readonly GivenDocument[],
): Promise<string> {
  const values = await valuesOf(model, schemaFile, [...timed, ...heldBack]);
  const parts = [values.slice(0, timed.length), hardDocuments(model, 'bounds'), values.slice(timed.length)];
  return `title = ${JSON.stringify(title.replace(/\p{Cc}/gu, ' '))}
seed = ${SEED}
# One on each line: first those that are timed, then those held back as never seen before.
documents = "documents.ndjson"

[sizes.sample]
documents = ${timed.length}
digest = "${fixturesDigest(...parts.map((part) => encodeFixture(model, part)))}"
`;
}

/** Spelled as it is, on a line. Texts of JSON have no line breaks, so that what follows one is indentation. */
function lineOf({ bytes }: GivenDocument): Buffer {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\r\n][ \t\r\n]*/g, '');
  return Buffer.from(`${text}\n`, 'latin1');
}
