/** Documents that were decoded as values of a schema: each shipped dataset's come back, and what isn't of it is told. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { givenValue } from '../../src/dataset/given.ts';
import { jsonCodec } from '../../src/format/json.ts';
import { decodeGiven } from '../../src/given/decode.ts';
import { GivenError } from '../../src/given/error.ts';
import { isWhole } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { Value } from '../../src/schema/value.ts';
import { defined } from './definitions.ts';

const ROUND_TRIPPED = readdirSync(fileURLToPath(new URL('../../datasets', import.meta.url)));
const decoded = (text: string | Uint8Array) =>
  decodeGiven({ bytes: Buffer.from(text), place: 'data', column: 1 });

describe('the documents of each dataset are read back from JSON', () => {
  for (const name of ROUND_TRIPPED) {
    it(name, async () => {
      const { definition, model } = defined(`datasets/${name}`);
      // What objects alone hold isn't in any document.
      if (!isWhole(model)) return;
      const documents = await generateDocuments(definition, model, definition.sizes[0]!);
      for (const document of documents.slice(0, 50)) {
        assert.deepEqual(givenValue(model, decoded(jsonCodec.encode(model, document))), document);
      }
    });
  }
});

/** A schema whose documents have one field `x`. */
const schema = (x: object, more: object = {}) =>
  parseSchema(
    JSON.stringify({ title: 'Thing', type: 'object', required: ['x'], properties: { x }, ...more }),
    'schema.json',
  );
const INT32 = { type: 'integer', format: 'int32' };
const INT64 = { type: 'integer', format: 'int64' };
const DOUBLE = { type: 'number', format: 'double' };
const TEXT = { type: 'string' };
const ofFormat = (format: string) => ({ type: 'string', format });
const listOf = (items: object) => ({ type: 'array', items });

describe('a value is read', () => {
  const values: readonly (readonly [what: string, x: object, json: string, value: Value])[] = [
    ['of an integer however it is spelled', INT32, '10e-1', 1],
    ['of the largest int64', INT64, '9223372036854775807', 2n ** 63n - 1n],
    ['of a double that is written as an integer', DOUBLE, '3', 3],
    ['of the negative zero', DOUBLE, '-0.0', -0],
    [
      'of an instant with an offset and no fraction',
      ofFormat('date-time'),
      '"2026-01-01T02:00:00+02:00"',
      1767225600000n,
    ],
    [
      'of an instant with zeros beyond milliseconds',
      ofFormat('date-time'),
      '"2026-01-01T00:00:00.001000Z"',
      1767225600001n,
    ],
    ['of bytes', ofFormat('byte'), '"AAH/"', new Uint8Array([0, 1, 255])],
    [
      'of anything',
      {},
      '{"a":[null,true,"b",-1.5,9007199254740992,{}]}',
      new Map([['a', [null, true, 'b', -1.5, 2 ** 53, new Map()]]]),
    ],
    [
      'of a map',
      { type: 'object', additionalProperties: INT64 },
      '{"":1,"b":2}',
      new Map([
        ['', 1n],
        ['b', 2n],
      ]),
    ],
  ];
  for (const [what, x, json, value] of values) {
    it(what, () => assert.deepEqual(givenValue(schema(x), decoded(`{"x":${json}}`)), { x: value }));
  }

  it('of a field that is null or isn’t there', () => {
    const optional = schema(TEXT, { required: [] });
    assert.deepEqual(givenValue(optional, decoded('{"x":null}')), {});
    assert.deepEqual(givenValue(optional, decoded('{}')), {});
    assert.deepEqual(givenValue(schema({ type: ['string', 'null'] }), decoded('{"x":null}')), { x: null });
    assert.deepEqual(givenValue(schema({}), decoded('{"x":null}')), { x: null });
    assert.deepEqual(givenValue(schema({}, { required: [] }), decoded('{"x":null}')), {});
  });

  it('of fields in any order, __proto__ among them', () => {
    const properties = { __proto__x: TEXT, a: TEXT };
    const text = JSON.stringify({ title: 'Thing', type: 'object', properties }).replace(
      '__proto__x',
      '__proto__',
    );
    const value = givenValue(parseSchema(text, 'schema.json'), decoded('{"a":"1","__proto__":"2"}'));
    assert.deepEqual(Object.entries(value as object), [
      ['__proto__', '2'],
      ['a', '1'],
    ]);
  });
});

