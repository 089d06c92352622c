/** Our codecs against implementations that know nothing of them, in both directions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decode as msgpackDecode, encode as msgpackEncode } from '@msgpack/msgpack';
import avro from 'avsc';
import { Binary, BSON, Double, Int32, Long } from 'bson';
import * as cbor from 'cbor-x';
import protobuf from 'protobufjs';
import { compareDocument } from '../../src/dataset/compare.ts';
import type { Deviation, Format } from '../../src/define/types.ts';
import { codecs } from '../../src/format/index.ts';
import { EMITTERS } from '../../src/schema/emit/index.ts';
import { safeNames } from '../../src/schema/emit/names.ts';
import type { Type } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { everyKind, hardDocuments } from './hard-documents.ts';

const documents = hardDocuments(everyKind);
const { root } = everyKind;

/** What a library calls the field at `index` of a record and how it wants its values. */
interface Dialect {
  name?(names: readonly string[], index: number): string;
  scalar(type: Type, value: Value): unknown;
  list?(elements: unknown[], wrapped: boolean): unknown;
  /** What an absent optional field is given as; undefined leaves it out. */
  readonly absent?: null;
}

/** A canonical value as a library wants it. */
function asLibrary(type: Type, value: Value, dialect: Dialect): unknown {
  if (value === null) return null;
  if (type.kind === 'list') {
    return (value as Value[]).map((element) => {
      const inner = asLibrary(type.element, element, dialect);
      return type.element.kind === 'list' && dialect.list !== undefined
        ? dialect.list(inner as unknown[], true)
        : inner;
    });
  }
  if (type.kind !== 'record') return dialect.scalar(type, value);
  const result: Record<string, unknown> = {};
  const { fields } = everyKind.records.get(type.name)!;
  const names = fields.map((field) => field.name);
  for (const [index, field] of fields.entries()) {
    const name = dialect.name?.(names, index) ?? field.name;
    const there = Object.hasOwn(value as RecordValue, field.name);
    if (!there && dialect.absent === undefined) continue;
    const inner = there ? asLibrary(field.type, (value as RecordValue)[field.name]!, dialect) : null;
    const wrapped = field.type.kind === 'list' && field.presence !== 'required' && inner !== null;
    result[name] = wrapped && dialect.list !== undefined ? dialect.list(inner as unknown[], true) : inner;
  }
  return result;
}

function assertSame(
  format: Format,
  document: RecordValue,
  bytes: Uint8Array,
  ...declared: Deviation[]
): void {
  const found = codecs[format].decode(everyKind, bytes);
  const rules = { source: format, deviations: new Set(declared) };
  assert.equal(compareDocument(everyKind, document, found, rules), null);
}

function number64(value: Value): unknown {
  return typeof value === 'bigint' && value >= -(2n ** 31n) && value < 2n ** 31n ? Number(value) : value;
}

function uuidOrText(type: Type, value: Value): unknown {
  if (type.kind === 'instant') return new Date(Number(value));
  if (type.kind === 'int64') return number64(value);
  return value;
}

describe('JSON.parse and JSON.stringify', () => {
  for (const [index, document] of documents.entries()) {
    it(`agree on document ${index}`, () => {
      const text = Buffer.from(codecs.json.encode(everyKind, document)).toString();
      // JSON.stringify has no −0, and JSON.parse no int64: numbers are compared elsewhere.
      const doubled = JSON.stringify(JSON.parse(text));
      const rules = { source: 'json', deviations: new Set(['negative-zero-as-zero'] as const) } as const;
      const found = codecs.json.decode(everyKind, Buffer.from(doubled));
      const expected = withRoundedIntegers(root, document) as RecordValue;
      assert.equal(compareDocument(everyKind, expected, found, rules), null);
    });
  }
});

/** The document after its int64s went through a double. */
function withRoundedIntegers(type: Type, value: Value): Value {
  const scalar = (kind: Type, inner: Value): unknown =>
    kind.kind === 'int64' ? rounded(inner as bigint) : inner;
  return asLibrary(type, value, { scalar }) as Value;
}

/** JSON.stringify writes 2^63 as 9223372036854776000. */
function rounded(value: bigint): bigint {
  return BigInt(String(Number(value)));
}

describe('@msgpack/msgpack', () => {
  const options = { useBigInt64: true } as const;
  const scalar = (type: Type, value: Value): unknown =>
    type.kind === 'double' ? value : uuidOrText(type, value);

  for (const [index, document] of documents.entries()) {
    it(`agrees on document ${index}`, () => {
      // Every integral double is written as an integer, −0 as well.
      const written = msgpackEncode(asLibrary(root, document, { scalar }), options);
      assertSame('msgpack', document, written, 'negative-zero-as-zero');
      const read = msgpackDecode(codecs.msgpack.encode(everyKind, document), options);
      assertSame('msgpack', document, msgpackEncode(read, options), 'negative-zero-as-zero');
    });
  }
});

