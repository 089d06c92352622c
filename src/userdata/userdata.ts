/** Turns a user's documents into a dataset: the entry point of this folder. */
import { basename } from 'node:path';
import { UserDataError } from '../dataset/document.ts';
import { MOST } from '../define/bounds.ts';
import { quoteWord } from '../define/names.ts';
import { readText } from '../define/text.ts';
import type { DatasetDefinition } from '../define/types.ts';
import { shortPath } from '../machine/files/read.ts';
import { entriesOf } from '../oracle/fields.ts';
import { jsonText } from '../oracle/formats/json.ts';
import { pointerToken } from '../schema/json.ts';
import { placesIn, type SchemaModel, type Type } from '../schema/model.ts';
import type { Value } from '../schema/value.ts';
import { median, sortSamples } from '../stats/samples.ts';
import { parseOverrule } from './infer/overrule.ts';
import { counted } from './infer/scalars.ts';
import { Seen } from './infer/see.ts';
import { type Decision, inferSchema } from './infer/write.ts';
import { makeUserDataset } from './make.ts';
import { STANDARD_INPUT, type Watch } from './source.ts';
import { type Taken, takeDocuments } from './take.ts';

export interface UserDataRequest {
  readonly source: string;
  readonly documents?: 'root' | 'elements';
  readonly schema?: string;
  /** `plain`: rows that can take plain objects (a JSON parser's) get them; `typed`: none does. Absent: their manifests decide. */
  readonly objects?: 'plain' | 'typed';
  /** Types that the user chose, such as `/status=string`; ignored with `schema`. */
  readonly overrules?: readonly string[];
  readonly keep?: true;
}

export interface UserData {
  readonly request: UserDataRequest;
  readonly definition: DatasetDefinition;
  readonly own: {
    readonly name: string;
    readonly documents: number;
    readonly timed: number;
    readonly held: number;
    readonly medianBytes: number;
    readonly notes?: readonly string[];
  };
}

export async function takeUserData(
  request: UserDataRequest,
  watch: Watch,
  parent: string,
  name = nameOf(request.source),
): Promise<UserData & { readonly model: SchemaModel; readonly summary: readonly string[] }> {
  const { taken, schema, decisions } = await readUserData(request, watch);
  const { total: documents, chosen } = taken;
  const [some, all] = [chosen.length, documents].map(grouped) as [string, string];
  const part = some === all ? all : `${some} of ${all}`;
  const title = `${name}: ${documents === 1 ? 'your document' : `your ${part} documents`}`;
  const beside = request.schema !== undefined && { schemaFile: shortPath(request.schema) };
  const made = await makeUserDataset(parent, { name, title, schema, taken, ...beside });
  const { definition, model } = made;
  const timed = definition.sizes[0]!.documents;
  const medianBytes = Math.round(median(sortSamples(chosen.map(({ bytes }) => bytes.length))));
  const notes = [
    ...objectsNotes(request, made.values),
    ...typeNotes(decisions),
    ...anyNotes(model, made.values),
  ];
  const counts = { documents, timed, held: chosen.length - timed };
  const own = { name, ...counts, medianBytes, ...(notes.length > 0 && { notes }) };
  const summary = [documentsText(request, taken, own), schemaText(request, model), ...notes];
  return { request, definition: withObjects(definition, request), own, model, summary };
}

export function withObjects(definition: DatasetDefinition, { objects }: UserDataRequest): DatasetDefinition {
  return objects === 'typed' ? definition : { ...definition, plain: objects ? 'asked' : 'default' };
}

const EMPTY = /^[[{]\s*[\]}]$/;

export async function readUserData(request: UserDataRequest, watch: Watch) {
  const { source, documents, overrules = [], schema: file } = request;
  const given = file === undefined ? null : readText(shortPath(file), MOST.file);
  const asked = given === null ? overrules.map(parseOverrule) : [];
  const seen = new Seen();
  const taken = await takeDocuments(shortPath(source), {
    ...watch,
    ...(documents && { documents }),
    ...(given === null && { each: (document, place) => seen.add(document, place) }),
  });
  if (taken.chosen.every(({ bytes }) => bytes.length < 64 && EMPTY.test(Buffer.from(bytes).toString()))) {
    const which = taken.total === 1 ? 'its document is' : 'all its documents are';
    throw new UserDataError(shortPath(source), `${which} empty ([] or {}), so there is nothing to measure`);
  }
  if (given !== null) return { taken, schema: given, decisions: [] };
  const { schema, decisions } = inferSchema(seen, nameOf(source), asked);
  return { taken, schema: `${JSON.stringify(schema, null, 2)}\n`, decisions };
}

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
  one: '',
  elements: ', the elements of a list (--documents root reads it as one)',
  lines: ', one a line (NDJSON)',
  values: ', one after another',
  files: ', in the files of a folder',
};

