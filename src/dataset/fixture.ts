/** The neutral fixture format of docs/PROTOCOL.md: typed documents as a file that any language reads in a page. */
import { ByteReader } from '../format/byte-reader.ts';
import { ByteWriter } from '../format/byte-writer.ts';
import { jsonPointer, MOST_VALUES } from '../format/decoded.ts';
import { isWellFormed } from '../schema/json.ts';
import type { Field, RecordType, SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, setField, typeOfAny, type Value } from '../schema/value.ts';
import { onceFor } from './once.ts';

/** What each begins with. */
export const FIXTURE_VERSION = 'WMFIX 2\n';
const MAGIC = Buffer.from(FIXTURE_VERSION, 'latin1');

/**
 * Writes documents as a fixture file: of each, what its object holds.
 *
 * @throws TypeError for a value that isn't of the model's type, with a JSON Pointer whose first step is the document's
 *   index
 */
export function encodeFixture(model: SchemaModel, documents: readonly Value[]): Uint8Array {
  const encoder = new Encoder(model);
  encoder.writer.bytes(MAGIC);
  encoder.elements(model.root, documents);
  return encoder.writer.finish();
}

const TAG = (letter: string): number => letter.charCodeAt(0);
const NULL = TAG('N');
const TRUE = TAG('T');
const FALSE = TAG('F');
const INTEGER = TAG('l');
const DOUBLE = TAG('d');
const STRING = TAG('s');
const INSTANT = TAG('m');
const BYTES = TAG('b');
const LIST = TAG('[');
const RECORD = TAG('{');
const MAP = TAG('M');

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

class Encoder {
  readonly writer = new ByteWriter();
  readonly #model: SchemaModel;
  readonly #names = new Map<string, Uint8Array>();
  /** Where the value at hand stands. */
  readonly #path: (string | number)[] = [];

  constructor(model: SchemaModel) {
    this.#model = model;
  }

  elements(type: Type, values: readonly Value[]): void {
    this.writer.u32be(values.length);
    for (let i = 0; i < values.length; i++) {
      this.#path.push(i);
      this.#value(type, values[i]);
      this.#path.pop();
    }
  }

