import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { datasetError } from '../define/dataset.ts';
import { quoteWord } from '../define/names.ts';
import type { DatasetDefinition, DatasetSize } from '../define/types.ts';
import { requireRegular, systemWords } from '../machine/files/read.ts';
import { type Decoded, type DecodedMap, NumberLiteral } from '../oracle/decoded.ts';
import { exactInteger } from '../oracle/exact-integer.ts';
import { parseRfc3339 } from '../oracle/instant.ts';
import { beyondBounds } from '../schema/bounds.ts';
import { jsonPointer } from '../schema/json.ts';
import {
  ANY,
  type Field,
  isWhole,
  type RecordType,
  type ScalarKind,
  type SchemaModel,
  type Type,
} from '../schema/model.ts';
import { isBase64, setField, UUID, type Value } from '../schema/value.ts';
import { decodeDocument, UserDataError, type UserDocument } from './document.ts';
import { giveWay } from './give-way.ts';
import { repeatedResource } from './resources.ts';
import { Splitter } from './split.ts';

const MOST_BYTES = 64 * 2 ** 20;
const MOST_DOCUMENTS = 100_000;

export async function userDocuments(definition: DatasetDefinition, model: SchemaModel, size: DatasetSize) {
  const name = definition.documents!;
  const fail = (what: string) => datasetError(definition, ['documents'], `${name} ${what}`);
  const file = join(definition.folder, name);
  try {
    requireRegular(file, MOST_BYTES);
  } catch (error) {
    throw fail(`can't be read: ${systemWords(error)}`);
  }
  const splitter = new Splitter(file, false);
  const own = [...splitter.feed(readFileSync(file)), ...splitter.end()];
  const all = await valuesOf(model, definition.schemaFile, own);
  if (all.length > MOST_DOCUMENTS) throw fail(`has more than ${MOST_DOCUMENTS} documents: leave some out`);
  if (all.length < size.documents) {
    const what = `${size.documents} are timed, but ${name} has ${all.length}: write at most ${all.length}`;
    throw datasetError(definition, ['sizes', size.name, 'documents'], what);
  }
  const place = (index: number) => definition.places?.[index] ?? basename(own[index]!.place);
  return {
    timed: all.slice(0, size.documents),
    heldBack: all.slice(size.documents),
    own: own.map((document, index) => ({ ...document, place: place(index) })),
  };
}

/** @throws UserDataError for a document that doesn't fit the schema, and for a schema with hidden or computed fields */
export async function valuesOf(model: SchemaModel, schemaFile: string, documents: readonly UserDocument[]) {
  if (!isWhole(model)) {
    const what = 'schemas of your own documents have no hidden or computed fields';
    throw new UserDataError(schemaFile, `${what}: leave "writeOnly" and "x-computed" out`);
  }
  const values: Value[] = [];
  for (const document of documents) {
    const value = userValue(model, decodeDocument(document), document.place);
    const twice = repeatedResource(model, value);
    if (twice !== undefined) throw new UserDataError(document.place, twice);
    values.push(value);
    await giveWay();
  }
  return values;
}

export function userValue(model: SchemaModel, decoded: Decoded, place = 'the document'): Value {
  return new ValueReader(model, place).value(model.root, decoded);
}

const SCALARS: Readonly<Record<ScalarKind, (found: Decoded) => Value | undefined>> = {
  boolean: (found) => (typeof found === 'boolean' ? found : undefined),
  int32: (found) => integer(found, 32),
  int64: (found) => integer(found, 64),
  double: (found) => {
    const value = found instanceof NumberLiteral ? Number(found.text) : Number.NaN;
    return Number.isFinite(value) ? value : undefined;
  },
  string: (found) => (typeof found === 'string' ? found : undefined),
  uuid: (found) => (typeof found === 'string' && UUID.test(found) ? found : undefined),
  instant: (found) => (typeof found === 'string' ? milliseconds(found) : undefined),
  bytes: (found) =>
    typeof found === 'string' && isBase64(found) ? new Uint8Array(Buffer.from(found, 'base64')) : undefined,
};

function integer(found: Decoded, bits: number): bigint | undefined {
  const value = found instanceof NumberLiteral ? exactInteger(found.text) : null;
  return value !== null && BigInt.asIntN(bits, value) === value ? value : undefined;
}

/** Parses RFC 3339 to ms since 1970; undefined for other texts, fractions of a millisecond, and years beyond 0000 to 9999. */
function milliseconds(text: string): bigint | undefined {
  const nanoseconds = parseRfc3339(text)?.nanoseconds;
  if (nanoseconds === undefined || nanoseconds % 1_000_000n !== 0n) return undefined;
  const value = nanoseconds / 1_000_000n;
  return new Date(Number(value)).toISOString().length === 24 ? value : undefined;
}

