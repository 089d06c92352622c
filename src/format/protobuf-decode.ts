import { isWrapped, rootField } from '../schema/emit/proto.ts';
import type { Field, SchemaModel, Type } from '../schema/model.ts';
import { type ByteReader, readVarint } from './byte-reader.ts';
import { type Decoded, DecodedMap, Instant } from './decoded.ts';
import { instantFromMilliseconds } from './instant.ts';
import { ANY_FIELDS, ANY_NULL, WIRE, wireType } from './wire-type.ts';

/**
 * Throws DecodeError unless the reader holds exactly one message of a document. Nothing may be added: fields that
 * the schema doesn't know and singular fields that come twice are errors. A field that is left out has its proto3
 * default if it is required, is null if it is nullable and absent if it is optional; an enum, record or `any` has no default.
 */
export function decodeProtobuf(model: SchemaModel, reader: ByteReader): Decoded {
  if (model.root.kind === 'record') {
    const { fields } = model.records.get(model.root.name)!;
    return asMap(fields, readFields(model, reader, fields));
  }
  const field = rootField(model);
  const [value = whenLeftOut(field)] = readFields(model, reader, [field]);
  return value === undefined ? reader.fail('a document without its value') : value;
}

type Slot = Decoded | undefined;

/** What stands before each value. */
interface Tag {
  readonly start: number;
  readonly number: number;
  readonly wire: number;
}

function readTag(reader: ByteReader): Tag {
  const start = reader.offset;
  const tag = readVarint(reader, 'a tag');
  return { start, number: Number(tag >> 3n), wire: Number(tag & 7n) };
}

function expectWire(reader: ByteReader, { start, wire }: Tag, expected: number): void {
  if (wire !== expected) reader.fail(`wire type ${wire} instead of ${expected}`, start);
}

/** The values of the fields up to the reader's end, by index; undefined where one was left out. */
function readFields(model: SchemaModel, reader: ByteReader, fields: readonly Field[]): Slot[] {
  const slots: Slot[] = new Array(fields.length).fill(undefined);
  while (reader.offset < reader.end) {
    const tag = readTag(reader);
    const index = tag.number - 1;
    const field = fields[index];
    if (field === undefined)
      reader.fail(`field number ${tag.number}, which the schema doesn't have,`, tag.start);
    const { name, type } = field;
    slots[index] = reader.within(name, () => {
      const before = slots[index];
      if ((type.kind === 'list' || type.kind === 'map') && !isWrapped(field)) {
        const into = (before ?? (type.kind === 'list' ? [] : new DecodedMap())) as Decoded[] | DecodedMap;
        return readItems(model, reader, type, { tag, into });
      }
      if (before !== undefined) reader.fail('a singular field that comes twice', tag.start);
      expectWire(reader, tag, wireType(type));
      return readValue(model, reader, type);
    });
  }
  return slots;
}

function asMap(fields: readonly Field[], slots: readonly Slot[]): DecodedMap {
  const map = new DecodedMap();
  for (const [index, field] of fields.entries()) {
    const value = slots[index] === undefined ? whenLeftOut(field) : slots[index];
    if (value !== undefined && map.addKey(field.name)) map.values.push(value);
  }
  return map;
}

function whenLeftOut({ type, presence }: Field): Slot {
  if (presence !== 'required') return presence === 'nullable' ? null : undefined;
  switch (type.kind) {
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
      return 0n;
    case 'double':
      return 0;
    case 'instant':
      return new Instant(0n);
    case 'string':
    case 'uuid':
      return '';
    case 'bytes':
      return new Uint8Array();
    case 'list':
      return [];
    case 'map':
      return new DecodedMap();
    default:
      return undefined;
  }
}

/** What comes with a tag of a list's or a map's field. */
function readItems(
  model: SchemaModel,
  reader: ByteReader,
  type: Type,
  { tag, into }: { tag: Tag; into: Decoded[] | DecodedMap },
): Decoded {
  if (type.kind === 'map') {
    expectWire(reader, tag, WIRE.length);
    within(reader, 'an entry of a map', () => readEntry(model, reader, type.value, into as DecodedMap));
  } else if (type.kind === 'list') {
    readRepeated(model, reader, type.element, { tag, list: into as Decoded[] });
  }
  return into;
}

/** A message with the fields `key = 1` and `value = 2`; what is left out has its default. */
function readEntry(model: SchemaModel, reader: ByteReader, type: Type, map: DecodedMap): void {
  const from = reader.offset;
  let key: string | undefined;
  let value: Slot;
  while (reader.offset < reader.end) {
    const tag = readTag(reader);
    if (tag.number === 1 && key === undefined) {
      expectWire(reader, tag, WIRE.length);
      key = readValue(model, reader, { kind: 'string' }) as string;
    } else if (tag.number === 2 && value === undefined) {
      expectWire(reader, tag, wireType(type));
      value = reader.within(key ?? '', () => readValue(model, reader, type));
    } else {
      const what = `field number ${tag.number}, which an entry of a map doesn't have or has already,`;
      reader.fail(what, tag.start);
    }
  }
  if (value === undefined) value = whenLeftOut({ name: 'value', type, presence: 'required' });
  if (value === undefined) reader.fail('an entry of a map without value', from);
  if (!map.addKey(key ?? '')) reader.fail(`key ${JSON.stringify(key ?? '')} appears twice`, from);
  map.values.push(value);
}