  #value(type: Type, value: Value | undefined): void {
    switch (type.kind) {
      case 'record':
        if (!isRecord(value)) throw this.#mistyped(type, value);
        this.#record(this.#model.records.get(type.name)!, value);
        break;
      case 'list':
        if (!Array.isArray(value)) throw this.#mistyped(type, value);
        this.writer.u8(LIST);
        this.elements(type.element, value);
        break;
      case 'map':
        if (!(value instanceof Map)) throw this.#mistyped(type, value);
        this.#map(type.value, value);
        break;
      case 'any':
        this.#any(type, value);
        break;
      case 'boolean':
      case 'int32':
      case 'int64':
      case 'instant':
      case 'double':
        this.#fixedSize(type, value);
        break;
      default:
        this.#text(type, value);
    }
  }

  #map(type: Type, map: MapValue): void {
    this.writer.u8(MAP);
    this.writer.u32be(map.size);
    for (const [key, value] of map) {
      this.#string(key);
      this.#path.push(key);
      this.#value(type, value);
      this.#path.pop();
    }
  }

  #any(type: Type, value: Value | undefined): void {
    if (value === null) {
      this.writer.u8(NULL);
      return;
    }
    if (value === undefined) throw this.#mistyped(type, value);
    const own = typeOfAny(value);
    this.#value(own, own.kind === 'int64' ? BigInt(value as number | bigint) : value);
  }

  #fixedSize(type: Type, value: Value | undefined): void {
    const { writer } = this;
    if (type.kind === 'boolean' && typeof value === 'boolean') {
      writer.u8(value ? TRUE : FALSE);
    } else if (type.kind === 'int32' && typeof value === 'number' && Object.is(value | 0, value)) {
      writer.u8(INTEGER);
      writer.u64be(BigInt(value));
    } else if (type.kind === 'double' && typeof value === 'number') {
      writer.u8(DOUBLE);
      writer.doubleBe(value);
    } else if ((type.kind === 'int64' || type.kind === 'instant') && isInt64(value)) {
      writer.u8(type.kind === 'int64' ? INTEGER : INSTANT);
      writer.u64be(value);
    } else {
      throw this.#mistyped(type, value);
    }
  }

  #text(type: Type, value: Value | undefined): void {
    const { writer } = this;
    if (type.kind === 'bytes') {
      if (!(value instanceof Uint8Array)) throw this.#mistyped(type, value);
      writer.u8(BYTES);
      writer.u32be(value.length);
      writer.bytes(value);
      return;
    }
    if (typeof value !== 'string' || !isWellFormed(value) || !this.#isOf(type, value))
      throw this.#mistyped(type, value);
    writer.u8(STRING);
    this.#string(value);
  }

  #isOf(type: Type, text: string): boolean {
    if (type.kind === 'uuid') return UUID_TEXT.test(text);
    return type.kind !== 'enum' || this.#model.enums.get(type.name)!.values.includes(text);
  }

  #string(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.writer.u32be(bytes.length);
    this.writer.bytes(bytes);
  }

  #record({ name, held, properties }: RecordType, value: RecordValue): void {
    let present = 0;
    for (const field of held) if (Object.hasOwn(value, field.name)) present++;
    const keys = Object.keys(value);
    if (keys.length !== present) {
      // What is computed may stand there, and is left out.
      const unknown = keys.find((key) => !properties.some((field) => field.name === key));
      if (unknown !== undefined)
        throw new TypeError(`${jsonPointer(this.#path)}: ${name} has no field ${JSON.stringify(unknown)}`);
    }
    this.writer.u8(RECORD);
    this.writer.u32be(present);
    for (const field of held) {
      this.#path.push(field.name);
      if (Object.hasOwn(value, field.name)) this.#field(field, value[field.name]);
      else if (field.presence !== 'optional') throw this.#mistyped(field.type, undefined);
      this.#path.pop();
    }
  }

  #field({ name, type, presence }: Field, value: Value | undefined): void {
    this.writer.bytes(this.#name(name));
    if (value === null && presence !== 'required') this.writer.u8(NULL);
    else this.#value(type, value);
  }

  /** A field's name with its length in front. */
  #name(name: string): Uint8Array {
    return onceFor(this.#names, name, () => {
      const text = Buffer.from(name, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      return Buffer.concat([length, text]);
    });
  }

  #mistyped(type: Type, value: Value | undefined): TypeError {
    const expected = 'name' in type ? `${type.kind} ${type.name}` : type.kind;
    return new TypeError(`${jsonPointer(this.#path)}: expected ${expected}, found ${describe(value)}`);
  }
}

function isRecord(value: Value | undefined): value is RecordValue {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Uint8Array) && !(value instanceof Map);
}

function isInt64(value: Value | undefined): value is bigint {
  return typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
}

function describe(value: Value | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Object.is(value, -0)) return '-0';
  const isObject = typeof value === 'object' && value !== null;
  return isObject ? Object.prototype.toString.call(value) : String(value);
}

/**
 * Reads a fixture of documents of the model.
 *
 * @throws DecodeError with the offset, for anything that isn't exactly one well-formed fixture
 */
export function decodeFixture(model: SchemaModel, bytes: Uint8Array): Value[] {
  const documents = [...openFixture(bytes, Number.POSITIVE_INFINITY).documents];
  return documents.map((document) => narrowed(model, model.root, document));
}

/** Makes numbers of what a fixture has for int32, in place. */
function narrowed(model: SchemaModel, type: Type, value: Value): Value {
  if (value === null) return null;
  if (type.kind === 'int32') return Number(value);
  if (type.kind === 'list') {
    const list = value as Value[];
    for (let i = 0; i < list.length; i++) list[i] = narrowed(model, type.element, list[i]!);
  } else if (type.kind === 'map') {
    const map = value as Map<string, Value>;
    for (const [key, one] of map) map.set(key, narrowed(model, type.value, one));
  } else if (type.kind === 'record') {
    const record = value as Record<string, Value>;
    for (const field of model.records.get(type.name)!.held)
      if (Object.hasOwn(record, field.name))
        setField(record, field.name, narrowed(model, field.type, record[field.name]!));
  }
  return value;
}

