import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { beyondBounds } from '../../src/schema/bounds.ts';
import { emitModel } from '../../src/schema/emit/model.ts';
import { emitProto } from '../../src/schema/emit/proto.ts';
import type { Bounds, SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { Value } from '../../src/schema/value.ts';
import { toldAt } from '../define/place.ts';

/** The model of a record with a field. Its schema is JSON text, because JavaScript's numbers don't hold 64 bits. */
const parse = (x: string): SchemaModel =>
  parseSchema(`{"title":"Thing","type":"object","properties":{"x":${x}}}`, 's.json');

const boundsOf = (x: string): Bounds | undefined => {
  const { type } = parse(x).records.get('Thing')!.fields[0]!;
  return 'bounds' in type ? type.bounds : undefined;
};

const ARRAY = '"type":"array","items":{"type":"boolean"}';
const MAP = '"type":"object","additionalProperties":{"type":"boolean"}';

const ALL = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n };

describe('bounds of a schema', () => {
  const known: [schema: string, bounds: Bounds | undefined][] = [
    ['{"type":"integer"}', undefined],
    ['{"type":"integer","minimum":-9223372036854775808,"maximum":9223372036854775807}', ALL],
    [
      '{"type":"integer","exclusiveMinimum":-9223372036854775809,"exclusiveMaximum":9223372036854775808}',
      ALL,
    ],
    ['{"type":"integer","format":"int32","maximum":2147483647}', { maximum: 2n ** 31n - 1n }],
    ['{"type":"integer","minimum":0.5,"maximum":2.5}', { minimum: 1n, maximum: 2n }],
    ['{"type":"integer","minimum":1e3,"maximum":1.0e3}', { minimum: 1000n, maximum: 1000n }],
    ['{"type":"integer","minimum":5,"exclusiveMinimum":5}', { minimum: 6n }],
    ['{"type":"number","minimum":-1.5,"maximum":1e308}', { minimum: -1.5, maximum: 1e308 }],
    ['{"type":"number","exclusiveMinimum":0}', { minimum: 5e-324 }],
    ['{"type":"number","x-digits":17,"maximum":0.30000000000000004}', { digits: 17, maximum: 0.1 + 0.2 }],
    ['{"type":"string","maxLength":9007199254740991}', { longest: 2 ** 53 - 1 }],
    ['{"type":"string","x-alphabet":"ascii"}', { alphabet: 'ascii' }],
    ['{"type":["null","string"],"x-alphabet":"text","maxLength":3}', { longest: 3, alphabet: 'text' }],
    [`{${ARRAY},"minItems":1000,"maxItems":1000}`, { shortest: 1000, longest: 1000 }],
    [`{${MAP},"minProperties":1,"maxProperties":2}`, { shortest: 1, longest: 2 }],
  ];
  for (const [schema, bounds] of known) {
    it(`are those of ${schema}`, () => assert.deepEqual(boundsOf(schema), bounds));
  }

  const refused: [schema: string, key: string, words: string][] = [
    ['{"type":"integer","minimum":3,"maximum":2}', '', 'no value: at least 3, at most 2'],
    ['{"type":"integer","minimum":0.2,"maximum":0.8}', '', 'no value: at least 1, at most 0'],
    ['{"type":"integer","maximum":9223372036854775808}', '/maximum', 'beyond what int64 can hold'],
    ['{"type":"integer","exclusiveMaximum":-9223372036854775808}', '/exclusiveMaximum', 'beyond what int64'],
    ['{"type":"number","maximum":1e400}', '/maximum', 'expected a number'],
    ['{"type":"number","x-digits":0}', '/x-digits', 'a whole number from 1 to 17'],
    ['{"type":"number","x-digits":2,"maximum":1.25}', '/maximum', '1.25, has more digits than "x-digits"'],
    ['{"type":"number","x-digits":2,"exclusiveMaximum":1}', '/exclusiveMaximum', '98, has more digits'],
    ['{"type":"string","minLength":-1}', '/minLength', 'a whole number from 0 to 10000'],
    ['{"type":"string","maxLength":1.5}', '/maxLength', 'a whole number'],
    [`{${ARRAY},"minItems":1001}`, '/minItems', 'from 0 to 1000'],
    ['{"type":"string","x-alphabet":"latin"}', '/x-alphabet', 'expected "ascii" or "text"'],
    ['{"type":"string","x-alphabt":"text"}', '/x-alphabt', 'Did you mean "x-alphabet"'],
  ];
  for (const [schema, key, words] of refused) {
    it(`are refused of ${schema}`, () =>
      assert.throws(() => parse(schema), toldAt(`1: /properties/x${key}`, words)));
  }

  const keywords: Readonly<Record<string, string>> = {
    'minimum maximum exclusiveMinimum exclusiveMaximum': 'int32 int64 double',
    'x-digits': 'double',
    'minLength maxLength x-alphabet': 'string',
    'minItems maxItems': 'list',
    'minProperties maxProperties': 'map',
  };
  const kinds: Record<string, string> = {
    boolean: '"type":"boolean"',
    int32: '"type":"integer","format":"int32"',
    int64: '"type":"integer"',
    double: '"type":"number"',
    string: '"type":"string"',
    instant: '"type":"string","format":"date-time"',
    uuid: '"type":"string","format":"uuid"',
    bytes: '"type":"string","format":"byte"',
    enum: '"enum":["a"]',
    list: ARRAY,
    map: MAP,
    record: '"type":"object","properties":{"a":true}',
  };
  for (const [all, own] of Object.entries(keywords))
    it(`${all} are for ${own} and no others`, () => {
      for (const keyword of all.split(' '))
        for (const [kind, schema] of Object.entries(kinds)) {
          const read = () => boundsOf(`{${schema},"${keyword}":${keyword === 'x-alphabet' ? '"text"' : 1}}`);
          const told = toldAt(`1: /properties/x/${keyword}`, `but this is ${kind}: leave it out`);
          if (own.split(' ').includes(kind)) assert.ok(read());
          else assert.throws(read, told);
        }
    });

  it('are not in the model of runners', () => {
    const list = (items: string, bounds: string) => `{"type":"array","items":${items}${bounds}}`;
    const bare = parse(list(list('{"type":"string"}', ''), ''));
    const bounded = parse(list(list('{"type":"string","maxLength":3}', ''), ',"minItems":1'));
    for (const emit of [emitModel, emitProto])
      assert.equal(emit({ dataset: 'a', model: bounded }), emit({ dataset: 'a', model: bare }));
  });

  it('are refused if they make documents endless', () => {
    const tree = (bounds: string) =>
      `{"title":"Tree","type":"object","required":["of"],"properties":{"of":{"type":"array","items":{"$ref":"#"}${bounds}}}}`;
    parseSchema(tree(''), 's.json');
    const endless = () => parseSchema(tree(',"minItems":1'), 's.json');
    assert.throws(endless, toldAt('1: /properties/of', 'without end'));
  });
});