describe('one line tells of', () => {
  const faults: readonly (readonly [what: string, x: object, json: string, line: string])[] = [
    [
      'an int32 that needs an int64',
      INT32,
      '{"x":3000000000}',
      "data:7 (/x): 3000000000 isn't of the type int32: say int64 in the schema, or --as /x=int64",
    ],
    [
      'a fraction of an integer',
      INT64,
      '{"x":1.5}',
      "data:7 (/x): 1.5 isn't of the type int64: say double in the schema, or --as /x=double",
    ],
    [
      'an integer beyond 64 bits',
      INT64,
      '{"x":9223372036854775808}',
      "data:7 (/x): 9223372036854775808 isn't of the type int64: say double in the schema, or --as /x=double",
    ],
    [
      'a number beyond a double',
      DOUBLE,
      '{"x":1e400}',
      "data:7 (/x): 1e400 isn't of the type double: say any in the schema, or --as /x=any",
    ],
    [
      'an instant finer than milliseconds',
      ofFormat('date-time'),
      '{"x":"2026-01-01T00:00:00.0001Z"}',
      'data:7 (/x): "2026-01-01T00:00:00.0001Z" isn\'t of the type instant: say string in the schema, or --as /x=string',
    ],
    [
      'an instant before the year 0',
      ofFormat('date-time'),
      '{"x":"0000-01-01T00:00:00+01:00"}',
      'data:7 (/x): "0000-01-01T00:00:00+01:00" isn\'t of the type instant: say string in the schema, or --as /x=string',
    ],
    [
      'a uuid in capitals',
      ofFormat('uuid'),
      '{"x":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"}',
      'data:7 (/x): "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6" isn\'t of the type uuid: say string in the schema, or --as /x=string',
    ],
    [
      'base64 without its padding',
      ofFormat('byte'),
      '{"x":"AAE"}',
      'data:7 (/x): "AAE" isn\'t of the type bytes: say string in the schema, or --as /x=string',
    ],
    [
      'an unknown value of an enum',
      { enum: ['new', 'paid'], title: 'State' },
      '{"x":"sent"}',
      'data:7 (/x): "sent" is not a value of the enum State: say string in the schema, or --as /x=string',
    ],
    [
      'another kind',
      listOf(TEXT),
      '{"x":{}}',
      "data:7 (/x): an object isn't of the type list: say any in the schema, or --as /x=any",
    ],
    [
      'null in a list',
      listOf(TEXT),
      '{"x":["a",null]}',
      "data:7 (/x/1): null isn't of the type string: say any in the schema, or --as '/x/*=any'",
    ],
    [
      'null in a field',
      TEXT,
      '{"x":null}',
      'data:7 (/x): null, where a value is required: say nullable in the schema, or --as /x=nullable',
    ],
    [
      'a missing field',
      { type: ['string', 'null'] },
      '{}',
      'data:7 (/x): a required field is missing: say optional in the schema, or --as /x=optional',
    ],
    [
      'an unknown field',
      TEXT,
      '{"x":"a","y/z":1}',
      'data:7 (/y~1z): the record Thing of the schema has no such field: add it, or leave --schema out',
    ],
    [
      'an integer that a double rounds',
      {},
      '{"x":{"a":[9007199254740993]}}',
      'data:7 (/x/a/0): 9007199254740993 is not a number that a double holds exactly: write it as a text',
    ],
    [
      'a number above the maximum',
      { ...INT32, maximum: 5 },
      '{"x":6}',
      'data:7 (/x): 6 is beyond the bounds of the schema, 5 is within: widen them there',
    ],
    [
      'too many digits',
      { ...DOUBLE, 'x-digits': 2 },
      '{"x":1.25}',
      'data:7 (/x): 1.25 is beyond the bounds of the schema, 1.3 is within: widen them there',
    ],
    [
      'a text that is too long',
      { ...TEXT, maxLength: 2 },
      '{"x":"a😀b"}',
      'data:7 (/x): "a😀b" is beyond the bounds of the schema, a😀 is within: widen them there',
    ],
    [
      'a list that is too short',
      { ...listOf(TEXT), minItems: 1 },
      '{"x":[]}',
      'data:7 (/x): a list is beyond the bounds of the schema, a length of 1 is within: widen them there',
    ],
  ];
  for (const [what, x, json, line] of faults) {
    it(what, () => {
      assert.throws(
        () => givenValue(schema(x), decoded(json), 'data:7'),
        (error: Error) => {
          assert.ok(error instanceof GivenError, error.stack);
          assert.equal(error.message, line);
          return true;
        },
      );
    });
  }
});
