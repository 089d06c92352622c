/**
 * BSON (bsonspec.org, version 1.1). An instant is a date, bytes are binary of subtype 0, an int32 is an int32 and an
 * int64 an int64; read are also the other widths, and binary of the subtypes 2, 3 and 4. A
 * document of BSON is a record: a root that is none stands in one, `{ "value": ROOT }`.
 */
import { UnsupportedByFormat } from '../schema/emit/types.ts';
import type { SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, typeOfAny, type Value } from '../schema/value.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import { type Codec, type Decoded, DecodedMap } from './decoded.ts';
import { presentFields } from './fields.ts';
import { instantFromMilliseconds } from './instant.ts';

const KEYS_END = 'BSON ends a key at U+0000';

export const bsonCodec: Codec = {
  title: 'BSON',
  unsupported(model) {
    for (const { name, fields } of model.records.values()) {
      const field = fields.find((candidate) => candidate.name.includes('\0'));
      if (field !== undefined) {
        return `${KEYS_END}, which is in the field ${JSON.stringify(field.name)} of ${name}`;
      }
    }
    return null;
  },
  encode(model, document) {
    const writer = new ByteWriter();
    if (model.root.kind === 'record') writeRecord(writer, model, model.root.name, document as RecordValue);
    else {
      const element = { key: ROOT, type: model.root, value: document };
      writeDocument(writer, () => writeElement(writer, model, element));
    }
    return writer.finish();
  },
  decode(model, bytes) {
    const reader = new ByteReader(bytes);
    const document = readDocument(reader);
    reader.finish();
    if (model.root.kind === 'record') return document;
    if (document.keys.length !== 1 || document.keys[0] !== ROOT) {
      reader.fail(`expected a document with the single key "${ROOT}"`, 0);
    }
    return document.values[0]!;
  },
};

/** The key of a root that is no record. */
const ROOT = 'value';

const ELEMENT = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  binary: 0x05,
  boolean: 0x08,
  date: 0x09,
  null: 0x0a,
  int32: 0x10,
  int64: 0x12,
} as const;

/** Element types that no document of ours has, by what the specification calls them. */
const FOREIGN = new Map([
  [0x06, 'undefined'],
  [0x07, 'ObjectId'],
  [0x0b, 'regular expression'],
  [0x0c, 'DBPointer'],
  [0x0d, 'JavaScript code'],
  [0x0e, 'symbol'],
  [0x0f, 'JavaScript code with scope'],
  [0x11, 'timestamp'],
  [0x13, 'decimal128'],
  [0x7f, 'max key'],
  [0xff, 'min key'],
]);

/** What a value of `any` is here: numbers have the shortest type that holds them. */
function bsonTypeOfAny(value: Value): Type {
  const type = typeOfAny(value);
  const isShort = type.kind === 'int64' && Number(value) === (Number(value) | 0);
  return isShort ? { kind: 'int32' } : type;
}

function elementType(type: Type, value: Value): number {
  if (value === null) return ELEMENT.null;
  switch (type.kind) {
    case 'record':
    case 'map':
      return ELEMENT.document;
    case 'list':
      return ELEMENT.array;
    case 'instant':
      return ELEMENT.date;
    case 'bytes':
      return ELEMENT.binary;
    case 'enum':
    case 'uuid':
      return ELEMENT.string;
    case 'any':
      throw new TypeError('a value of any type has the type of what it is');
    default:
      return ELEMENT[type.kind];
  }
}

function writeRecord(writer: ByteWriter, model: SchemaModel, name: string, document: RecordValue): void {
  writeDocument(writer, () => {
    for (const [field, value] of presentFields(model.records.get(name)!, document)) {
      writeElement(writer, model, { key: field.name, type: field.type, value });
    }
  });
}

/** The length, which is known only afterwards, the elements and the closing zero. */
function writeDocument(writer: ByteWriter, writeElements: () => void): void {
  const start = writer.size;
  writer.u32le(0);
  writeElements();
  writer.u8(0);
  writer.patchU32le(start, writer.size - start);
}

function writeElement(
  writer: ByteWriter,
  model: SchemaModel,
  element: { key: string; type: Type; value: Value },
): void {
  const { key, value } = element;
  if (key.includes('\0'))
    throw new UnsupportedByFormat(`${KEYS_END}, which is in the key ${JSON.stringify(key)}`);
  const type = element.type.kind === 'any' && value !== null ? bsonTypeOfAny(value) : element.type;
  writer.u8(elementType(type, value));
  writer.text(key);
  writer.u8(0);
  if (value === null) return;
  if (type.kind === 'record') {
    writeRecord(writer, model, type.name, value as RecordValue);
  } else if (type.kind === 'list') {
    writeDocument(writer, () => {
      for (const [index, item] of (value as readonly Value[]).entries()) {
        writeElement(writer, model, { key: String(index), type: type.element, value: item });
      }
    });
  } else if (type.kind === 'map') {
    writeDocument(writer, () => {
      for (const [key, part] of value as MapValue) {
        writeElement(writer, model, { key, type: type.value, value: part });
      }
    });
  } else {
    writeScalar(writer, type, value);
  }
}

