import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { DecodeError } from '../../src/oracle/decoded.ts';
import { decodeFixture, encodeFixture, openFixture } from '../../src/oracle/fixture.ts';
import type { Value } from '../../src/schema/value.ts';
import { defined, recordOf } from '../dataset/definitions.ts';
import { BOOLEAN, listOf, mapOf, SCALARS } from '../schema/schemas.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'));

/** `WMFIX 2\n` and one document. */
const HEAD = '57 4d 46 49 58 20 32 0a 00 00 00 01';

const opened = (file: Uint8Array): Value[] => [...openFixture(file).documents];

const read = (hex: string): Value => opened(bytes(`${HEAD} ${hex}`))[0]!;

describe('the fixture format', () => {
  it('has the bytes of docs/PROTOCOL.md', () => {
    const { boolean: a, int32: i, int64: l, double: d, string: s, uuid: u, instant: m, bytes: b } = SCALARS;
    const more = { v: listOf(a), n: { type: ['string', 'null'] } };
    const model = recordOf({ a, i, l, d, s, e: { enum: ['on'] }, u, m, b, ...more });
    const document = {
      ...{ a: true, i: -2n, l: -2n, d: -0, s: 'é', e: 'on', u: '00112233-4455-6677-8899-aabbccddeeff' },
      ...{ m: -1n, b: Uint8Array.of(1, 2), v: [false, true], n: null },
    };
    const name = (letter: string): string => `00000001 ${Buffer.from(letter).toString('hex')}`;
    const expected = `${HEAD} 7b 0000000b
      ${name('a')} 54
      ${name('i')} 6c fffffffffffffffe
      ${name('l')} 6c fffffffffffffffe
      ${name('d')} 64 8000000000000000
      ${name('s')} 73 00000002 c3a9
      ${name('e')} 73 00000002 6f6e
      ${name('u')} 73 00000024 ${Buffer.from(document.u).toString('hex')}
      ${name('m')} 6d ffffffffffffffff
      ${name('b')} 62 00000002 0102
      ${name('v')} 5b 00000002 46 54
      ${name('n')} 4e`;
    const encoded = encodeFixture(model, [document]);
    assert.deepEqual(Buffer.from(encoded).toString('hex'), expected.replaceAll(/\s/g, ''));
    assert.deepEqual(decodeFixture(encoded), [document]);
  });

  it('has maps, and values of any type', () => {
    const model = recordOf({ m: mapOf(BOOLEAN), x: {} });
    const anything = [null, true, 7, -0, 2 ** 53, 'a', new Map([['', []]])];
    const expected = `${HEAD} 7b 00000002
      00000001 6d 4d 00000001 00000001 6b 54
      00000001 78 5b 00000007 4e 54 6c 0000000000000007 64 8000000000000000 64 4340000000000000
      73 00000001 61 4d 00000001 00000000 5b 00000000`;
    const encoded = encodeFixture(model, [{ m: new Map([['k', true]]), x: anything as Value }]);
    assert.equal(Buffer.from(encoded).toString('hex'), expected.replaceAll(/\s/g, ''));
    const read = decodeFixture(encoded)[0] as Record<string, Value>;
    assert.deepEqual(read.m, new Map([['k', true]]));
    assert.deepEqual(read.x, [null, true, 7n, -0, 2 ** 53, 'a', new Map([['', []]])]);
  });

  for (const folder of ['datasets/every-kind', 'datasets/users']) {
    it(`reads back all documents of ${folder}`, async () => {
      const { definition, model } = defined(folder);
      const timed = await generateDocuments(definition, model, definition.sizes[0]!);
      for (const documents of [timed, hardDocuments(model)])
        assert.deepEqual(decodeFixture(encodeFixture(model, documents)), documents);
    });
  }

  it('keeps fields with names of object methods', () => {
    const field = `0000000b ${Buffer.from('constructor').toString('hex')} 54`;
    const proto = `00000009 ${Buffer.from('__proto__').toString('hex')} 46`;
    const record = read(`7b 00000002 ${field} ${proto}`) as Record<string, Value>;
    assert.equal(Object.entries(record).join(' '), 'constructor,true __proto__,false');
  });
});

describe('the reader refuses', () => {
  const wrong: [hex: string, offset: number, message: RegExp][] = [
    ['54 00', 13, /1 byte after the end/],
    ['6c 00000000', 13, /an int64 needs 8 bytes/],
    ['', 8, /1 documents don't fit/],
    ['5b ffffffff 54', 13, /4294967295 elements/],
    ['7b 00000002 00000000 54 00', 13, /2 fields/],
    // A surrogate, and an overlong letter.
    ['73 00000003 eda080', 17, /not valid UTF-8/],
    ['73 00000002 c1a1', 17, /not valid UTF-8/],
    ['4d 00000002 00000001 61 54 00000001 61 54', 23, /key "a" appears twice/],
  ];
  for (const [hex, offset, message] of wrong)
    it(`${hex || 'no document'}: ${message.source}`, () =>
      assert.throws(() => opened(bytes(`${HEAD} ${hex}`)), { name: 'DecodeError', offset, message }));

  it('unknown tags', () => {
    for (let tag = 0; tag < 256; tag++) {
      // With any tag, the length is wrong.
      const file = bytes(`${HEAD} ${Buffer.of(tag).toString('hex')} ${'00'.repeat(30)}`);
      const isKnown = 'NTFldsmb[{M'.includes(String.fromCharCode(tag));
      assert.throws(() => opened(file), isKnown ? /^(?!.*unknown tag)/ : /unknown tag/);
    }
  });

  it('files without the magic bytes', () => {
    for (const hex of ['57 4d 46 49 58 20 31 0a 00000000', ''])
      assert.throws(() => opened(bytes(hex)), /not a fixture/);
  });

  it('very deep nesting', () => {
    const deep = '5b00000001'.repeat(5000);
    assert.throws(() => opened(bytes(`${HEAD} ${deep} 54`)), DecodeError);
  });

  it('files that are cut off anywhere', () => {
    const { model } = defined('datasets/every-kind');
    const whole = encodeFixture(model, hardDocuments(model).slice(1, 2));
    for (let length = 0; length < whole.length; length++)
      assert.throws(() => opened(whole.subarray(0, length)), DecodeError, `${length} bytes`);
  });
});
