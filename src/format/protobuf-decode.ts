import { isWrapped } from '../schema/emit/proto.ts';
import type { Field, SchemaModel, Type } from '../schema/model.ts';
import type { ByteReader } from './byte-reader.ts';
import { type Decoded, DecodedMap, Instant } from './decoded.ts';
import { enumValues, recordType } from './fields.ts';
import { instantFromMilliseconds } from './instant.ts';
import { readVarint } from './varint.ts';
import { WIRE, wireType } from './wire-type.ts';

/**
 * Throws DecodeError unless the reader holds exactly one message of the root's type. Nothing may be added: fields that
 * the schema doesn't know and singular fields that come twice are errors. A field that is left out has its proto3
 * default if it is required, is null if it is nullable and absent if it is optional; an enum or record has no default.
 */
export function decodeProtobuf(model: SchemaModel, reader: ByteReader): Decoded {
  const { fields } = recordType(model, model.root);
  return asMap(fields, readFields(model, reader, fields));
}

type Slot = Decoded | undefined;

/** The values of the fields up to the reader's end, by index; undefined where one was left out. */
function readFields(model: SchemaModel, reader: ByteReader, fields: readonly Field[]): Slot[] {
  const slots: Slot[] = new Array(fields.length).fill(undefined);
  while (reader.offset < reader.end) {
    const start = reader.offset;
    const tag = readVarint(reader, 'a tag');
    const index = Number(tag >> 3n) - 1;
    const field = fields[index];
    if (field === undefined) reader.fail(`field number ${tag >> 3n}, which the schema doesn't have,`, start);
    reader.enter(field.name);
    const wire = Number(tag & 7n);
    if (field.type.kind === 'list' && !isWrapped(field)) {
      slots[index] ??= [];
      readRepeated(model, reader, {
        element: field.type.element,
        wire,
        start,
        list: slots[index] as Decoded[],
      });
    } else {
      if (slots[index] !== undefined) reader.fail('a singular field that comes twice', start);
      expectWire(reader, { wire, expected: wireType(field.type), start });
      slots[index] = readValue(model, reader, field.type);
    }
    reader.leave();
  }
  return slots;
}

function expectWire(
  reader: ByteReader,
  { wire, expected, start }: Record<'wire' | 'expected' | 'start', number>,
): void {
  if (wire !== expected) reader.fail(`wire type ${wire} instead of ${expected}`, start);
}

function asMap(fields: readonly Field[], slots: readonly Slot[]): DecodedMap {
  const map = new DecodedMap();
  for (const [index, field] of fields.entries()) {
    const value = slots[index] ?? whenLeftOut(field);
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
    default:
      return undefined;
  }
}

/** One more element, or a packed run of them. */
function readRepeated(
  model: SchemaModel,
  reader: ByteReader,
  { element, wire, start, list }: { element: Type; wire: number; start: number; list: Decoded[] },
): void {
  const expected = wireType(element);
  if (expected === WIRE.length || wire !== WIRE.length) {
    expectWire(reader, { wire, expected, start });
    readElement(model, reader, element, list);
    return;
  }
  within(reader, 'a packed list', () => {
    while (reader.offset < reader.end) readElement(model, reader, element, list);
  });
}

function readElement(model: SchemaModel, reader: ByteReader, element: Type, list: Decoded[]): void {
  reader.enter(list.length);
  list.push(readValue(model, reader, element));
  reader.leave();
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
      const { fields } = recordType(model, type.name);
      return within(reader, `record ${type.name}`, () => asMap(fields, readFields(model, reader, fields)));
    }
    case 'list':
      return within(reader, 'a list', () => readWrapper(model, reader, type.element));
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

/** The only field of a wrapper message, `repeated values = 1`. */
function readWrapper(model: SchemaModel, reader: ByteReader, element: Type): Decoded[] {
  const list: Decoded[] = [];
  while (reader.offset < reader.end) {
    const start = reader.offset;
    const tag = readVarint(reader, 'a tag');
    if (tag >> 3n !== 1n)
      reader.fail(`field number ${tag >> 3n}, which a list's message doesn't have,`, start);
    readRepeated(model, reader, { element, wire: Number(tag & 7n), start, list });
  }
  return list;
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
  const value = number === 0n ? undefined : enumValues(model, name)[Number(number) - 1];
  if (value === undefined) reader.fail(`${number}, which is no value of enum ${name},`, start);
  return value;
}
