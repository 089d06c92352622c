/** Bytes from specifications, or derived from them by hand, that no library of independent.test.ts writes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { type Field, recordOf, type SchemaModel } from '../../src/schema/model.ts';
import type { RecordValue } from '../../src/schema/value.ts';
import { plain } from './plain.ts';
import { field, list, modelOf, record } from './resources.ts';

const rootOf = (...fields: Field[]) => modelOf(record('Root'), recordOf('Root', fields));
const only = (...type: [Parameters<typeof field>[1], Field['presence']?]) => [field('a', ...type)];

function decodeHex(format: KnownFormat, model: SchemaModel, hex: string): unknown {
  return plain(codecs[format].decode(model, Buffer.from(hex.replaceAll(' ', ''), 'hex')));
}

function encodeHex(format: KnownFormat, model: SchemaModel, document: RecordValue): string {
  return Buffer.from(codecs[format].encode(model, document)).toString('hex');
}

const nothing = rootOf();

describe('JSON', () => {
  const text = (json: string): unknown => plain(codecs.json.decode(nothing, Buffer.from(json)));

  it('keeps the order of keys and the spelling of numbers', () => {
    assert.deepEqual(text(' {"b" : [1e0, -0.0 ,12.50E+1],\r\n\t"a":{}, "":[] } '), [
      ['b', [{ literal: '1e0' }, { literal: '-0.0' }, { literal: '12.50E+1' }]],
      ['a', []],
      ['', []],
    ]);
  });

  it('reads escaped and other text, and any value as the document', () => {
    assert.equal(text('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\uD83D\\ude00x\\u0000"'), '"\\/\b\f\n\r\tä😀x\0');
    assert.equal(text('"ä中😀\u007f\u2028"'), 'ä中😀\u007f\u2028');
    assert.deepEqual([text('true'), text(' null '), text('false')], [true, null, false]);
  });

  it('writes values as documented', () => {
    const model = rootOf(
      field('i', 'int64'),
      field('d', 'double'),
      field('t', 'instant'),
      field('b', 'bytes'),
      field('e', { kind: 'enum', name: 'State' }),
      field('n', 'string', 'nullable'),
      field('o', 'string', 'optional'),
    );
    const scalars = { i: -(2n ** 63n), d: -0, t: 1767225600000n, b: Uint8Array.of(255, 239) };
    assert.equal(
      Buffer.from(codecs.json.encode(model, { ...scalars, e: 'closed', n: null })).toString(),
      '{"i":-9223372036854775808,"d":-0.0,"t":"2026-01-01T00:00:00.000Z","b":"/+8=","e":"closed","n":null}',
    );
  });
});

const ints = list({ kind: 'int32' });
const longs = list({ kind: 'int64' });
const state = { kind: 'enum', name: 'State' } as const;

describe('the encoder writes the example of the specification', () => {
  const example = [field('compact', 'boolean'), field('schema', 'int32')];
  for (const [format, fields, document, hex] of [
    ['protobuf', only(ints), { a: [3, 270, 86942] }, '0a06038e029ea705'],
    ['protobuf', only('string', 'nullable'), { a: '' }, '0a00'],
    ['msgpack', example, { compact: true, schema: 0 }, '82a7636f6d70616374c3a6736368656d6100'],
    ['cbor', [field('a', 'int64'), field('b', ints)], { a: 1n, b: [2, 3] }, 'a26161016162820203'],
    ['bson', only('string'), { a: 'world' }, '120000000261000600000077' + '6f726c640000'],
  ] as const)
    it(`${format}: ${hex}`, () => assert.equal(encodeHex(format, rootOf(...fields), document), hex));
});

describe('protobuf', () => {
  it('writes an enum value that is empty text', () => {
    const enums = new Map([['State', { name: 'State', values: ['', 'b'] }]]);
    assert.equal(encodeHex('protobuf', { ...rootOf(...only(state)), enums }, { a: '' }), '0801');
  });

  it('reads lists that are packed or not, or in two parts', () => {
    for (const hex of ['0a06038e029ea705', '0803088e02089ea705', '08030a058e029ea705'])
      assert.deepEqual(decodeHex('protobuf', rootOf(...only(ints)), hex), [['a', [3n, 270n, 86942n]]]);
  });

  it('reads a missing field as the default, null, or absent', () => {
    const model = rootOf(
      field('required', 'string'),
      field('time', 'instant'),
      field('list', list({ kind: 'double' })),
      field('nullable', 'int64', 'nullable'),
      field('optional', 'int64', 'optional'),
      field('state', state),
    );
    assert.deepEqual(decodeHex('protobuf', model, ''), [
      ['required', ''],
      ['time', { nanoseconds: 0n }],
      ['list', []],
      ['nullable', null],
    ]);
  });
});

it('Avro reads arrays in blocks, with and without their size', () => {
  assert.deepEqual(decodeHex('avro', rootOf(...only(longs)), '02 06 01 02 36 00'), [['a', [3n, 27n]]]);
});

describe('MessagePack', () => {
  it('reads integers and floats of every width', () => {
    const hex = '9a 7f e0 cc80 d080 cd0100 d1ff00 ceffffffff d280000000 cfffffffffffffffff ca3fc00000';
    const expected = [127n, -32n, 128n, -128n, 256n, -256n, 4294967295n, -2147483648n, 2n ** 64n - 1n, 1.5];
    assert.deepEqual(decodeHex('msgpack', nothing, hex), expected);
  });

  it('reads timestamps of all three lengths', () => {
    const hex = '93 d6ff00000001 d7ff0000000400000002 c70cff 00000001 ffffffffffffffff';
    assert.deepEqual(decodeHex('msgpack', nothing, hex), [
      { nanoseconds: 1_000_000_000n },
      { nanoseconds: 2_000_000_001n },
      { nanoseconds: -999_999_999n },
    ]);
  });
});

describe('CBOR', () => {
  const cases: readonly [string, unknown][] = [
    // RFC 8949, appendix A.
    ['1bffffffffffffffff', 18446744073709551615n],
    ['c249010000000000000000', 18446744073709551616n],
    ['3bffffffffffffffff', -18446744073709551616n],
    ['f98000', -0],
    ['fb3ff199999999999a', 1.1],
    ['fa7f7fffff', (2 - 2 ** -23) * 2 ** 127],
    ['f97c00', Number.POSITIVE_INFINITY],
    ['f97e00', Number.NaN],
    ['c074323031332d30332d32315432303a30343a30305a', { nanoseconds: 1363896240_000_000_000n }],
    ['c1fb41d452d9ec200000', { nanoseconds: 1363896240_500_000_000n }],
    ['d9d9f7f5', true],
    ['5f42010243030405ff', { hex: '0102030405' }],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['bf61610161629f0203ffff', Object.entries({ a: 1n, b: [2n, 3n] })],
    ['d84043010203', { hex: '010203' }],
  ];
  for (const [hex, expected] of cases) {
    it(`reads ${hex}`, () => assert.deepStrictEqual(decodeHex('cbor', nothing, hex), expected));
  }

  it('rounds seconds in a double to the nearest millisecond if it is near', () => {
    const seconds = Buffer.alloc(8);
    const read = (number: number) => {
      seconds.writeDoubleBE(number);
      return decodeHex('cbor', nothing, `c1fb${seconds.toString('hex')}`);
    };
    for (const milliseconds of [1767225600001n, -62135596799999n, 253402300799999n, -1n])
      assert.deepEqual(read(Number(milliseconds) / 1000), { nanoseconds: milliseconds * 1_000_000n });
    assert.deepEqual(read(1.0005), { nanoseconds: 1_000_500_000n });
  });
});

describe('BSON', () => {
  it("reads the specification's array", () => {
    const array =
      '310000000442534f4e002600000002300008000000617765736f6d65000131003333333333331440103200c20700000000';
    assert.deepEqual(decodeHex('bson', nothing, array), [['BSON', ['awesome', 5.05, 1986n]]]);
  });

  it('reads dates, binaries and both widths of integers', () => {
    const hex =
      '38000000 096400 e803000000000000 056200 02000000 00 0102 126c00 ffffffffffffffff 106900 feffffff 086f00 01 0a6e00 00';
    const padded = hex.replaceAll(' ', '');
    const length = (padded.length / 2).toString(16).padStart(2, '0');
    assert.deepEqual(decodeHex('bson', nothing, length + padded.slice(2)), [
      ['d', { nanoseconds: 1_000_000_000n }],
      ['b', { hex: '0102' }],
      ['l', -1n],
      ['i', -2n],
      ['o', true],
      ['n', null],
    ]);
  });
});
