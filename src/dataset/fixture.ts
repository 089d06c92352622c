/** The neutral fixture format of docs/PROTOCOL.md: typed documents as a file that any language reads in a page. */
import { ByteReader } from '../format/byte-reader.ts';
import { ByteWriter } from '../format/byte-writer.ts';
import { isWellFormed, pointerToken } from '../schema/json.ts';
import type { Field, RecordType, SchemaModel, Type } from '../schema/model.ts';
import type { RecordValue, Value } from './value.ts';

const MAGIC = Buffer.from('WMFIX 1\n', 'latin1');

/**
 * Writes documents as a fixture file.
 *
 * @throws TypeError with a JSON Pointer, whose first step is the document's index, for a value that isn't of the
 *   model's type
 */
export function encodeFixture(model: SchemaModel, documents: readonly Value[]): Uint8Array {
  const encoder = new Encoder(model);
  encoder.writer.bytes(MAGIC);
  encoder.writer.u32be(documents.length);
  documents.forEach((document, i) => {
    encoder.value({ kind: 'record', name: model.root }, document, `/${i}`);
  });
  return encoder.writer.finish();
}

const TAG = (letter: string): number => letter.charCodeAt(0);
const NULL = TAG('N');
const TRUE = TAG('T');
const FALSE = TAG('F');
const INT32 = TAG('i');
const INT64 = TAG('l');
const DOUBLE = TAG('d');
const STRING = TAG('s');
const ENUM = TAG('e');
const UUID = TAG('u');
const INSTANT = TAG('m');
const BYTES = TAG('b');
const LIST = TAG('[');
const RECORD = TAG('{');

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

class Encoder {
  readonly writer = new ByteWriter();
  readonly #model: SchemaModel;
  readonly #names = new Map<string, Uint8Array>();

  constructor(model: SchemaModel) {
    this.#model = model;
  }

  value(type: Type, value: Value | undefined, pointer: string): void {
    const { writer } = this;
    switch (type.kind) {
      case 'boolean':
        if (typeof value !== 'boolean') throw mistyped(type, value, pointer);
        writer.u8(value ? TRUE : FALSE);
        return;
      case 'int32':
        if (typeof value !== 'number' || !Object.is(value | 0, value)) throw mistyped(type, value, pointer);
        writer.u8(INT32);
        writer.u32be(value >>> 0);
        return;
      case 'int64':
      case 'date-time':
        if (typeof value !== 'bigint' || BigInt.asIntN(64, value) !== value)
          throw mistyped(type, value, pointer);
        writer.u8(type.kind === 'int64' ? INT64 : INSTANT);
        writer.u64be(value);
        return;
      case 'double':
        if (typeof value !== 'number') throw mistyped(type, value, pointer);
        writer.u8(DOUBLE);
        writer.doubleBe(value);
        return;
      case 'string':
        this.#text(STRING, type, value, pointer);
        return;
      case 'enum':
        if (!this.#model.enums.get(type.name)!.values.includes(value as string))
          throw mistyped(type, value, pointer);
        this.#text(ENUM, type, value, pointer);
        return;
      case 'uuid':
        if (typeof value !== 'string' || !UUID_TEXT.test(value)) throw mistyped(type, value, pointer);
        writer.u8(UUID);
        writer.bytes(Buffer.from(value.replaceAll('-', ''), 'hex'));
        return;
      case 'bytes':
        if (!(value instanceof Uint8Array)) throw mistyped(type, value, pointer);
        writer.u8(BYTES);
        writer.u32be(value.length);
        writer.bytes(value);
        return;
      case 'list':
        if (!Array.isArray(value)) throw mistyped(type, value, pointer);
        writer.u8(LIST);
        writer.u32be(value.length);
        for (let i = 0; i < value.length; i++) this.value(type.element, value[i], `${pointer}/${i}`);
        return;
      case 'record':
        if (!isRecord(value)) throw mistyped(type, value, pointer);
        this.#record(this.#model.records.get(type.name)!, value, pointer);
        return;
    }
  }

  #text(tag: number, type: Type, value: Value | undefined, pointer: string): void {
    if (typeof value !== 'string' || !isWellFormed(value)) throw mistyped(type, value, pointer);
    const bytes = Buffer.from(value, 'utf8');
    this.writer.u8(tag);
    this.writer.u32be(bytes.length);
    this.writer.bytes(bytes);
  }