/**
 * Reads a fixture of any program, document by document. Tags become values as src/schema/value.ts says: `d` a number, `l` and
 * `m` a bigint, `s` a string, `M` a Map. What they should be is for the comparison to say.
 *
 * @param most values of a document
 * @throws DecodeError with the offset, when it is its turn, for what is wrong with a document or after the last; DocumentTooLarge
 */
export function openFixture(
  bytes: Uint8Array,
  most = MOST_VALUES,
): { count: number; documents: Generator<Value> } {
  const reader = new ByteReader(bytes);
  if (!reader.bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    reader.fail('not a fixture: it does not begin with "WMFIX 2" and a line feed');
  }
  reader.offset = MAGIC.length;
  const count = readCount(reader, 1, 'documents');
  return { count, documents: readDocuments(reader, count, most) };
}

function* readDocuments(reader: ByteReader, count: number, most: number): Generator<Value> {
  for (let i = 0; i < count; i++) {
    reader.reads = most;
    yield reader.within(i, () => readValue(reader));
  }
  reader.finish();
}

function readValue(reader: ByteReader): Value {
  const tag = reader.u8('a value');
  switch (tag) {
    case NULL:
      return null;
    case TRUE:
      return true;
    case FALSE:
      return false;
    case INTEGER:
    case INSTANT:
      return reader.bytes.readBigInt64BE(reader.take(8, 'an int64'));
    case DOUBLE:
      return reader.bytes.readDoubleBE(reader.take(8, 'a double'));
    case STRING:
      return readText(reader, 'a string');
    case BYTES:
      return reader.blob(readCount(reader, 1, 'bytes'), 'bytes');
    case LIST:
      return readElements(reader);
    case RECORD:
      return readRecord(reader);
    case MAP:
      return new Map(readNamed(reader, 'key'));
    default:
      return reader.fail(`unknown tag 0x${tag.toString(16).padStart(2, '0')}`, reader.offset - 1);
  }
}

function readElements(reader: ByteReader): Value[] {
  const count = readCount(reader, 1, 'elements');
  // Grown as they come: the count is anybody's.
  const values: Value[] = [];
  for (let i = 0; i < count; i++) values.push(reader.within(i, () => readValue(reader)));
  return values;
}

function readRecord(reader: ByteReader): RecordValue {
  const record: Record<string, Value> = {};
  for (const [name, value] of readNamed(reader, 'field')) setField(record, name, value);
  return record;
}

/** Names and values of a record's fields, or of a map's keys; each name once. */
function* readNamed(reader: ByteReader, what: 'field' | 'key'): Generator<[string, Value]> {
  const names = new Set<string>();
  // Each takes at least the length of its name and a tag.
  const count = readCount(reader, 5, `${what}s`);
  for (let i = 0; i < count; i++) {
    const start = reader.offset;
    const name = readText(reader, what === 'field' ? "a field's name" : 'a key');
    if (names.has(name)) reader.fail(`the ${what} ${JSON.stringify(name)} appears twice`, start);
    names.add(name);
    yield [name, reader.within(name, () => readValue(reader))];
  }
}

function readText(reader: ByteReader, what: string): string {
  return reader.utf8(readCount(reader, 1, `bytes of ${what}`), what);
}

/** A count of things that take at least `size` bytes each: more than can follow are no reason to begin. */
function readCount(reader: ByteReader, size: number, what: string): number {
  const start = reader.take(4, `the number of ${what}`);
  const count = reader.bytes.readUInt32BE(start);
  if (count * size > reader.end - reader.offset) {
    reader.fail(`${count} ${what} don't fit into the rest of the file`, start);
  }
  return count;
}
