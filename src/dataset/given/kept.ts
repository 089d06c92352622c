/** The documents of a dataset that names their file. */
import { join } from 'node:path';
import { datasetError } from '../../define/dataset.ts';
import type { DatasetDefinition, DatasetSize } from '../../define/types.ts';
import { checkRegular } from '../../files/regular-file.ts';
import { systemWords } from '../../files/system-words.ts';
import { isWhole, type SchemaModel } from '../../schema/model.ts';
import type { Value } from '../../schema/value.ts';
import { giveWay } from '../give-way.ts';
import { repeatedResource } from '../resources.ts';
import { decodeGiven } from './decode.ts';
import { GivenError } from './error.ts';
import { type GivenDocument, readDocuments } from './read.ts';
import { givenValue } from './values.ts';

const MOST_BYTES = 64 * 2 ** 20;
const MOST_DOCUMENTS = 100_000;

/** @throws DefinitionError for a file that can't be used, GivenError for a document in it */
export async function keptDocuments(
  definition: DatasetDefinition,
  model: SchemaModel,
  size: DatasetSize,
): Promise<{ readonly timed: Value[]; readonly held: Value[] }> {
  const name = definition.documents!;
  const fail = (what: string) => datasetError(definition, ['documents'], `${name} ${what}`);
  const file = join(definition.folder, name);
  try {
    checkRegular(file, { most: MOST_BYTES, links: false });
  } catch (error) {
    throw fail(`can't be read: ${systemWords(error)}`);
  }
  // A list on a line is a document.
  const { documents } = await readDocuments(file, { documents: 'root' });
  const all = await valuesOf(model, definition.schemaFile, documents);
  if (all.length > MOST_DOCUMENTS) throw fail(`has more than ${MOST_DOCUMENTS} documents: leave some out`);
  if (all.length < size.documents) {
    const what = `${size.documents} are timed, but ${name} has ${all.length}: write at most ${all.length}`;
    throw datasetError(definition, ['sizes', size.name, 'documents'], what);
  }
  return { timed: all.slice(0, size.documents), held: all.slice(size.documents) };
}

/**
 * Documents as values of a schema.
 *
 * @param schemaFile for messages
 * @throws GivenError for a document that isn't of the schema, and for a schema of objects that differ from their documents
 */
export async function valuesOf(
  model: SchemaModel,
  schemaFile: string,
  documents: Iterable<GivenDocument> | AsyncIterable<GivenDocument>,
): Promise<Value[]> {
  if (!isWhole(model)) {
    const what = 'documents that are given have no fields that objects alone hold, or compute';
    throw new GivenError(schemaFile, `${what}: leave "writeOnly" and "x-computed" out`);
  }
  const values: Value[] = [];
  for await (const document of documents) {
    const value = givenValue(model, decodeGiven(document), document.place);
    const twice = repeatedResource(model, value);
    if (twice !== undefined) throw new GivenError(document.place, twice);
    values.push(value);
    await giveWay();
  }
  return values;
}
