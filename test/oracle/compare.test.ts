import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEVIATIONS, type Deviation } from '../../src/define/types.ts';
import { type ComparisonRules, compareDocument } from '../../src/oracle/compare.ts';
import { type Decoded, type DecodedMap, Instant, NumberLiteral } from '../../src/oracle/decoded.ts';
import { formatRfc3339, parseRfc3339 } from '../../src/oracle/instant.ts';
import { type Presence, recordOf, type Type } from '../../src/schema/model.ts';
import type { Value } from '../../src/schema/value.ts';
import { field, list, modelOf, record } from './resources.ts';

/** Compares the values of a record's only field, `v`. */
function compare(
  type: Type | Type['kind'],
  expected: Value | undefined,
  found: Decoded | Value | undefined,
  {
    source = 'json',
    deviations = [],
    presence = 'required',
  }: { source?: ComparisonRules['source']; deviations?: Deviation[]; presence?: Presence } = {},
) {
  const model = modelOf(record('Root'), recordOf('Root', [field('v', type, presence)]));
  const map: DecodedMap = new Map();
  if (found !== undefined) map.set('v', found as Decoded);
  const rules = { source, deviations: new Set(deviations) };
  return compareDocument(model, expected === undefined ? {} : { v: expected }, map, rules);
}

const literal = (text: string): NumberLiteral => new NumberLiteral(text);
const same = (...call: Parameters<typeof compare>): void => assert.equal(compare(...call), null);
const differs = (...call: Parameters<typeof compare>): void => assert.notEqual(compare(...call), null);

describe('integers', () => {
  it('are equal in any exact spelling', () => {
    for (const found of [...['100', '100.0', '1.00E+2', '1000e-1'].map(literal), 100n, 100]) {
      same('int32', 100n, found);
      same('int64', 100n, found);
    }
    same('int32', 0n, literal('-0'));
    same('int32', 0n, literal('0e99999999999'));
    same('int64', 9223372036854775807n, literal('9.223372036854775807e18'));
    same('int64', -15n, literal('-1.50e1'));
  });

  it('are not rounded', () => {
    const spelled = ['100.5', '100.00000000000000000001', '1e400000000'].map(literal);
    for (const found of [...spelled, 100.5, 101n, true, '100', null]) differs('int32', 100n, found);
    differs('int64', 9007199254740993n, 9007199254740992);
    differs('int64', 9223372036854775807n, literal('9223372036854775808'));
    differs('int64', 0n, Number.NaN);
  });
});

describe('doubles', () => {
  it('are equal if the nearest double is', () => {
    for (const text of ['0.1000000000000000055511151231257827', '1e-1']) same('double', 0.1, literal(text));
    for (const found of [literal('5'), 5n]) same('double', 5, found);
    same('double', 1e21, literal('1000000000000000000000'));
    for (const found of [literal('-0'), -0]) same('double', -0, found);
    same('double', 5e-324, literal('4.9E-324'));
  });

  it('differ by a single bit or a sign', () => {
    differs('double', 0.1, literal('0.10000000000000002'));
    differs('double', 0, literal('-0.0'));
    differs('double', -0, 0n);
    differs('double', 2 ** 53, 2n ** 53n + 1n);
    for (const found of [literal('1e400'), '1']) differs('double', 1, found);
  });
});

describe('instants', () => {
  const at = 1767225600001n;
  it("are equal as RFC 3339 text with any offset, or in the format's own type", () => {
    for (const text of [
      '2026-01-01t00:00:00.001000z',
      '2026-01-01T01:30:00.001+01:30',
      '2025-12-31T23:00:00.001-01:00',
    ])
      same('instant', at, text);
    same('instant', at, new Instant(at * 1_000_000n), { source: 'msgpack' });
    same('instant', at, at, { source: 'fixture' });
  });

  it('differ by a nanosecond', () => {
    for (const text of ['2026-01-01T00:00:00.001000001Z', '2026-01-01T00:00:00Z', '2026-01-01'])
      differs('instant', at, text);
    differs('instant', at, new Instant(at * 1_000_000n + 1n), { source: 'msgpack' });
    differs('instant', at, formatRfc3339(at), { source: 'fixture' });
  });

  it('may be milliseconds in a number if that is declared', () => {
    const deviations: Deviation[] = ['date-time-as-number'];
    differs('instant', at, literal('1767225600001'));
    same('instant', at, literal('1767225600001'), { deviations });
    differs('instant', at, literal('1767225600'), { deviations });
    differs('instant', at, at, { source: 'bson' });
    same('instant', at, at, { source: 'bson', deviations });
  });

  it('are read and written from year 0 to 9999', () => {
    for (const milliseconds of [-62167219200000n, -1n, 0n, 951782400000n, 253402300799999n]) {
      assert.equal(parseRfc3339(formatRfc3339(milliseconds))?.nanoseconds, milliseconds * 1_000_000n);
    }
    assert.throws(() => formatRfc3339(253402300800000n), RangeError);
    for (const date of ['2026-02-29', '2026-13-01', '+12026-01-01'])
      assert.equal(parseRfc3339(`${date}T00:00:00Z`), null, date);
    for (const time of ['24:00:00Z', '00:00:00', '00:00:00+24:00', '00:00:00.Z'])
      assert.equal(parseRfc3339(`2026-01-01T${time}`), null, time);
  });
});

