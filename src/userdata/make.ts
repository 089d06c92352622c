import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { UserDataError } from '../dataset/document.ts';
import { hardDocuments } from '../dataset/hard.ts';
import { digestOf } from '../dataset/prepare.ts';
import { valuesOf } from '../dataset/user-documents.ts';
import { nameSchema } from '../define/check.ts';
import { readDataset } from '../define/dataset.ts';
import { makeFolder } from '../machine/files/write.ts';
import { encodeFixture } from '../oracle/fixture.ts';
import type { SchemaModel } from '../schema/model.ts';
import { parseSchema, parseSchemaFile } from '../schema/parse.ts';
import type { Value } from '../schema/value.ts';
import { Random, shuffled } from '../stats/random.ts';
import type { Taken } from './take.ts';

/** One in this many documents is held back: it isn't timed, and serializers get it only at the end, as an unseen document. */
const HELD_BACK = 5;
const SEED = 1;
const NEWLINE = Buffer.from('\n');

interface NewDataset {
  readonly name: string;
  readonly title: string;
  readonly schema: string;
  /** Path of the user's schema, to find files that it refers to; absent if the schema was inferred. */
  readonly schemaFile?: string;
  readonly taken: Taken;
}

export async function makeUserDataset(parent: string, source: NewDataset) {
  const folder = join(parent, source.name);
  if (!nameSchema.safeParse(source.name).success)
    throw new UserDataError(source.name, 'not a name for a dataset: use letters, digits, "-", "_" and "."');
  if (existsSync(folder))
    throw new UserDataError(folder, 'already exists: choose another name, or remove it');
  const { chosen } = source.taken;
  const heldBack = shuffled(chosen, new Random(SEED)).slice(0, Math.floor(chosen.length / HELD_BACK));
  const timed = chosen.filter((document) => !heldBack.includes(document));
  const documents = [...timed, ...heldBack];
  const { schema, schemaFile } = source;
  const read = schemaFile === undefined ? null : parseSchemaFile(schemaFile);
  const model = read?.model ?? parseSchema(schema, 'schema.json');
  const values = await valuesOf(model, schemaFile ?? 'schema.json', documents);
  const definition = definitionOf(source.title, model, values, timed.length);
  const aside = join(parent, `.${source.name}-${process.pid}.partial`);
  const write = (file: string, content: string | Uint8Array) => {
    makeFolder(dirname(join(aside, file)));
    writeFileSync(join(aside, file), content);
  };
  try {
    for (const [file, text] of read?.files ?? []) write(relative(dirname(schemaFile!), file), text);
    write('schema.json', schema);
    write('dataset.toml', definition);
    write('documents.ndjson', Buffer.concat(documents.flatMap(({ bytes }) => [bytes, NEWLINE])));
    renameSync(aside, folder);
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
  const places = documents.map(({ place }) => basename(place));
  return { definition: { ...readDataset(folder), places }, model, values };
}

function definitionOf(title: string, model: SchemaModel, values: readonly Value[], timed: number): string {
  const fixture = encodeFixture(model, values.slice(0, timed));
  const digest = digestOf(model, fixture, hardDocuments(model, 'bounds'), values.slice(timed));
  return `title = ${JSON.stringify(title.replace(/\p{Cc}/gu, ' '))}
seed = ${SEED}
# The documents, each as it was written: first the timed ones, then those held out as unseen documents.
documents = "documents.ndjson"

[sizes.sample]
documents = ${timed}
digest = "${digest}"
`;
}
