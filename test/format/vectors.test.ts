/** Bytes that the specifications themselves give, or that follow from them by hand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnownFormat } from '../../src/define/types.ts';
import { type Decoded, DecodedMap, Instant, NumberLiteral } from '../../src/format/decoded.ts';
import { codecs } from '../../src/format/index.ts';
import { type Field, recordOf, type SchemaModel } from '../../src/schema/model.ts';
import type { RecordValue } from '../../src/schema/value.ts';

/** A model whose root has these fields. */
function modelOf(...fields: Field[]): SchemaModel {
  const values = ['Male', 'Female'];
  return {
    root: { kind: 'record', name: 'Root' },
    records: new Map([['Root', recordOf('Root', fields)]]),
    enums: new Map([['Gender', { name: 'Gender', values }]]),
  };
}

function field(name: string, type: Field['type'], presence: Field['presence'] = 'required'): Field {
  return { name, type, presence };
}

/** As plain JavaScript: records as arrays of pairs, so that their order counts. */
function plain(value: Decoded): unknown {
  if (value instanceof DecodedMap) return value.keys.map((key, index) => [key, plain(value.values[index]!)]);
  if (value instanceof NumberLiteral) return { literal: value.text };
  if (value instanceof Instant) return { nanoseconds: value.nanoseconds };
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (Array.isArray(value)) return value.map(plain);
  return value;
}

function decodeHex(format: KnownFormat, model: SchemaModel, hex: string): unknown {
  return plain(codecs[format].decode(model, Buffer.from(hex.replaceAll(' ', ''), 'hex')));
}

function encodeHex(format: KnownFormat, model: SchemaModel, document: RecordValue): string {
  return Buffer.from(codecs[format].encode(model, document)).toString('hex');
}

const nothing = modelOf();

describe('JSON', () => {
  const text = (json: string): unknown => plain(codecs.json.decode(nothing, Buffer.from(json)));

  it('keeps the order of keys and the spelling of numbers', () => {
    assert.deepEqual(text(' {"b" : [1e0, -0.0 ,12.50E+1],\r\n\t"a":{}, "":[] } '), [
      ['b', [{ literal: '1e0' }, { literal: '-0.0' }, { literal: '12.50E+1' }]],
      ['a', []],
      ['', []],
    ]);
  });

  it('reads every escape', () => {
    assert.equal(text('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e4\\uD83D\\ude00x\\u0000"'), '"\\/\b\f\n\r\tä😀x\0');
  });

  it('reads text that is not escaped', () => {
    assert.equal(text('"ä中😀\u007f\u2028"'), 'ä中😀\u007f\u2028');
  });

  it('reads any value as the document', () => {
    assert.deepEqual([text('true'), text(' null '), text('false'), text('"x"')], [true, null, false, 'x']);
  });

  it('writes as the page of every codec says', () => {
    const model = modelOf(
      field('i', { kind: 'int64' }),
      field('d', { kind: 'double' }),
      field('t', { kind: 'instant' }),
      field('b', { kind: 'bytes' }),
      field('e', { kind: 'enum', name: 'Gender' }),
      field('n', { kind: 'string' }, 'nullable'),
      field('o', { kind: 'string' }, 'optional'),
    );
    const document = {
      i: -(2n ** 63n),
      d: -0,
      t: 1767225600000n,
      b: Uint8Array.of(255, 239),
      e: 'Female',
      n: null,
    };
    assert.equal(
      Buffer.from(codecs.json.encode(model, document)).toString(),
      '{"i":-9223372036854775808,"d":-0.0,"t":"2026-01-01T00:00:00.000Z","b":"/+8=","e":"Female","n":null}',
    );
  });
});

