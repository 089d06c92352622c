/** Our codecs against independent implementations, in both directions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode as msgpackDecode, encode as msgpackEncode } from '@msgpack/msgpack';
import avro from 'avsc';
import { Binary, BSON, Double, Int32, Long } from 'bson';
import * as cbor from 'cbor-x';
import protobuf from 'protobufjs';
import { EMITTERS } from '../../src/build/artifacts.ts';
import type { Deviation, KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { compareDocument } from '../../src/oracle/compare.ts';
import { type Decoded, NumberLiteral } from '../../src/oracle/decoded.ts';
import { avroSymbols } from '../../src/schema/emit/avro.ts';
import { packageSegment, safeNames } from '../../src/schema/emit/names.ts';
import type { SchemaModel, Type } from '../../src/schema/model.ts';
import type { MapValue, RecordValue, Value } from '../../src/schema/value.ts';
import { type Subject, subjects } from './hard-documents.ts';

/** How a library names fields and represents values. */
interface Dialect {
  called?(names: readonly string[]): readonly string[];
  scalar(type: Type, value: Value): unknown;
  /** Converts a value of `any`; by default as JSON.parse would. */
  any?(value: Value): unknown;
  /** Wraps a nested list or map in a message. */
  wrapped?(values: unknown): unknown;
  /** The value of an absent optional field; if undefined, the field is left out. */
  readonly absent?: null;
}

function asLibrary(model: SchemaModel, type: Type, value: Value, dialect: Dialect): unknown {
  const within = (inner: Type, part: Value): unknown =>
    wrapped(inner, asLibrary(model, inner, part, dialect));
  const wrapped = (inner: Type, made: unknown): unknown =>
    (inner.kind === 'list' || inner.kind === 'map') && made !== null && dialect.wrapped !== undefined
      ? dialect.wrapped(made)
      : made;
  if (type.kind === 'any') return dialect.any === undefined ? asJson(value) : dialect.any(value);
  if (value === null) return null;
  if (type.kind === 'list') return (value as Value[]).map((element) => within(type.element, element));
  if (type.kind === 'map') {
    return Object.fromEntries([...(value as MapValue)].map(([key, part]) => [key, within(type.value, part)]));
  }
  if (type.kind === 'int32') return dialect.scalar(type, Number(value));
  if (type.kind !== 'record') return dialect.scalar(type, value);
  const { fields } = model.records.get(type.name)!;
  const names = fields.map((field) => field.name);
  const called = dialect.called?.(names) ?? names;
  const members = fields.flatMap((field, index) => {
    const there = Object.hasOwn(value as RecordValue, field.name);
    if (!there && dialect.absent === undefined) return [];
    const made = there ? asLibrary(model, field.type, (value as RecordValue)[field.name]!, dialect) : null;
    return [[called[index], field.presence === 'required' ? made : wrapped(field.type, made)]];
  });
  // With a prototype, a library could read its `constructor` as an absent field.
  return Object.assign(Object.create(null), Object.fromEntries(members));
}

/** A value of `any` as JSON.parse would return it. */
function asJson(value: Value): unknown {
  if (Array.isArray(value)) return value.map(asJson);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, part]) => [key, asJson(part)]));
  return value;
}

/** Tests all documents of the models that a library supports. */
function eachDocument(
  test: (model: SchemaModel, document: Value, subject: Subject) => void,
  names: readonly string[] = subjects.map(({ name }) => name),
): void {
  for (const subject of subjects.filter(({ name }) => names.includes(name))) {
    it(`agrees on the documents of ${subject.name}`, () => {
      for (const [index, document] of subject.documents.entries())
        assert.doesNotThrow(() => test(subject.model, document, subject), `document ${index}`);
    });
  }
}

/** Models without `__proto__`, for libraries that refuse or drop it. */
const WITHOUT_PROTO = ['every-kind', 'long', 'contract-list', 'contract-deep', 'contract-wide'];

function assertSame(
  format: KnownFormat,
  model: SchemaModel,
  document: Value,
  bytes: Uint8Array,
  ...declared: Deviation[]
): void {
  const found = codecs[format].decode(model, bytes);
  const rules = { source: format, deviations: new Set(declared) };
  assert.equal(compareDocument(model, document, found, rules), null);
}

/** A scalar for libraries that take instants as Date, and small integers as numbers. */
function scalar(type: Type, value: Value): unknown {
  if (type.kind === 'instant') return new Date(Number(value));
  const isSmall = typeof value === 'bigint' && value >= -(2n ** 31n) && value < 2n ** 31n;
  return type.kind === 'int64' && isSmall ? Number(value) : value;
}

describe('JSON.parse', () => {
  // It reads an int64 as the nearest double.
  eachDocument((model, document) => {
    const bytes = codecs.json.encode(model, document);
    assert.deepEqual(asParsed(codecs.json.decode(model, bytes)), JSON.parse(Buffer.from(bytes).toString()));
  });
});

/** A decoded value as JSON.parse would return it. */
function asParsed(value: Decoded): unknown {
  if (value instanceof NumberLiteral) return Number(value.text);
  if (Array.isArray(value)) return value.map(asParsed);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries(Array.from(value, ([key, one]) => [key, asParsed(one)]));
}

describe('@msgpack/msgpack', () => {
  const options = { useBigInt64: true } as const;

  eachDocument((model, document) => {
    // The library writes integral doubles, also −0, as integers.
    const written = msgpackEncode(asLibrary(model, model.root, document, { scalar }), options);
    assertSame('msgpack', model, document, written, 'negative-zero-as-zero');
    const read = msgpackDecode(codecs.msgpack.encode(model, document), options);
    assertSame('msgpack', model, document, msgpackEncode(read, options), 'negative-zero-as-zero');
  }, WITHOUT_PROTO);
});