/** One more element, or a packed run of them. */
function readRepeated(
  model: SchemaModel,
  reader: ByteReader,
  element: Type,
  { tag, list }: { tag: Tag; list: Decoded[] },
): void {
  const expected = wireType(element);
  if (expected === WIRE.length || tag.wire !== WIRE.length) {
    expectWire(reader, tag, expected);
    reader.element(list, () => readValue(model, reader, element));
    return;
  }
  within(reader, 'a packed list', () => {
    while (reader.offset < reader.end) reader.element(list, () => readValue(model, reader, element));
  });
}

/** Reads a length, then lets `read` see just that many bytes. */
function within<Result>(reader: ByteReader, what: string, read: () => Result): Result {
  const length = readLength(reader, what);
  const outer = reader.end;
  const end = reader.offset + length;
  if (end > outer) reader.fail(`${what} needs ${length} bytes, ${outer - reader.offset} left`);
  reader.end = end;
  const result = read();
  reader.end = outer;
  return result;
}

function readLength(reader: ByteReader, what: string): number {
  return Number(readVarint(reader, `the length of ${what}`));
}

function readValue(model: SchemaModel, reader: ByteReader, type: Type): Decoded {
  switch (type.kind) {
    case 'record': {
      const { fields } = model.records.get(type.name)!;
      return within(reader, `record ${type.name}`, () => asMap(fields, readFields(model, reader, fields)));
    }
    case 'list':
      return within(reader, 'a list', () => readWrapper(model, reader, type, []));
    case 'map':
      return within(reader, 'a map', () => readWrapper(model, reader, type, new DecodedMap()));
    case 'any':
      return within(reader, 'a Value', () => readAny(model, reader));
    case 'boolean':
      return readBoolean(reader);
    case 'int32':
      return readInt32(reader);
    case 'int64':
      return BigInt.asIntN(64, readVarint(reader, 'an int64'));
    case 'instant':
      return instantFromMilliseconds(BigInt.asIntN(64, readVarint(reader, 'a date-time')));
    case 'enum':
      return readEnum(model, reader, type.name);
    case 'double':
      return reader.bytes.readDoubleLE(reader.take(8, 'a double'));
    case 'bytes':
      return reader.blob(readLength(reader, 'bytes'), 'bytes');
    default:
      return reader.utf8(readLength(reader, 'a string'), 'a string');
  }
}

/** The only field of a wrapper message, `values = 1`; ListValue and Struct, which lists and maps of `any` are, have it too. */
function readWrapper(
  model: SchemaModel,
  reader: ByteReader,
  type: Type,
  into: Decoded[] | DecodedMap,
): Decoded {
  while (reader.offset < reader.end) {
    const tag = readTag(reader);
    if (tag.number !== 1)
      reader.fail(`field number ${tag.number}, which a ${type.kind}'s message doesn't have,`, tag.start);
    readItems(model, reader, type, { tag, into });
  }
  return into;
}

/** A google.protobuf.Value: exactly one of its fields. */
function readAny(model: SchemaModel, reader: ByteReader): Decoded {
  if (reader.offset === reader.end) reader.fail('a Value that is none of its kinds');
  const tag = readTag(reader);
  const type = ANY_FIELDS[tag.number] ?? null;
  if (type === null && tag.number !== ANY_NULL) {
    reader.fail(`field number ${tag.number}, which a Value doesn't have,`, tag.start);
  }
  expectWire(reader, tag, type === null ? WIRE.varint : wireType(type));
  const value = type === null ? readNull(reader) : readValue(model, reader, type);
  if (reader.offset < reader.end) reader.fail('a Value of more than one kind', tag.start);
  return value;
}

function readNull(reader: ByteReader): null {
  const start = reader.offset;
  const number = readVarint(reader, 'a NullValue');
  return number === 0n ? null : reader.fail(`a NullValue of ${number}`, start);
}

function readBoolean(reader: ByteReader): boolean {
  const start = reader.offset;
  const value = readVarint(reader, 'a bool');
  if (value > 1n) reader.fail(`a bool of ${value}`, start);
  return value === 1n;
}

function readInt32(reader: ByteReader): bigint {
  const start = reader.offset;
  const value = BigInt.asIntN(64, readVarint(reader, 'an int32'));
  if (BigInt.asIntN(32, value) !== value) reader.fail(`${value}, which is no int32,`, start);
  return value;
}

function readEnum(model: SchemaModel, reader: ByteReader, name: string): string {
  const start = reader.offset;
  const number = readVarint(reader, 'an enum');
  const value = number === 0n ? undefined : model.enums.get(name)!.values[Number(number) - 1];
  if (value === undefined) reader.fail(`${number}, which is no value of enum ${name},`, start);
  return value;
}