describe('protobuf', () => {
  it('never leaves out a value of an enum, not even the empty text: none would be its zero', () => {
    const type = { kind: 'enum', name: 'E' } as const;
    const model = { ...modelOf(field('a', type)), enums: new Map([['E', { name: 'E', values: ['', 'b'] }]]) };
    assert.equal(encodeHex('protobuf', model, { a: '' }), '0801');
  });

  it('writes the first example of the encoding guide', () => {
    const model = modelOf(field('a', { kind: 'int32' }));
    assert.equal(encodeHex('protobuf', model, { a: 150 }), '089601');
    assert.deepEqual(decodeHex('protobuf', model, '089601'), [['a', 150n]]);
  });

  it('writes the strings of the encoding guide', () => {
    const model = modelOf(field('a', { kind: 'int32' }), field('b', { kind: 'string' }));
    assert.equal(encodeHex('protobuf', model, { a: 0, b: 'testing' }), '120774657374696e67');
  });

  it('writes negative numbers with ten bytes', () => {
    const model = modelOf(field('a', { kind: 'int32' }));
    assert.equal(encodeHex('protobuf', model, { a: -2 }), '08feffffffffffffffff01');
    assert.deepEqual(decodeHex('protobuf', model, '08feffffffffffffffff01'), [['a', -2n]]);
  });

  it('reads packed and unpacked lists, and both in one', () => {
    const model = modelOf(field('f', { kind: 'list', element: { kind: 'int32' } }));
    assert.equal(encodeHex('protobuf', model, { f: [3, 270, 86942] }), '0a06038e029ea705');
    for (const hex of [
      '0a06038e029ea705',
      '0803088e02089ea705',
      '0803 0a05 8e029ea705'.replace('05 8', '058'),
    ]) {
      assert.deepEqual(decodeHex('protobuf', model, hex), [['f', [3n, 270n, 86942n]]]);
    }
  });

  it('takes what is left out for the default, for null, or for absent', () => {
    const model = modelOf(
      field('required', { kind: 'string' }),
      field('time', { kind: 'instant' }),
      field('list', { kind: 'list', element: { kind: 'double' } }),
      field('nullable', { kind: 'int64' }, 'nullable'),
      field('optional', { kind: 'int64' }, 'optional'),
      field('gender', { kind: 'enum', name: 'Gender' }),
    );
    assert.deepEqual(decodeHex('protobuf', model, ''), [
      ['required', ''],
      ['time', { nanoseconds: 0n }],
      ['list', []],
      ['nullable', null],
    ]);
  });

  it('writes −0 and leaves 0 out', () => {
    const model = modelOf(field('d', { kind: 'double' }));
    assert.equal(encodeHex('protobuf', model, { d: -0 }), '090000000000000080');
    assert.equal(encodeHex('protobuf', model, { d: 0 }), '');
  });

  it('writes the defaults of nullable fields', () => {
    const model = modelOf(
      field('s', { kind: 'string' }, 'nullable'),
      field('i', { kind: 'int32' }, 'optional'),
    );
    assert.equal(encodeHex('protobuf', model, { s: '', i: 0 }), '0a001000');
  });

  it('wraps a list in a list and a list that may be null', () => {
    const list = { kind: 'list', element: { kind: 'int32' } } as const;
    const model = modelOf(field('m', { kind: 'list', element: list }), field('n', list, 'nullable'));
    assert.equal(encodeHex('protobuf', model, { m: [[1, 2], []], n: [] }), '0a040a0201020a001200');
    assert.deepEqual(decodeHex('protobuf', model, '0a040a0201020a001200'), [
      ['m', [[1n, 2n], []]],
      ['n', []],
    ]);
  });

  it('numbers enums from one', () => {
    const model = modelOf(field('g', { kind: 'enum', name: 'Gender' }));
    assert.equal(encodeHex('protobuf', model, { g: 'Male' }), '0801');
    assert.deepEqual(decodeHex('protobuf', model, '0802'), [['g', 'Female']]);
  });
});

describe('Avro', () => {
  it("writes the specification's record", () => {
    const model = modelOf(field('a', { kind: 'int64' }), field('b', { kind: 'string' }));
    assert.equal(encodeHex('avro', model, { a: 27n, b: 'foo' }), '3606666f6f');
    assert.deepEqual(decodeHex('avro', model, '3606666f6f'), [
      ['a', 27n],
      ['b', 'foo'],
    ]);
  });

  it("writes the specification's array", () => {
    const model = modelOf(field('a', { kind: 'list', element: { kind: 'int64' } }));
    assert.equal(encodeHex('avro', model, { a: [3n, 27n] }), '04063600');
  });

  it('reads arrays in blocks, with and without their size', () => {
    const model = modelOf(field('a', { kind: 'list', element: { kind: 'int64' } }));
    assert.deepEqual(decodeHex('avro', model, '02 06 01 02 36 00'), [['a', [3n, 27n]]]);
  });

  it("writes the specification's union", () => {
    const model = modelOf(field('a', { kind: 'string' }, 'nullable'));
    assert.equal(encodeHex('avro', model, { a: null }), '00');
    assert.equal(encodeHex('avro', model, { a: 'a' }), '020261');
  });

  it('writes the extreme longs', () => {
    const model = modelOf(field('a', { kind: 'int64' }));
    assert.equal(encodeHex('avro', model, { a: -(2n ** 63n) }), 'ffffffffffffffffff01');
    assert.equal(encodeHex('avro', model, { a: -64n }), '7f');
    assert.deepEqual(decodeHex('avro', model, 'feffffffffffffffff01'), [['a', 2n ** 63n - 1n]]);
  });
});

