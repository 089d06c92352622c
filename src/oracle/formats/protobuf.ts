/** protobuf's binary encoding (proto3), with the messages of src/schema/emit/proto.ts. */
import { isWrapped, rootField, wrappedField } from '../../schema/emit/proto.ts';
import type { Field, Type } from '../../schema/model.ts';
import { type RecordValue, typeOfAny, type Value } from '../../schema/value.ts';
import type { Codec } from '../decoded.ts';
import { entriesOf, enumIndex, fieldValue } from '../fields.ts';
import { SchemaWriter } from './by-schema.ts';
import { ANY_FIELDS, ANY_NULL, decodeProtobuf, WIRE, wireType } from './protobuf-decode.ts';

export const protobufCodec: Codec = {
  title: 'protobuf',
  unsupported: () => null,
  encode(model, document) {
    const writer = new ProtobufWriter(model);
    if (model.root.kind === 'record') writer.record(model.root.name, document as RecordValue);
    else writer.field(1, rootField(model), document);
    return writer.finish();
  },
  decode: (model, bytes) => decodeProtobuf(model, bytes),
};

class ProtobufWriter extends SchemaWriter {
  integer(value: bigint): void {
    this.varint(value);
  }

  record(name: string, document: RecordValue): void {
    for (const [index, field] of this.model.records.get(name)!.fields.entries())
      this.field(index + 1, field, fieldValue(document, field));
  }

  field(number: number, field: Field, value: Value | undefined): void {
    const { type, presence } = field;
    if (value === undefined || (value === null && type.kind !== 'any')) return;
    if (type.kind === 'list' && !isWrapped(field)) {
      this.#repeated(number, type.element, value as readonly Value[]);
    } else if (type.kind === 'map' && !isWrapped(field)) {
      for (const [key, of, part] of entriesOf(this.model, type, value)) {
        this.#tag(number, WIRE.length);
        this.#message((entry) => {
          entry.#tagged(1, { kind: 'string' }, key);
          entry.#tagged(2, of, part);
        });
      }
    } else if (presence !== 'required' || !isDefault(type, value)) {
      this.#tagged(number, type, value);
    }
  }

  #repeated(number: number, element: Type, list: readonly Value[]): void {
    if (wireType(element) === WIRE.length) {
      for (const value of list) this.#tagged(number, element, value);
    } else if (list.length > 0) {
      this.#tag(number, WIRE.length);
      this.#message((packed) => {
        for (const value of list) packed.#value(element, value);
      });
    }
  }

  #any(value: Value): void {
    if (value === null) {
      this.#tag(ANY_NULL, WIRE.varint);
      this.varint(0n);
      return;
    }
    const own = typeOfAny(value);
    const isNumber = own.kind === 'int64' || own.kind === 'double';
    const type: Type = isNumber ? { kind: 'double' } : own;
    const number = ANY_FIELDS.findIndex((field) => field?.kind === type.kind);
    this.#tagged(number, type, isNumber ? Number(value) : value);
  }

  #tagged(number: number, type: Type, value: Value): void {
    this.#tag(number, wireType(type));
    this.#value(type, value);
  }

  #tag(number: number, wire: number): void {
    this.varint(BigInt(number * 8 + wire));
  }

  #message(write: (message: ProtobufWriter) => void): void {
    const message = new ProtobufWriter(this.model);
    write(message);
    this.lengthAndBytes(message.finish());
  }

  #value(type: Type, value: Value): void {
    switch (type.kind) {
      case 'record':
        this.#message((message) => message.record(type.name, value as RecordValue));
        break;
      case 'list':
      case 'map':
        this.#message((wrapper) => wrapper.field(1, wrappedField(type), value));
        break;
      case 'any':
        this.#message((message) => message.#any(value));
        break;
      case 'enum':
        this.varint(BigInt(enumIndex(this.model, type.name, value as string) + 1));
        break;
      default:
        this.scalar(type, value);
    }
  }
}

/** True for a type's default value, which proto3 omits. Messages, and enums (numbered from 1), have no default. */
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
