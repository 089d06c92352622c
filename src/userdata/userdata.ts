/** Turns a user's documents into a dataset: the entry point of this folder. */
import { basename } from 'node:path';
import { MOST } from '../define/bounds.ts';
import { quoteWord } from '../define/names.ts';
import { readText } from '../define/text.ts';
import type { DatasetDefinition } from '../define/types.ts';
import type { SchemaModel } from '../schema/model.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { parseOverrule } from './infer/overrule.ts';
import { counted } from './infer/scalars.ts';
import { Seen } from './infer/see.ts';
import { type Decision, inferSchema } from './infer/write.ts';
import { makeUserDataset } from './make.ts';
import { shortPath, type Watch } from './source.ts';
import { type Taken, takeDocuments } from './take.ts';

/** A user's request; paths are absolute. */
export interface UserDataRequest {
  /** A file, a folder, or `-` for standard input. */
  readonly source: string;
  readonly documents?: 'root' | 'elements';
  /** Path of a JSON Schema; if absent, the schema is inferred. */
  readonly schema?: string;
  /** The user's decisions on types, such as `/status=string`; ignored with `schema`. */
  readonly overrules?: readonly string[];
  /** Whether the run's folder keeps a copy of the documents. */
  readonly keep?: true;
}

export interface UserData {
  readonly request: UserDataRequest;
  readonly definition: DatasetDefinition;
  readonly own: {
    readonly name: string;
    /** Numbers of documents: all of the source, the timed ones, and those held back as unseen documents. */
    readonly documents: number;
    readonly timed: number;
    readonly held: number;
    readonly medianBytes: number;
  };
}

/**
 * Makes a dataset in the folder `parent`, and a summary of its documents and schema.
 *
 * @throws UserDataError for documents that can't be read or modelled; DefinitionError for a malformed schema
 */
export async function takeUserData(
  request: UserDataRequest,
  watch: Watch,
  parent: string,
  name = nameOf(request.source),
): Promise<UserData & { readonly model: SchemaModel; readonly summary: readonly string[] }> {
  const { taken, schema } = await read(request, watch);
  const { total: documents, chosen } = taken;
  const [some, all] = [chosen.length, documents].map(grouped) as [string, string];
  const part = some === all ? all : `${some} of ${all}`;
  const title = `${name}: ${documents === 1 ? 'one document' : `${part} documents`} of yours`;
  const beside = request.schema !== undefined && { schemaFile: shortPath(request.schema) };
  const { definition, model } = await makeUserDataset(parent, { name, title, schema, taken, ...beside });
  const timed = definition.sizes[0]!.documents;
  const medianBytes = Math.round(median(sortSamples(chosen.map(({ bytes }) => bytes.length))));
  const own = { name, documents, timed, held: chosen.length - timed, medianBytes };
  const summary = [documentsText(request, taken, own), schemaText(request, model)];
  return { request, definition, own, model, summary };
}

export async function inferUserData(
  request: UserDataRequest,
  watch: Watch,
): Promise<{ readonly schema: string; readonly decisions: readonly Decision[] }> {
  return read(request, watch);
}

async function read(request: UserDataRequest, watch: Watch) {
  const { source, documents, overrules = [], schema: file } = request;
  const given = file === undefined ? null : readText(shortPath(file), MOST.file);
  const asked = given === null ? overrules.map(parseOverrule) : [];
  const seen = new Seen();
  const taken = await takeDocuments(shortPath(source), {
    ...watch,
    ...(documents && { documents }),
    ...(given === null && { each: (document, place) => seen.add(document, place) }),
  });
  if (given !== null) return { taken, schema: given, decisions: [] };
  const { schema, decisions } = inferSchema(seen, nameOf(source), asked);
  return { taken, schema: `${JSON.stringify(schema, null, 2)}\n`, decisions };
}

/** Derives a valid name of a dataset from its source: `orders` from `/home/anna/orders.ndjson.gz`. */
function nameOf(source: string): string {
  if (source === '-') return 'stdin';
  return (
    basename(source)
      .replace(/(\.(json|ndjson|jsonl|geojson|gz|zst))+$/i, '')
      .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[^A-Za-z0-9]+/, '')
      .slice(0, MOST.name) || 'data'
  );
}

const grouped = (count: number) => count.toLocaleString('en');

const PLACES: Readonly<Record<Taken['kind'], string>> = {
  one: ', JSON',
  elements: ', the elements of a list (--documents root reads it as one)',
  lines: ', one a line (NDJSON)',
  values: ', one after another',
  files: ', in the files of a folder',
};

/** Such as `orders.ndjson: 200 documents, one a line (NDJSON). 160 are timed, …`. */
function documentsText(
  { source }: UserDataRequest,
  { kind, leftOut, total }: Taken,
  { timed, held }: UserData['own'],
): string {
  const name = source === '-' ? 'standard input' : basename(source);
  const count = total === 1 ? 'one document' : counted(total, 'document');
  const isSample = timed + held < total;
  const sample = isSample ? ` A seeded sample of ${grouped(timed + held)} is used.` : '';
  const [first, ...more] = leftOut;
  const alike = more.length === 0 ? '' : ` and ${grouped(more.length)} more`;
  const skipped = first === undefined ? '' : ` Not read: ${first}${alike}.`;
  const others = `others like ${timed === 1 ? 'it' : 'them'} are generated`;
  const rest = held > 0 ? `${grouped(held)} held back as documents never seen before` : others;
  const what = timed === 1 ? `It is timed, ${rest}` : `${grouped(timed)} are timed, ${rest}`;
  return `${name}: ${count}${PLACES[kind]}.${sample} ${what}.${skipped}`;
}

/** Such as `Schema: 14 fields in 3 records; see it: wiremark infer orders.ndjson`. */
function schemaText(
  { source, schema, documents, overrules = [] }: UserDataRequest,
  model: SchemaModel,
): string {
  const records = [...model.records.values()];
  const fields = records.reduce((sum, one) => sum + one.fields.length, 0);
  const within = `${counted(fields, 'field')} in ${counted(records.length, 'record')}`;
  const shape = `Schema: ${records.length === 0 ? 'no records' : within}`;
  if (schema !== undefined) return `${shape}, from ${basename(schema)}`;
  if (source === '-') return shape;
  const flags = [
    ...(documents ? ['--documents', documents] : []),
    ...overrules.flatMap((one) => ['--as', one]),
  ];
  return `${shape}; see it: wiremark infer ${[shortPath(source), ...flags].map(quoteWord).join(' ')}`;
}