describe('MessagePack', () => {
  it("writes the home page's example", () => {
    const model = modelOf(field('compact', { kind: 'boolean' }), field('schema', { kind: 'int32' }));
    assert.equal(
      encodeHex('msgpack', model, { compact: true, schema: 0 }),
      '82a7636f6d70616374c3a6736368656d6100',
    );
  });

  it('reads integers of every width and floats of both', () => {
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
    ['c349010000000000000000', -18446744073709551617n],
    ['3903e7', -1000n],
    ['f90000', 0],
    ['f98000', -0],
    ['f93c00', 1],
    ['fb3ff199999999999a', 1.1],
    ['f97bff', 65504],
    ['fa47c35000', 100000],
    ['fa7f7fffff', (2 - 2 ** -23) * 2 ** 127],
    ['f90001', 2 ** -24],
    ['f90400', 0.00006103515625],
    ['f9c400', -4],
    ['f97c00', Number.POSITIVE_INFINITY],
    ['f97e00', Number.NaN],
    ['c074323031332d30332d32315432303a30343a30305a', { nanoseconds: 1363896240_000_000_000n }],
    ['c11a514b67b0', { nanoseconds: 1363896240_000_000_000n }],
    ['c1fb41d452d9ec200000', { nanoseconds: 1363896240_500_000_000n }],
    ['d9d9f7f5', true],
    ['4401020304', { hex: '01020304' }],
    ['62225c', '"\\'],
    ['64f0908591', '𐅑'],
    ['8301820203820405', [1n, [2n, 3n], [4n, 5n]]],
    [
      'a26161016162820203',
      [
        ['a', 1n],
        ['b', [2n, 3n]],
      ],
    ],
    ['5f42010243030405ff', { hex: '0102030405' }],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['9f018202039f0405ffff', [1n, [2n, 3n], [4n, 5n]]],
    [
      'bf61610161629f0203ffff',
      [
        ['a', 1n],
        ['b', [2n, 3n]],
      ],
    ],
    ['9fff', []],
    ['d84043010203', { hex: '010203' }],
  ];
  for (const [hex, expected] of cases) {
    it(`reads ${hex}`, () => assert.deepStrictEqual(decodeHex('cbor', nothing, hex), expected));
  }

  it('keeps the millisecond that seconds as a double only come near', () => {
    const seconds = Buffer.alloc(8);
    for (const milliseconds of [1767225600001n, -62135596799999n, 253402300799999n, 1n, -1n]) {
      seconds.writeDoubleBE(Number(milliseconds) / 1000);
      const found = decodeHex('cbor', nothing, `c1fb${seconds.toString('hex')}`);
      assert.deepEqual(found, { nanoseconds: milliseconds * 1_000_000n });
    }
  });

  it('does not round what is no whole millisecond', () => {
    const seconds = Buffer.alloc(8);
    seconds.writeDoubleBE(1.0005);
    assert.deepEqual(decodeHex('cbor', nothing, `c1fb${seconds.toString('hex')}`), {
      nanoseconds: 1_000_500_000n,
    });
  });

  it('writes as the appendix does', () => {
    const model = modelOf(
      field('a', { kind: 'int64' }),
      field('b', { kind: 'list', element: { kind: 'int32' } }),
    );
    assert.equal(encodeHex('cbor', model, { a: 1n, b: [2, 3] }), 'a26161016162820203');
    assert.equal(encodeHex('cbor', model, { a: -(2n ** 63n), b: [] }), 'a261613b7fffffffffffffff616280');
  });
});

describe('BSON', () => {
  it("writes the specification's examples", () => {
    const hello = modelOf(field('hello', { kind: 'string' }));
    assert.equal(
      encodeHex('bson', hello, { hello: 'world' }),
      '160000000268656c6c6f0006000000776f726c640000',
    );
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