describe('uuids and bytes', () => {
  const uuid = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
  const sixteen = Buffer.from(uuid.replaceAll('-', ''), 'hex');

  it('a uuid is text with hyphens, in either case', () => {
    for (const found of [uuid, uuid.toUpperCase()]) same('uuid', uuid, found);
    for (const found of [uuid.replaceAll('-', ''), `{${uuid}}`]) differs('uuid', uuid, found);
  });

  it('a uuid may be bytes, in its own order, if that is declared', () => {
    differs('uuid', uuid, sixteen, { source: 'bson' });
    same('uuid', uuid, sixteen, { source: 'bson', deviations: ['uuid-as-bytes'] });
    // The byte order of .NET's Guid.
    const mixed = Buffer.from(sixteen);
    mixed.subarray(0, 4).reverse();
    differs('uuid', uuid, mixed, { source: 'bson', deviations: ['uuid-as-bytes'] });
  });

  it('bytes are base64 in JSON only', () => {
    const bytes = Uint8Array.of(255, 239, 1, 2);
    same('bytes', bytes, '/+8BAg==');
    for (const text of ['_-8BAg==', '/+8BAg', '/+8BAg==\n', '/+8BAh==', 'ffef0102'])
      differs('bytes', bytes, text);
    differs('bytes', bytes, [255n, 239n, 1n, 2n] as unknown as Decoded, { source: 'msgpack' });
    differs('bytes', bytes, '/+8BAg==', { source: 'msgpack' });
    same('bytes', bytes, Uint8Array.of(255, 239, 1, 2), { source: 'msgpack' });
  });
});

describe('null and absent', () => {
  it('are equal for an optional field of objects; null for an absent one has to be declared in documents', () => {
    const presence = 'optional';
    same('string', undefined, undefined, { presence });
    for (const source of ['fixture', 'avro', 'protobuf'] as const)
      same('string', undefined, null, { presence, source });
    assert.equal(compare('string', undefined, null, { presence })?.undeclared, 'absent-as-null');
    same('string', undefined, null, { presence, deviations: ['absent-as-null'] });
    const apart = recordOf('Root', [{ ...field('v', 'string', presence), nullDiffers: true }]);
    const rules = { source: 'json', deviations: new Set(DEVIATIONS) } as const;
    const model = modelOf(record('Root'), apart);
    assert.equal(compareDocument(model, {}, new Map([['v', null]]), rules)?.undeclared, null);
    same('string', null, undefined, { presence });
    differs('string', undefined, '', { presence });
    differs('string', '', undefined, { presence });
  });

  it('differ for a nullable field, unless that is declared', () => {
    const presence = 'nullable';
    same('string', null, null, { presence });
    for (const found of [undefined, '']) differs('string', null, found, { presence });
    same('string', null, undefined, { presence, deviations: ['null-omitted'] });
  });

  it('are both wrong for a required field', () => {
    const deviations = [...DEVIATIONS];
    for (const found of [null, undefined]) {
      differs('string', '', found, { deviations });
      differs('int32', 0n, found, { deviations });
      differs(list({ kind: 'int32' }), [], found, { deviations });
    }
  });
});

it('enums are their strings, or their indexes if that is declared', () => {
  const state: Type = { kind: 'enum', name: 'State' };
  same(state, 'closed', 'closed');
  differs(state, 'closed', 'Closed');
  differs(state, 'closed', literal('1'));
  for (const found of [literal('1'), 1n, 1]) same(state, 'closed', found, { deviations: ['enum-as-number'] });
  differs(state, 'closed', '1', { deviations: ['enum-as-number'] });
});

describe('maps and any', () => {
  const of = (...entries: [string, unknown][]) => new Map(entries) as DecodedMap;
  const counts: Type = { kind: 'map', value: { kind: 'int32' } };
  const expected = new Map(Object.entries({ a: 1n, b: 2n }));

  it('are equal in any order, also as records of a fixture', () => {
    same(counts, expected, of(['b', 2n], ['a', literal('1.0')]));
    same(counts, expected, new Map([...expected].reverse()), { source: 'fixture' });
    same(counts, expected, { b: 2, a: 1n }, { source: 'fixture' });
    const many = Array.from({ length: 50 }, (_, i): [string, bigint] => [`k${i}`, BigInt(i)]);
    same(counts, new Map(many), of(...many.toReversed()));
  });

  it('differ by a missing, an additional or another entry', () => {
    const at = (...entries: [string, unknown][]) => compare(counts, expected, of(...entries))?.pointer;
    assert.equal(at(['a', 1n]), '/v/b');
    assert.equal(at(['a', 1n], ['b', 2n], ['c/d', 3n]), '/v/c~1d');
    assert.equal(at(['a', 1n], ['b', 3n]), '/v/b');
    differs(counts, expected, []);
    differs(counts, new Map(), null);
  });

  it('compare numbers of type any as doubles, and other types exactly', () => {
    for (const found of [literal('7'), literal('7.0'), 7n, 7]) same('any', 7, found);
    for (const found of [7n, 7]) same('any', 7n, found, { source: 'fixture' });
    same('any', null, null);
    same('any', [1, null, new Map([['', 'x']])], [1n, null, of(['', 'x'])]);
    differs('any', 7, '7', { deviations: [...DEVIATIONS] });
    differs('any', null, undefined);
    same('any', null, undefined, { deviations: ['null-omitted'] });
    differs('any', new Map([['a', null]]), of(), { deviations: ['null-omitted'] });
    same('any', -0, literal('0'), { deviations: ['negative-zero-as-zero'] });
    assert.equal(compare('any', [true], [false])?.pointer, '/v/0');
  });
});