describe('cbor-x', () => {
  // Encoder of plain maps: without its own record extension.
  const codec = new cbor.Encoder({ useRecords: false, mapsAsObjects: true, tagUint8Array: false });

  for (const [index, document] of documents.entries()) {
    it(`agrees on document ${index}`, () => {
      // As above.
      const written = codec.encode(asLibrary(root, document, { scalar: uuidOrText }));
      assertSame('cbor', document, written, 'negative-zero-as-zero');
      const read = codec.decode(Buffer.from(codecs.cbor.encode(everyKind, document)));
      assertSame('cbor', document, codec.encode(read), 'negative-zero-as-zero');
    });
  }

  it('reads our date-times as Date', () => {
    const document = documents[3]!;
    const read = codec.decode(Buffer.from(codecs.cbor.encode(everyKind, document)));
    assert(read.plain.dateTime instanceof Date);
  });
});

describe('bson', () => {
  const scalar = (type: Type, value: Value): unknown => {
    if (type.kind === 'int64') return Long.fromBigInt(value as bigint);
    if (type.kind === 'int32') return new Int32(value as number);
    if (type.kind === 'double') return new Double(value as number);
    if (type.kind === 'bytes') return new Binary(value as Uint8Array);
    return uuidOrText(type, value);
  };

  for (const [index, document] of documents.entries()) {
    it(`agrees on document ${index}`, () => {
      assertSame('bson', document, BSON.serialize(asLibrary(root, document, { scalar }) as BSON.Document));
      const read = BSON.deserialize(codecs.bson.encode(everyKind, document), { promoteValues: false });
      assertSame('bson', document, BSON.serialize(read));
    });
  }
});

describe('protobufjs, by the emitted proto', () => {
  const [[, source]] = [...EMITTERS.proto!({ dataset: 'every-kind', model: everyKind })] as [
    [string, string],
  ];
  const parsed = protobuf.parse(source, { keepCase: true });
  const message = parsed.root.lookupType(`wiremark.every_kind.${(root as { name: string }).name}`);
  const dialect: Dialect = {
    name: (names, index) => safeNames(names)[index]!,
    list: (values) => ({ values }),
    scalar: (type, value) => {
      if (type.kind === 'enum') return everyKind.enums.get(type.name)!.values.indexOf(value as string) + 1;
      if (type.kind === 'int64' || type.kind === 'instant')
        return new protobuf.util.LongBits(
          Number(BigInt.asUintN(32, value as bigint)),
          Number(BigInt.asUintN(32, (value as bigint) >> 32n)),
        ).toLong();
      return value;
    },
  };

  for (const [index, document] of documents.entries()) {
    it(`agrees on document ${index}`, () => {
      const object = asLibrary(root, document, dialect) as Record<string, unknown>;
      assertSame('protobuf', document, message.encode(message.fromObject(object)).finish());
      const read = message.decode(codecs.protobuf.encode(everyKind, document));
      assertSame('protobuf', document, message.encode(read).finish());
    });
  }
});

describe('avsc, by the emitted schema', () => {
  const [[, source]] = [...EMITTERS.avro!({ dataset: 'every-kind', model: everyKind })] as [[string, string]];
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
  // A registry's `long` isn't used where the schema has a logical type beside it.
  const typeHook = (schema: unknown): avro.Type | undefined =>
    schema === 'long' || (schema as { type?: unknown }).type === 'long' ? int64 : undefined;
  const type = avro.Type.forSchema(JSON.parse(source), { typeHook: typeHook as never, wrapUnions: false });
  const dialect: Dialect = {
    name: (names, index) => safeNames(names)[index]!,
    absent: null,
    scalar: (kind, value) => {
      if (kind.kind === 'bytes') return Buffer.from(value as Uint8Array);
      if (kind.kind !== 'enum') return value;
      const { values } = everyKind.enums.get(kind.name)!;
      return safeNames(values)[values.indexOf(value as string)];
    },
  };

  for (const [index, document] of documents.entries()) {
    it(`agrees on document ${index}`, () => {
      assertSame('avro', document, type.toBuffer(asLibrary(root, document, dialect)));
      assertSame(
        'avro',
        document,
        type.toBuffer(type.fromBuffer(Buffer.from(codecs.avro.encode(everyKind, document)))),
      );
    });
  }
});
