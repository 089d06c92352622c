/** Protocol Buffers, proto3, by the messages that src/schema/emit/proto.ts describes. */

import { isWrapped } from '../schema/emit/proto.ts';
import type { Field, SchemaModel, Type } from '../schema/model.ts';
import type { RecordValue, Value } from '../schema/value.ts';
import { ByteReader } from './byte-reader.ts';
import { ByteWriter } from './byte-writer.ts';
import type { Codec } from './codec.ts';
import { enumIndex, fieldValue, recordType } from './fields.ts';
import { decodeProtobuf } from './protobuf-decode.ts';
import { WIRE, wireType } from './wire-type.ts';

export const protobufCodec: Codec = {
  title: 'protobuf',
  encode: (model, document) => recordBytes(model, model.root, document),
  decode: (model, bytes) => decodeProtobuf(model, new ByteReader(bytes)),
};

function recordBytes(model: SchemaModel, name: string, document: RecordValue): Uint8Array {
  const writer = new ByteWriter();
  for (const [index, field] of recordType(model, name).fields.entries()) {
    writeField(writer, model, { number: index + 1, field, value: fieldValue(document, field) });
  }
  return writer.finish();
}

function writeField(
  writer: ByteWriter,
  model: SchemaModel,
  { number, field, value }: { number: number; field: Field; value: Value | undefined },
): void {
  if (value === undefined || value === null) return;
  if (field.type.kind !== 'list') {
    if (field.presence === 'required' && isDefault(value)) return;
    writeTagged(writer, model, { number, type: field.type, value });
  } else if (isWrapped(field)) {
    writeTagged(writer, model, { number, type: field.type, value });
  } else {
    writeRepeated(writer, model, { number, element: field.type.element, list: value as readonly Value[] });
  }
}

/** What proto3 leaves out. An enum's first value has number 1, so that it is never left out, nor is a record. */
function isDefault(value: Value): boolean {
  return value === false || value === 0n || value === '' || Object.is(value, 0) || isEmptyBytes(value);
}

function isEmptyBytes(value: Value): boolean {
  return value instanceof Uint8Array && value.length === 0;
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
    case 'list': {
      const wrapper = new ByteWriter();
      writeRepeated(wrapper, model, { number: 1, element: type.element, list: value as readonly Value[] });
      writeLengthAndBytes(writer, wrapper.finish());
      break;
    }
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