function documentsText(
  { source }: UserDataRequest,
  { kind, leftOut, total }: Taken,
  { timed, held }: UserData['own'],
): string {
  const name = source === '-' ? STANDARD_INPUT : basename(source);
  const count = counted(total, kind === 'one' ? 'JSON document' : 'document');
  const isSample = timed + held < total;
  const sample = isSample ? ` A seeded sample of ${grouped(timed + held)} is used.` : '';
  const [first, ...more] = leftOut;
  const alike = more.length === 0 ? '' : ` and ${grouped(more.length)} more`;
  const skipped = first === undefined ? '' : ` Not read: ${first}${alike}.`;
  const rest =
    held > 0
      ? `, ${grouped(held)} ${held === 1 ? 'is' : 'are'} held out`
      : '; similar ones are generated for the checks';
  const what = `${timed === 1 ? 'It is timed' : `${grouped(timed)} are used for timing`}${rest}`;
  return `${name}: ${count}${PLACES[kind]}.${sample} ${what}.${skipped}`;
}

function schemaText({ source, schema, documents, overrules = [] }: UserDataRequest, model: SchemaModel) {
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

function objectsNotes({ objects }: UserDataRequest, values: readonly Value[]): string[] {
  const typed = 'Rows start from typed objects, with classes or dates';
  if (objects === 'typed') return [`${typed}.`];
  const path = inexactPath(values);
  const place = path?.slice(2) || 'the document';
  return path === null
    ? []
    : [`${typed}: ${place} has integers beyond 2⁵³, which not every JSON parser keeps.`];
}

function inexactPath(value: Value): string | null {
  if (typeof value === 'bigint') return BigInt(Number(value)) === value ? null : '';
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return null;
  for (const [key, part] of value instanceof Map ? value : Object.entries(value)) {
    const path = inexactPath(part);
    if (path !== null) return `/${Array.isArray(value) ? '*' : pointerToken(key)}${path}`;
  }
  return null;
}

/**
 * Inferred types that a note mentions, because the user may want others: the beginning of a decision's `what`, its article, and
 * the effect of the flag that chooses another type. Enums come first, because they change sizes most.
 */
const CONVERTED: readonly (readonly [type: string, article: string, otherwise: string])[] = [
  ['enum', 'an ', 'keeps it text; protobuf and avro write an enum as a number'],
  ['instant', 'an ', 'keeps it text'],
  ['uuid', 'a ', 'keeps it text'],
  ['bytes', '', 'keeps it text'],
  ['map', 'a ', 'makes it a record'],
  ['string (', 'a ', 'allows any type'],
];
const MOST_NAMED = 4;

function firstOf(items: readonly string[]): string {
  const more = items.length > MOST_NAMED ? ` and ${items.length - MOST_NAMED} more` : '';
  return items.slice(0, MOST_NAMED).join(', ') + more;
}

function typeNotes(decisions: readonly Decision[]): string[] {
  const [first, ...others] = CONVERTED.flatMap(([type, article, otherwise]) =>
    decisions
      .filter(({ what, instead }) => what.startsWith(type) && instead !== '')
      .map(({ path, what, instead }) => {
        return { path: path || 'the document', as: article + what, flag: `${instead} ${otherwise}` };
      }),
  );
  if (first === undefined) return [];
  const named = others.map(({ path, as }) => `${path} as ${as}`);
  return [`${firstOf([`${first.path} is taken as ${first.as} (${first.flag})`, ...named])}.`];
}

/** If more than this share of the bytes has type `any`, a note says so. */
const MUCH = 0.1;

function anyNotes(model: SchemaModel, values: readonly Value[]): string[] {
  const paths = [...placesIn(model)].flatMap(([path, { kind }]) =>
    kind === 'any' ? [path || 'the document'] : [],
  );
  if (paths.length === 0) return [];
  const sum = (bytes: (value: Value) => number) => values.reduce<number>((all, one) => all + bytes(one), 0);
  const all = sum((value) => Buffer.byteLength(jsonText(model, model.root, value)));
  const share = sum((value) => anyBytes(model, model.root, value)) / all;
  if (share <= MUCH) return [];
  return [
    `${Math.round(100 * share)} % of the bytes are of any type (${firstOf(paths)}): Avro can't hold them, and other formats with a schema gain nothing there.`,
  ];
}

function anyBytes(model: SchemaModel, type: Type, value: Value): number {
  if (type.kind === 'any') return Buffer.byteLength(jsonText(model, type, value));
  if (value === null) return 0;
  const sum = (parts: readonly [Type, Value][]) =>
    parts.reduce((all, [of, part]) => all + anyBytes(model, of, part), 0);
  if (type.kind === 'list') return sum((value as readonly Value[]).map((part) => [type.element, part]));
  if (type.kind !== 'record' && type.kind !== 'map') return 0;
  return sum(entriesOf(model, type, value).map(([, of, part]) => [of, part]));
}