describe('the difference', () => {
  it('has an RFC 6901 pointer', () => {
    const root = recordOf('Root', [field('a/b', list(record('In')))]);
    const model = modelOf(record('Root'), root, recordOf('In', [field('m~n', 'int32')]));
    const rules = { source: 'fixture', deviations: new Set<Deviation>() } as const;
    const of = (second: bigint) => ({ 'a/b': [{ 'm~n': 1n }, { 'm~n': second }] });
    const difference = compareDocument(model, of(2n), of(3n), rules);
    assert.deepEqual(difference, { pointer: '/a~1b/1/m~0n', expected: '2', found: '3', undeclared: null });
  });

  it('shows the exact integer of a double, and −0', () => {
    for (const [found, shown] of [
      [505874924095815700, '505874924095815680'],
      [-0, '-0'],
      [1.5, '1.5'],
      [1e300, '1e+300'],
      [Number.POSITIVE_INFINITY, 'Infinity'],
    ] as const)
      assert.equal(compare('int64', 505874924095815700n, found)?.found, shown);
  });

  it('is the first in the order of the schema', () => {
    const model = modelOf(record('Root'), recordOf('Root', [field('x', 'int32'), field('y', 'int32')]));
    const rules = { source: 'fixture', deviations: new Set<Deviation>() } as const;
    assert.equal(compareDocument(model, { x: 1n, y: 2n }, { y: 2n, x: 1n }, rules), null);
    assert.equal(compareDocument(model, { x: 1n, y: 2n }, { y: 0n, x: 0n }, rules)?.pointer, '/x');
  });

  const shown = (expected: string, found: string) => {
    const difference = compare('string', expected, found)!;
    return [difference.expected, difference.found];
  };

  it('shows long strings from where they differ', () => {
    const long = 'abcdefghij'.repeat(20);
    assert.deepEqual(shown(long, `${long.slice(0, 100)}X${long.slice(101)}`), [
      '"…efghijabcdefghijabcdefghijabcdefghijabcdefghijab…"',
      '"…efghijabcdefghijXbcdefghijabcdefghijabcdefghijab…"',
    ]);
    assert.deepEqual(shown(long, long.slice(0, 100)), [
      '"…efghijabcdefghijabcdefghijabcdefghijabcdefghijab…"',
      '"…efghijabcdefghij"',
    ]);
  });

  it('escapes invisible characters', () => {
    assert.deepEqual(shown('a\u200bb', 'a b'), ['"a\\u200bb"', '"a b"']);
    assert.deepEqual(shown('\ufeffx\n', '\u00a0x\u{e0001}'), ['"\\ufeffx\\n"', '"\\u00a0x\\udb40\\udc01"']);
    assert.deepEqual(shown('Größe 中 😀', 'Gr'), ['"Größe 中 😀"', '"Gr"']);
  });

  it('does not split surrogate pairs', () => {
    // 😀 and 😁 have the same high surrogate: the first difference is within a pair.
    const faces = '😀'.repeat(40);
    const found = `${faces.slice(0, 30)}😁${faces.slice(32)}`;
    for (const text of shown(faces, found)) assert.doesNotMatch(text, /\\ud/);
  });

  it('names types that differ', () => {
    const cases: [call: Parameters<typeof compare>, shown: string][] = [
      [['int64', 5n, '5'], 'int64 5 / string "5"'],
      [['string', '5', literal('5')], 'string "5" / number 5'],
      [['boolean', true, 1n, { source: 'msgpack' }], 'boolean true / integer 1'],
      [['string', 'x', null], 'string "x" / null'],
      [[list({ kind: 'int32' }), [1], 'x'], 'a list of 1 / string "x"'],
      [['bytes', Uint8Array.of(1, 2), Uint8Array.of(1, 3)], '0102 (2 in all) / 0103 (2 in all)'],
      [['instant', 0n, new Instant(1n)], '1970-01-01T00:00:00.000Z / 1970-01-01T00:00:00.000000001Z'],
    ];
    for (const [call, shown] of cases) {
      const { expected, found } = compare(...call)!;
      assert.equal(`${expected} / ${found}`, shown);
    }
  });
});