  #record({ name, fields }: RecordType, value: RecordValue, pointer: string): void {
    const present = fields.filter(
      (field) => field.presence !== 'optional' || Object.hasOwn(value, field.name),
    );
    const unknown = Object.keys(value).find((key) => !present.some((field) => field.name === key));
    if (unknown !== undefined) {
      throw new TypeError(`${pointer}: ${name} has no field ${JSON.stringify(unknown)}`);
    }
    this.writer.u8(RECORD);
    this.writer.u32be(present.length);
    for (const field of present) {
      this.writer.bytes(this.#name(field.name));
      this.#field(field, Object.hasOwn(value, field.name) ? value[field.name] : undefined, pointer);
    }
  }

  #field({ name, type, presence }: Field, value: Value | undefined, pointer: string): void {
    if (value === null && presence !== 'required') this.writer.u8(NULL);
    else this.value(type, value, `${pointer}/${pointerToken(name)}`);
  }

  /** A field's name with its length in front. */
  #name(name: string): Uint8Array {
    let bytes = this.#names.get(name);
    if (bytes === undefined) {
      const text = Buffer.from(name, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      bytes = Buffer.concat([length, text]);
      this.#names.set(name, bytes);
    }
    return bytes;
  }
}

function isRecord(value: Value | undefined): value is RecordValue {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

function mistyped(type: Type, value: Value | undefined, pointer: string): TypeError {
  const expected = 'name' in type ? `${type.kind} ${type.name}` : type.kind;
  const isObject = typeof value === 'object' && value !== null;
  const found = isObject
    ? Object.prototype.toString.call(value)
    : typeof value === 'string'
      ? JSON.stringify(value)
      : String(value);
  return new TypeError(`${pointer}: expected ${expected}, found ${found}`);
}

/**
 * Reads a fixture file, whoever wrote it. Tags become values as src/schema/value.ts says: `i` and `d` a number, `l`
 * and `m` a bigint, `s`, `e` and `u` a string. What the values should be is for the comparison to say.
 *
 * @throws DecodeError with the offset, for anything that isn't exactly one well-formed fixture
 */
export function decodeFixture(bytes: Uint8Array): Value[] {
  const reader = new ByteReader(bytes);
  if (!reader.bytes.subarray(0, MAGIC.length).equals(MAGIC)) {
    reader.fail('this is no fixture: it does not begin with "WMFIX 1" and a line feed');
  }
  reader.offset = MAGIC.length;
  const documents = readElements(reader, 'documents');
  reader.finish();
  return documents;
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
    case INT32:
      return reader.bytes.readInt32BE(reader.take(4, 'an int32'));
    case INT64:
    case INSTANT:
      return reader.bytes.readBigInt64BE(reader.take(8, 'an int64'));
    case DOUBLE:
      return reader.bytes.readDoubleBE(reader.take(8, 'a double'));
    case STRING:
    case ENUM:
      return readText(reader, 'a string');
    case UUID:
      return readUuid(reader);
    case BYTES:
      return reader.blob(readCount(reader, 1, 'bytes'), 'bytes');
    case LIST:
      return readElements(reader, 'elements');
    case RECORD:
      return readRecord(reader);
    default:
      return reader.fail(`unknown tag 0x${tag.toString(16).padStart(2, '0')}`, reader.offset - 1);
  }
}

function readElements(reader: ByteReader, what: string): Value[] {
  const count = readCount(reader, 1, what);
  const values: Value[] = [];
  for (let i = 0; i < count; i++) {
    reader.enter(i);
    values.push(readValue(reader));
    reader.leave();
  }
  return values;
}

function readRecord(reader: ByteReader): RecordValue {
  // A field takes at least the length of its name and a tag.
  const count = readCount(reader, 5, 'fields');
  const record: Record<string, Value> = {};
  for (let i = 0; i < count; i++) {
    const start = reader.offset;
    const name = readText(reader, "a field's name");
    if (Object.hasOwn(record, name)) reader.fail(`the field ${JSON.stringify(name)} is there twice`, start);
    reader.enter(name);
    const value = readValue(reader);
    reader.leave();
    // An assignment to __proto__ would set none.
    if (name === '__proto__') Object.defineProperty(record, name, { value, enumerable: true });
    else record[name] = value;
  }
  return record;
}

function readText(reader: ByteReader, what: string): string {
  return reader.utf8(readCount(reader, 1, `bytes of ${what}`), what);
}

function readUuid(reader: ByteReader): string {
  const start = reader.take(16, 'a uuid');
  const hex = reader.bytes.toString('hex', start, start + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
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