describe('cbor-x', () => {
  // Plain maps instead of the library's record extension.
  const codec = new cbor.Encoder({ useRecords: false, mapsAsObjects: true, tagUint8Array: false });

  eachDocument((model, document) => {
    // The library writes −0 as an integer.
    const written = codec.encode(asLibrary(model, model.root, document, { scalar }));
    assertSame('cbor', model, document, written, 'negative-zero-as-zero');
    const read = codec.decode(Buffer.from(codecs.cbor.encode(model, document)));
    assertSame('cbor', model, document, codec.encode(read), 'negative-zero-as-zero');
  }, WITHOUT_PROTO);

  it('reads our instants as Date', () => {
    const { model, documents } = subjects[0]!;
    const read = codec.decode(Buffer.from(codecs.cbor.encode(model, documents[3]!)));
    assert(read.plain.dateTime instanceof Date);
  });
});

describe('bson', () => {
  const dialect: Dialect = {
    scalar(type, value) {
      if (type.kind === 'int64') return Long.fromBigInt(value as bigint);
      if (type.kind === 'int32') return new Int32(value as number);
      if (type.kind === 'double') return new Double(value as number);
      return type.kind === 'bytes' ? new Binary(value as Uint8Array) : scalar(type, value);
    },
  };

  eachDocument((model, document) => {
    const made = asLibrary(model, model.root, document, dialect);
    const written = BSON.serialize((model.root.kind === 'record' ? made : { value: made }) as BSON.Document);
    // The library writes −0 in `any` as an integer.
    assertSame('bson', model, document, written, 'negative-zero-as-zero');
    const read = BSON.deserialize(codecs.bson.encode(model, document), { promoteValues: false });
    assertSame('bson', model, document, BSON.serialize(read));
  }, WITHOUT_PROTO);
});

describe('protobufjs, by the emitted proto', () => {
  const dialect = ({ model }: Subject): Dialect => ({
    called: safeNames,
    wrapped: (values) => ({ values }),
    any: protobufValue,
    scalar: (type, value) => {
      if (type.kind === 'enum') return model.enums.get(type.name)!.values.indexOf(value as string) + 1;
      if (type.kind === 'int64' || type.kind === 'instant')
        return new protobuf.util.LongBits(
          Number(BigInt.asUintN(32, value as bigint)),
          Number(BigInt.asUintN(32, (value as bigint) >> 32n)),
        ).toLong();
      return value;
    },
  });
  const messages = new Map(subjects.map((subject) => [subject, protobufMessage(subject)]));

  eachDocument((model, document, subject) => {
    const message = messages.get(subject)!;
    const made = asLibrary(model, model.root, document, dialect(subject));
    const object = model.root.kind === 'record' ? made : { value: made };
    assertSame('protobuf', model, document, message.encode(message.fromObject(object as object)).finish());
    const read = message.decode(codecs.protobuf.encode(model, document));
    assertSame('protobuf', model, document, message.encode(read).finish());
  });
});

/** The first message of the emitted proto file. */
function protobufMessage({ name, model }: Subject): protobuf.Type {
  const source = EMITTERS.proto!.emit({ dataset: name, model });
  const { root } = protobuf.parse(source, { keepCase: true });
  root.addJSON(protobuf.common.get('google/protobuf/struct.proto')!.nested!);
  const [, first] = /^message (\w+)/m.exec(source)!;
  return root.lookupType(`wiremark.${packageSegment(name)}.${first}`);
}

function protobufValue(value: Value): unknown {
  if (value === null) return { nullValue: 0 };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { numberValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (Array.isArray(value)) return { listValue: { values: value.map(protobufValue) } };
  const entries = [...(value as MapValue)].map(([key, part]) => [key, protobufValue(part)]);
  return { structValue: { fields: Object.fromEntries(entries) } };
}

describe('avsc, by the emitted schema', () => {
  const int64 = avro.types.LongType.__with({
    fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
    toBuffer: (value: bigint) => {
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(value);
      return bytes;
    },
    fromJSON: BigInt,
    toJSON: Number,
    isValid: (value: unknown) => typeof value === 'bigint',
    compare: (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0),
  });
  // The library's own registry ignores a `long` with a logical type.
  const typeHook = (schema: unknown): avro.Type | undefined =>
    schema === 'long' || (schema as { type?: unknown }).type === 'long' ? int64 : undefined;
  const dialect = ({ model }: Subject): Dialect => ({
    called: safeNames,
    absent: null,
    scalar: (kind, value) => {
      if (kind.kind === 'bytes') return Buffer.from(value as Uint8Array);
      if (kind.kind !== 'enum') return value;
      const { values } = model.enums.get(kind.name)!;
      return avroSymbols(values)[values.indexOf(value as string)];
    },
  });
  const able = subjects.filter(({ model }) => codecs.avro.unsupported(model) === null);
  const types = new Map(
    able.map((subject) => {
      const { name, model } = subject;
      const source = EMITTERS.avro!.emit({ dataset: name, model });
      const hook = { typeHook: typeHook as never, wrapUnions: false };
      return [subject, avro.Type.forSchema(JSON.parse(source), hook)];
    }),
  );

  eachDocument(
    (model, document, subject) => {
      const type = types.get(subject)!;
      const written = type.toBuffer(asLibrary(model, model.root, document, dialect(subject)));
      assertSame('avro', model, document, written);
      const read = type.fromBuffer(Buffer.from(codecs.avro.encode(model, document)));
      assertSame('avro', model, document, type.toBuffer(read));
    },
    able.map(({ name }) => name),
  );
});