class ValueReader {
  readonly #model: SchemaModel;
  readonly #place: string;
  /** Path to the current value. `place` is the step as `--as` spells it: `*` for indexes and for keys of maps. */
  readonly #path: { readonly step: string | number; readonly place: string }[] = [];

  constructor(model: SchemaModel, place: string) {
    this.#model = model;
    this.#place = place;
  }

  value(type: Type, found: Decoded): Value {
    const value = this.#read(type, found);
    const beyond = type.bounds && value !== null ? beyondBounds(type.bounds, value) : undefined;
    return beyond === undefined ? value : this.#fail(beyond, 'widen the bounds of the schema');
  }

  #read(type: Type, found: Decoded): Value {
    if (type.kind === 'any') return this.#any(found);
    if (type.kind === 'list' && Array.isArray(found))
      return found.map((one, index) => this.#within(index, '*', () => this.value(type.element, one)));
    if (found instanceof Map && type.kind === 'map') {
      const read = (key: string, one: Decoded) => this.#within(key, '*', () => this.value(type.value, one));
      return new Map(Array.from(found, ([key, one]) => [key, read(key, one)]));
    }
    if (found instanceof Map && type.kind === 'record')
      return this.#record(this.#model.records.get(type.name)!, found);
    if (type.kind === 'enum' && typeof found === 'string') {
      if (this.#model.enums.get(type.name)!.values.includes(found)) return found;
      return this.#fail(`${shown(found)} is not a value of the enum ${type.name}`, 'string');
    }
    const value = type.kind in SCALARS ? SCALARS[type.kind as ScalarKind](found) : undefined;
    return value === undefined ? this.#mistyped(type, found) : value;
  }

  #any(found: Decoded): Value {
    if (Array.isArray(found)) return this.#read({ kind: 'list', element: ANY }, found);
    if (found instanceof Map) return this.#read({ kind: 'map', value: ANY }, found);
    if (!(found instanceof NumberLiteral)) return found as null | boolean | string;
    const value = Number(found.text);
    // A number with a point or an exponent is a double, which may be rounded.
    const whole = /[.eE]/.test(found.text) ? null : exactInteger(found.text);
    if (Number.isFinite(value) && (whole === null || BigInt(value) === whole)) return value;
    return this.#fail(`${shown(found)} can't be represented exactly as a double`, 'write it as a string');
  }

  #record({ name, stored }: RecordType, found: DecodedMap): Value {
    const record: Record<string, Value> = {};
    let known = 0;
    for (const field of stored) {
      const part = found.get(field.name);
      if (part !== undefined) known++;
      this.#within(field.name, field.name, () => {
        const value = this.#field(field, part);
        if (value !== undefined) setField(record, field.name, value);
      });
    }
    if (known === found.size) return record;
    const names = new Set(stored.map((field) => field.name));
    const unknown = [...found.keys()].find((key) => !names.has(key))!;
    return this.#within(unknown, unknown, () =>
      this.#fail(`the record ${name} of the schema has no such field`, 'add it, or leave --schema out'),
    );
  }

  #field({ presence, type }: Field, found: Decoded | undefined): Value | undefined {
    if (found == null && presence === 'optional') return undefined;
    if (found === undefined) return this.#fail('a required field is missing', 'optional');
    if (found !== null || type.kind === 'any') return this.value(type, found);
    return presence === 'nullable' ? null : this.#fail('null, where a value is required', 'nullable');
  }

  #mistyped({ kind }: Type, found: Decoded): never {
    const kinds = ['int32', 'int64', 'double', 'boolean', 'string'] as const;
    const other = kinds.find((one) => one !== kind && SCALARS[one](found) !== undefined) ?? 'any';
    return this.#fail(`${shown(found)} isn't of the type ${kind}`, other);
  }

  #within<T>(step: string | number, place: string, read: () => T): T {
    this.#path.push({ step, place });
    const value = read();
    this.#path.pop();
    return value;
  }

  #fail(what: string, instead: string): never {
    const place = jsonPointer(this.#path.map((one) => one.place));
    const write = instead === 'nullable' ? 'write "type": ["string", "null"]' : `use ${instead}`;
    const overrule = `${write} in the schema, or --as ${quoteWord(`${place}=${instead}`)}`;
    const advice = instead.includes(' ') ? instead : overrule;
    const pointer = jsonPointer(this.#path.map(({ step }) => step));
    throw new UserDataError(this.#place, `${what}: ${advice}`, pointer);
  }
}

function shown(found: Decoded): string {
  if (found instanceof NumberLiteral) return found.text;
  if (Array.isArray(found)) return 'a list';
  return found instanceof Map ? 'an object' : JSON.stringify(found);
}
