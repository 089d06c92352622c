/** Protocol Buffers, proto3, by the messages that src/schema/emit/proto.ts describes. */
import { isWrapped, rootField } from '../schema/emit/proto.ts';
import type { Field, SchemaModel, Type } from '../schema/model.ts';
import { type MapValue, type RecordValue, typeOfAny, type Value } from '../schema/value.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Codec } from './decoded.ts';
import { enumIndex, fieldValue } from './fields.ts';
import { decodeProtobuf } from './protobuf-decode.ts';
import { ANY_FIELDS, ANY_NULL, WIRE, wireType } from './wire-type.ts';

export const protobufCodec: Codec = {
  title: 'protobuf',
  unsupported: () => null,
  encode(model, document) {
    if (model.root.kind === 'record') return recordBytes(model, model.root.name, document as RecordValue);
    const writer = new ByteWriter();
    writeField(writer, model, { number: 1, field: rootField(model), value: document });
    return writer.finish();
  },
  decode: (model, bytes) => decodeProtobuf(model, new ByteReader(bytes)),
};

function recordBytes(model: SchemaModel, name: string, document: RecordValue): Uint8Array {
  const writer = new ByteWriter();
  for (const [index, field] of model.records.get(name)!.fields.entries()) {
    writeField(writer, model, { number: index + 1, field, value: fieldValue(document, field) });
  }
  return writer.finish();
}

function writeField(
  writer: ByteWriter,
  model: SchemaModel,
  { number, field, value }: { number: number; field: Field; value: Value | undefined },
): void {
  const { type, presence } = field;
  if (value === undefined || (value === null && type.kind !== 'any')) return;
  if (type.kind === 'list' && !isWrapped(field)) {
    writeRepeated(writer, model, { number, element: type.element, list: value as readonly Value[] });
  } else if (type.kind === 'map' && !isWrapped(field)) {
    writeEntries(writer, model, { number, type: type.value, map: value as MapValue });
  } else if (presence !== 'required' || !isDefault(type, value)) {
    writeTagged(writer, model, { number, type, value });
  }
}

/** What proto3 leaves out. An enum's first value has number 1, so that it is never left out, nor is a message. */
function isDefault(type: Type, value: Value): boolean {
  if (type.kind === 'any' || type.kind === 'enum') return false;
  return (
    value === false ||
    value === 0n ||
    value === '' ||
    Object.is(value, 0) ||
    (value instanceof Uint8Array && value.length === 0)
  );
}

/** Packed where proto3 packs by default. */
function writeRepeated(
  writer: ByteWriter,
  model: SchemaModel,
  { number, element, list }: { number: number; element: Type; list: readonly Value[] },
): void {
  if (wireType(element) === WIRE.length) {
    for (const value of list) writeTagged(writer, model, { number, type: element, value });
  } else if (list.length > 0) {
    const packed = new ByteWriter();
    for (const value of list) writeValue(packed, model, element, value);
    writeTag(writer, number, WIRE.length);
    writeLengthAndBytes(writer, packed.finish());
  }
}

/** Each entry is a message with key and value, both always there. */
function writeEntries(
  writer: ByteWriter,
  model: SchemaModel,
  { number, type, map }: { number: number; type: Type; map: MapValue },
): void {
  for (const [key, value] of map) {
    const entry = new ByteWriter();
    writeTagged(entry, model, { number: 1, type: { kind: 'string' }, value: key });
    writeTagged(entry, model, { number: 2, type, value });
    writeTag(writer, number, WIRE.length);
    writeLengthAndBytes(writer, entry.finish());
  }
}

/** A google.protobuf.Value, whose lists and maps are messages with the single field 1, as our wrappers are. */
function anyBytes(model: SchemaModel, value: Value): Uint8Array {
  const writer = new ByteWriter();
  if (value === null) {
    writeTag(writer, ANY_NULL, WIRE.varint);
    writer.varint(0n);
    return writer.finish();
  }
  const type = typeOfAny(value);
  const isNumber = type.kind === 'int64' || type.kind === 'double';
  const number = ANY_FIELDS.findIndex((field) => field?.kind === (isNumber ? 'double' : type.kind));
  writeTagged(writer, model, {
    number,
    type: isNumber ? { kind: 'double' } : type,
    value: isNumber ? Number(value) : value,
  });
  return writer.finish();
}

function writeTagged(
  writer: ByteWriter,
  model: SchemaModel,
  { number, type, value }: { number: number; type: Type; value: Value },
): void {
  writeTag(writer, number, wireType(type));
  writeValue(writer, model, type, value);
}

function writeTag(writer: ByteWriter, number: number, wire: number): void {
  writer.varint(BigInt(number * 8 + wire));
}

function writeLengthAndBytes(writer: ByteWriter, bytes: Uint8Array): void {
  writer.varint(BigInt(bytes.length));
  writer.bytes(bytes);
}

function writeValue(writer: ByteWriter, model: SchemaModel, type: Type, value: Value): void {
  switch (type.kind) {
    case 'record':
      writeLengthAndBytes(writer, recordBytes(model, type.name, value as RecordValue));
      break;
    case 'list':
    case 'map': {
      const wrapper = new ByteWriter();
      const field: Field = { name: 'values', type, presence: 'required' };
      writeField(wrapper, model, { number: 1, field, value });
      writeLengthAndBytes(writer, wrapper.finish());
      break;
    }
    case 'any':
      writeLengthAndBytes(writer, anyBytes(model, value));
      break;
    case 'boolean':
      writer.varint(value === true ? 1n : 0n);
      break;
    case 'int32':
    case 'int64':
    case 'instant':
      writer.varint(BigInt(value as number | bigint));
      break;
    case 'enum':
      writer.varint(BigInt(enumIndex(model, type.name, value as string) + 1));
      break;
    case 'double':
      writer.doubleLe(value as number);
      break;
    case 'bytes':
      writeLengthAndBytes(writer, value as Uint8Array);
      break;
    default:
      writeLengthAndBytes(writer, Buffer.from(value as string, 'utf8'));
  }
}