describe('a value', () => {
  const known: [bounds: Bounds, value: Value, beyond: RegExp | undefined][] = [
    [{ minimum: 3n }, 2n, /^2 is below the minimum 3$/],
    [{ maximum: 3n }, 4, /^4 is above the maximum 3$/],
    [{ maximum: 2n ** 63n - 1n }, 2n ** 63n - 1n, undefined],
    [{ minimum: 0 }, -5e-324, /below the minimum 0/],
    [{ digits: 3 }, 1234, /1234 has more than 3 significant digits/],
    [{ longest: 1 }, '\u{1f600}', undefined],
    [{ shortest: 1 }, '', /a length of 0 is below the minimum 1/],
    [{ alphabet: 'ascii' }, ' ~', undefined],
    [{ alphabet: 'ascii' }, 'a\n', /"\\n" is not a character of the alphabet "ascii"/],
    [{ alphabet: 'text' }, '\t\r\n\u00a0\u{1f600}\u2028', undefined],
    [{ alphabet: 'text' }, 'a\u0000', /"\\u0000" is not a character of the alphabet "text"/],
    [{ shortest: 2 }, new Map([['a', 1]]), /length of 1/],
  ];
  for (const [bounds, value, beyond] of known) {
    it(`is compared with its bounds: ${typeof value} ${String(value)}`, () => {
      const found = beyondBounds(bounds, value);
      if (beyond === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', beyond);
    });
  }
});
