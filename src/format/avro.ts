/** Avro binary encoding (Avro 1.12, "Binary Encoding") by the schema that src/schema/emit/avro.ts describes. */
import { avroLacks } from '../schema/emit/avro.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import type { MapValue, RecordValue, Value } from '../schema/value.ts';
import { ByteReader, readVarint } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { type Codec, type Decoded, DecodedMap } from './decoded.ts';
import { enumIndex, fieldValue } from './fields.ts';
import { instantFromMilliseconds } from './instant.ts';

export const avroCodec: Codec = {
  title: 'Avro',
  unsupported: avroLacks,
  encode(model, document) {
    const writer = new ByteWriter();
    writeValue(writer, model, model.root, document);
    return writer.finish();
  },
  decode(model, bytes) {
    const reader = new ByteReader(bytes);
    const document = readValue(reader, model, model.root);
    reader.finish();
    return document;
  },
};

function writeRecord(writer: ByteWriter, model: SchemaModel, name: string, document: RecordValue): void {
  for (const field of model.records.get(name)!.fields) {
    const value = fieldValue(document, field) ?? null;
    if (field.presence !== 'required') writeLong(writer, value === null ? 0n : 1n);
    if (value !== null) writeValue(writer, model, field.type, value);
  }
}

function writeValue(writer: ByteWriter, model: SchemaModel, type: Type, value: Value): void {
  switch (type.kind) {
    case 'record':
      writeRecord(writer, model, type.name, value as RecordValue);
      break;
    case 'list':
      writeBlock(writer, value as readonly Value[], (element) => {
        writeValue(writer, model, type.element, element);
      });
      break;
    case 'map':
      writeBlock(writer, [...(value as MapValue)], ([key, part]) => {
        writeString(writer, key);
        writeValue(writer, model, type.value, part);
      });
      break;
    case 'boolean':
      writer.u8(value === true ? 1 : 0);
      break;
    case 'int32':
    case 'int64':
    case 'instant':
      writeLong(writer, BigInt(value as number | bigint));
      break;
    case 'enum':
      writeLong(writer, BigInt(enumIndex(model, type.name, value as string)));
      break;
    case 'double':
      writer.doubleLe(value as number);
      break;
    case 'bytes':
      writeLengthAndBytes(writer, value as Uint8Array);
      break;
    default:
      writeString(writer, value as string);
  }
}

/** One block with all items of a list or a map, then the empty block. */
function writeBlock<Item>(writer: ByteWriter, items: readonly Item[], write: (item: Item) => void): void {
  if (items.length > 0) writeLong(writer, BigInt(items.length));
  for (const item of items) write(item);
  writeLong(writer, 0n);
}

function writeString(writer: ByteWriter, text: string): void {
  writeLengthAndBytes(writer, Buffer.from(text, 'utf8'));
}

function writeLengthAndBytes(writer: ByteWriter, bytes: Uint8Array): void {
  writeLong(writer, BigInt(bytes.length));
  writer.bytes(bytes);
}

/** Zigzag: 0, -1, 1, -2 become 0, 1, 2, 3. */
function writeLong(writer: ByteWriter, value: bigint): void {
  writer.varint((value << 1n) ^ (value >> 63n));
}

function readLong(reader: ByteReader, what: string): bigint {
  const zigzag = readVarint(reader, what);
  return (zigzag >> 1n) ^ -(zigzag & 1n);
}

function readRecord(reader: ByteReader, model: SchemaModel, name: string): DecodedMap {
  const map = new DecodedMap();
  for (const field of model.records.get(name)!.fields) {
    reader.entry(map, field.name, reader.offset, () => {
      const isNull = field.presence !== 'required' && readBranch(reader) === 0n;
      return isNull ? null : readValue(reader, model, field.type);
    });
  }
  return map;
}

/** Of ["null", T]. */
function readBranch(reader: ByteReader): bigint {
  const start = reader.offset;
  const branch = readLong(reader, "a union's branch");
  if (branch !== 0n && branch !== 1n) reader.fail(`branch ${branch} of a union of two`, start);
  return branch;
}

function readValue(reader: ByteReader, model: SchemaModel, type: Type): Decoded {
  switch (type.kind) {
    case 'record':
      return readRecord(reader, model, type.name);
    case 'list':
      return readList(reader, model, type.element);
    case 'map':
      return readMap(reader, model, type.value);
    case 'boolean':
      return reader.boolean();
    case 'int32':
      return readInt(reader);
    case 'int64':
      return readLong(reader, 'a long');
    case 'instant':
      return instantFromMilliseconds(readLong(reader, 'a timestamp'));
    case 'enum':
      return readEnum(reader, model, type.name);
    case 'double':
      return reader.bytes.readDoubleLE(reader.take(8, 'a double'));
    case 'bytes':
      return reader.blob(readLength(reader, 'bytes'), 'bytes');
    default:
      return reader.utf8(readLength(reader, 'a string'), 'a string');
  }
}

function readList(reader: ByteReader, model: SchemaModel, element: Type): Decoded[] {
  const list: Decoded[] = [];
  readBlocks(reader, () => {
    reader.element(list, () => readValue(reader, model, element));
  });
  return list;
}

function readMap(reader: ByteReader, model: SchemaModel, type: Type): DecodedMap {
  const map = new DecodedMap();
  readBlocks(reader, () => {
    const start = reader.offset;
    const key = reader.utf8(readLength(reader, 'a key'), 'a key');
    reader.entry(map, key, start, () => readValue(reader, model, type));
  });
  return map;
}

/** Blocks up to the empty one; a negative count is followed by the block's size, which must then be right. */
function readBlocks(reader: ByteReader, readItem: () => void): void {
  for (;;) {
    const start = reader.offset;
    const count = readLong(reader, "a block's count");
    if (count === 0n) return;
    const size = count < 0n ? readLength(reader, 'a block') : null;
    const items = count < 0n ? -count : count;
    const from = reader.offset;
    if (items > BigInt(reader.end - from) + MOST_EMPTY_ITEMS)
      reader.fail(`a block of ${items} items, ${reader.end - from} bytes left`, start);
    for (let item = 0n; item < items; item++) readItem();
    if (size !== null && reader.offset - from !== size) {
      reader.fail(`a block says it has ${size} bytes, but has ${reader.offset - from},`, start);
    }
  }
}

/** A record without fields takes no bytes, so the bytes left don't bound a count. */
const MOST_EMPTY_ITEMS = 1_000_000n;

function readLength(reader: ByteReader, what: string): number {
  const start = reader.offset;
  const length = readLong(reader, `the length of ${what}`);
  if (length < 0n) reader.fail(`${what} of length ${length}`, start);
  return Number(length);
}

function readInt(reader: ByteReader): bigint {
  const start = reader.offset;
  const value = readLong(reader, 'an int');
  if (BigInt.asIntN(32, value) !== value) reader.fail(`${value}, which is no int,`, start);
  return value;
}

function readEnum(reader: ByteReader, model: SchemaModel, name: string): string {
  const start = reader.offset;
  const index = readLong(reader, 'an enum');
  const value = model.enums.get(name)!.values[Number(index)];
  if (value === undefined) reader.fail(`${index}, which is no value of enum ${name},`, start);
  return value;
}