function writeScalar(writer: ByteWriter, type: Type, value: Value): void {
  switch (type.kind) {
    case 'boolean':
      writer.u8(value === true ? 1 : 0);
      break;
    case 'int32':
      writer.u32le(Number(value));
      break;
    case 'int64':
    case 'instant':
      writer.u64le(BigInt(value as number | bigint));
      break;
    case 'double':
      writer.doubleLe(value as number);
      break;
    case 'bytes':
      writer.u32le((value as Uint8Array).length);
      writer.u8(0);
      writer.bytes(value as Uint8Array);
      break;
    default: {
      const bytes = Buffer.from(value as string, 'utf8');
      writer.u32le(bytes.length + 1);
      writer.bytes(bytes);
      writer.u8(0);
    }
  }
}

/** Calls `readOne` for each element with its key, the key's offset and its type; checks length and closing zero. */
function readElements(
  reader: ByteReader,
  readOne: (element: { key: string; at: number; type: number }) => void,
): void {
  const start = reader.offset;
  const length = reader.bytes.readInt32LE(reader.take(4, "a document's length"));
  const outer = reader.end;
  if (length < 5 || length > outer - start) {
    reader.fail(`a document says it has ${length} bytes, ${outer - start} are there,`, start);
  }
  reader.end = start + length;
  for (let type = reader.u8('an element or the end'); type !== 0; type = reader.u8('an element or the end')) {
    const at = reader.offset;
    readOne({ key: readKey(reader), at, type });
  }
  if (reader.offset !== start + length) {
    reader.fail(`a document says it has ${length} bytes, but ends after ${reader.offset - start},`, start);
  }
  reader.end = outer;
}

function readKey(reader: ByteReader): string {
  const zero = reader.bytes.indexOf(0, reader.offset);
  if (zero === -1 || zero >= reader.end) reader.fail('a key that does not end');
  const key = reader.utf8(zero - reader.offset, 'a key');
  reader.offset++;
  return key;
}

function readDocument(reader: ByteReader): DecodedMap {
  const map = new DecodedMap();
  readElements(reader, ({ key, at, type }) => {
    reader.entry(map, key, at, () => readValue(reader, type, at - 1));
  });
  return map;
}

function readArray(reader: ByteReader): Decoded[] {
  const list: Decoded[] = [];
  readElements(reader, ({ key, at, type }) => {
    if (key !== String(list.length)) {
      reader.fail(`an array's key must be "${list.length}", found ${JSON.stringify(key)}`, at);
    }
    reader.element(list, () => readValue(reader, type, at - 1));
  });
  return list;
}

function readValue(reader: ByteReader, type: number, start: number): Decoded {
  switch (type) {
    case ELEMENT.double:
      return reader.bytes.readDoubleLE(reader.take(8, 'a double'));
    case ELEMENT.string:
      return readString(reader);
    case ELEMENT.document:
      return readDocument(reader);
    case ELEMENT.array:
      return readArray(reader);
    case ELEMENT.binary:
      return readBinary(reader);
    case ELEMENT.boolean:
      return reader.boolean();
    case ELEMENT.date:
      return instantFromMilliseconds(reader.bytes.readBigInt64LE(reader.take(8, 'a date')));
    case ELEMENT.null:
      return null;
    case ELEMENT.int32:
      return BigInt(reader.bytes.readInt32LE(reader.take(4, 'an int32')));
    case ELEMENT.int64:
      return reader.bytes.readBigInt64LE(reader.take(8, 'an int64'));
    default: {
      const known = FOREIGN.get(type);
      const shown = `0x${type.toString(16).padStart(2, '0')}${known === undefined ? '' : ` (${known})`}`;
      return reader.fail(`an element of type ${shown}, which no document has,`, start);
    }
  }
}

function readString(reader: ByteReader): string {
  const start = reader.offset;
  const length = reader.bytes.readInt32LE(reader.take(4, "a string's length"));
  if (length < 1) reader.fail(`a string of length ${length}; the closing zero counts,`, start);
  const text = reader.utf8(length - 1, 'a string');
  if (reader.u8("a string's closing zero") !== 0) {
    reader.fail('a string whose length does not lead to its closing zero', start);
  }
  return text;
}

function readBinary(reader: ByteReader): Uint8Array {
  const start = reader.offset;
  const length = reader.bytes.readInt32LE(reader.take(4, "a binary's length"));
  if (length < 0) reader.fail(`a binary of length ${length}`, start);
  const subtype = reader.u8("a binary's subtype");
  if (subtype > 4 || subtype === 1)
    reader.fail(`a binary of subtype ${subtype}; 0, 2, 3 and 4 are known,`, start);
  if (subtype !== 2) return reader.blob(length, 'a binary');
  const inner = reader.bytes.readInt32LE(reader.take(4, "an old binary's length"));
  if (inner !== length - 4) reader.fail(`an old binary of ${inner} bytes within one of ${length}`, start);
  return reader.blob(inner, 'a binary');
}
