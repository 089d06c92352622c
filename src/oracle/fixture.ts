/** wiremark's neutral format for documents (docs/PROTOCOL.md). */
import type { RecordType, SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, setField, typeOfAny, type Value } from '../schema/value.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { MOST_VALUES } from './decoded.ts';

export const FIXTURE_VERSION = 'WMFIX 2\n';
const MAGIC = Buffer.from(FIXTURE_VERSION, 'latin1');

/** Encodes documents or objects; computed fields are left out. @throws TypeError for a value of `any` that JSON doesn't have */
export function encodeFixture(model: SchemaModel, documents: readonly Value[]): Uint8Array {
  const writer = new ByteWriter(model);
  writer.bytes(MAGIC);
  writeElements(writer, model.root, documents);
  return writer.finish();
}

function writeTag(writer: ByteWriter, letter: string): void {
  writer.u8(letter.charCodeAt(0));
}

function writeValue(writer: ByteWriter, type: Type, value: Value): void {
  if (value === null) {
    writeTag(writer, 'N');
    return;
  }
  switch (type.kind) {
    case 'record':
      writeRecord(writer, writer.model.records.get(type.name)!, value as RecordValue);
      break;
    case 'list':
      writeTag(writer, '[');
      writeElements(writer, type.element, value as readonly Value[]);
      break;
    case 'map':
      writeTag(writer, 'M');
      writer.u32be((value as MapValue).size);
      for (const [key, part] of value as MapValue) {
        writeBytes(writer, Buffer.from(key));
        writeValue(writer, type.value, part);
      }
      break;
    case 'any':
      writeValue(writer, typeOfAny(value), value);
      break;
    case 'boolean':
      writeTag(writer, value === true ? 'T' : 'F');
      break;
    case 'int32':
    case 'int64':
    case 'instant':
      writeTag(writer, type.kind === 'instant' ? 'm' : 'l');
      writer.uintBe(8, BigInt(value as number | bigint));
      break;
    case 'double':
      writeTag(writer, 'd');
      writer.doubleBe(value as number);
      break;
    case 'bytes':
      writeTag(writer, 'b');
      writeBytes(writer, value as Uint8Array);
      break;
    default:
      writeTag(writer, 's');
      writeBytes(writer, Buffer.from(value as string));
  }
}

function writeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  writer.u32be(bytes.length);
  writer.bytes(bytes);
}

function writeElements(writer: ByteWriter, type: Type, values: readonly Value[]): void {
  writer.u32be(values.length);
  for (const value of values) writeValue(writer, type, value);
}

function writeRecord(writer: ByteWriter, { stored }: RecordType, record: RecordValue): void {
  const present = stored.filter(({ name }) => Object.hasOwn(record, name));
  writeTag(writer, '{');
  writer.u32be(present.length);
  for (const { name, type } of present) {
    writeBytes(writer, Buffer.from(name));
    writeValue(writer, type, record[name]!);
  }
}

export function decodeFixture(bytes: Uint8Array): Value[] {
  return [...openFixture(bytes, Number.POSITIVE_INFINITY).documents];
}

/**
 * Decodes documents one by one. @throws DecodeError for a faulty beginning; later faults are thrown when `documents` reaches them
 */
export function openFixture(bytes: Uint8Array, most = MOST_VALUES) {
  const reader = new ByteReader(bytes);
  if (!reader.bytes.subarray(0, MAGIC.length).equals(MAGIC))
    reader.fail('not a fixture: it does not begin with "WMFIX 2" and a line feed');
  reader.offset = MAGIC.length;
  const count = readCount(reader, 1, 'documents');
  return { count, documents: readDocuments(reader, count, most) };
}

function* readDocuments(reader: ByteReader, count: number, most: number): Generator<Value> {
  for (let i = 0; i < count; i++) {
    reader.reads = most;
    yield reader.within(i, () => readValue(reader));
  }
  reader.finish(undefined);
}

function readValue(reader: ByteReader): Value {
  const tag = reader.u8('a value');
  switch (String.fromCharCode(tag)) {
    case 'N':
      return null;
    case 'T':
      return true;
    case 'F':
      return false;
    case 'l':
    case 'm':
      return reader.bytes.readBigInt64BE(reader.take(8, 'an int64'));
    case 'd':
      return reader.bytes.readDoubleBE(reader.take(8, 'a double'));
    case 's':
      return readText(reader, 'a string');
    case 'b':
      return reader.blob(readCount(reader, 1, 'bytes'), 'bytes');
    case '[':
      return readElements(reader);
    case '{':
      return readRecord(reader);
    case 'M':
      return readNamed(reader, 'key');
    default:
      return reader.fail(`unknown tag 0x${tag.toString(16).padStart(2, '0')}`, reader.offset - 1);
  }
}

function readElements(reader: ByteReader): Value[] {
  const count = readCount(reader, 1, 'elements');
  // Not preallocated, because the count may be wrong.
  const values: Value[] = [];
  for (let i = 0; i < count; i++) reader.element(values, () => readValue(reader));
  return values;
}

function readRecord(reader: ByteReader): RecordValue {
  const record: Record<string, Value> = {};
  for (const [name, value] of readNamed(reader, 'field')) setField(record, name, value);
  return record;
}

function readNamed(reader: ByteReader, what: 'field' | 'key'): Map<string, Value> {
  const named = new Map<string, Value>();
  const count = readCount(reader, 5, `${what}s`);
  for (let i = 0; i < count; i++) {
    const start = reader.offset;
    const name = readText(reader, what === 'field' ? "a field's name" : 'a key');
    reader.entry(named, name, start, () => readValue(reader));
  }
  return named;
}

function readText(reader: ByteReader, what: string): string {
  return reader.utf8(readCount(reader, 1, `bytes of ${what}`), what);
}

function readCount(reader: ByteReader, size: number, what: string): number {
  const start = reader.take(4, `the number of ${what}`);
  const count = reader.bytes.readUInt32BE(start);
  if (count * size > reader.end - reader.offset)
    reader.fail(`${count} ${what} don't fit into the rest of the file`, start);
  return count;
}
