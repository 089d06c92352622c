import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decodeDocument } from '../../src/dataset/document.ts';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { userValue } from '../../src/dataset/user-documents.ts';
import { jsonCodec } from '../../src/oracle/formats/json.ts';
import { isWhole } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { Value } from '../../src/schema/value.ts';
import { BYTES, DOUBLE, INSTANT, INT32, INT64, listOf, mapOf, STRING, UUID } from '../schema/schemas.ts';
import { defined, recordOf } from './definitions.ts';

const ROUND_TRIPPED = readdirSync(fileURLToPath(new URL('../../datasets', import.meta.url)));
const decoded = (text: string | Uint8Array) =>
  decodeDocument({ bytes: Buffer.from(text), place: 'data', column: 1 });

describe('documents are read back from JSON:', () => {
  for (const name of ROUND_TRIPPED) {
    it(name, async () => {
      const { definition, model } = defined(`datasets/${name}`);
      // What objects alone hold isn't in any document.
      if (!isWhole(model)) return;
      const documents = await generateDocuments(definition, model, definition.sizes[0]!);
      for (const document of documents.slice(0, 50)) {
        assert.deepEqual(userValue(model, decoded(jsonCodec.encode(model, document))), document);
      }
    });
  }
});

const schema = (x: object, more: object = {}) => recordOf({ x }, more);

describe('a value is read', () => {
  const values: readonly (readonly [x: object, json: string, value: Value])[] = [
    [INT32, '10e-1', 1n],
    [INT64, '9223372036854775807', 2n ** 63n - 1n],
    [DOUBLE, '-0.0', -0],
    [INSTANT, '"2026-01-01T02:00:00+02:00"', 1767225600000n],
    [INSTANT, '"2026-01-01T00:00:00.001000Z"', 1767225600001n],
    [BYTES, '"AAH/"', new Uint8Array([0, 1, 255])],
    [{}, '[null,true,"b",-1.5,9007199254740992,{}]', [null, true, 'b', -1.5, 2 ** 53, new Map()]],
    [mapOf(INT64), '{"":1}', new Map([['', 1n]])],
  ];
  for (const [x, json, value] of values) {
    it(`of ${json}`, () => assert.deepEqual(userValue(schema(x), decoded(`{"x":${json}}`)), { x: value }));
  }

  it('of a field that is null or absent', () => {
    const optional = schema(STRING, { required: [] });
    assert.deepEqual(userValue(optional, decoded('{"x":null}')), {});
    assert.deepEqual(userValue(optional, decoded('{}')), {});
    assert.deepEqual(userValue(schema({ type: ['string', 'null'] }), decoded('{"x":null}')), { x: null });
    assert.deepEqual(userValue(schema({}), decoded('{"x":null}')), { x: null });
    assert.deepEqual(userValue(schema({}, { required: [] }), decoded('{"x":null}')), {});
  });

  it('of fields in any order, including __proto__', () => {
    const model = parseSchema('{"type":"object","properties":{"__proto__":{},"a":{}}}', 'schema.json');
    const value = userValue(model, decoded('{"a":"1","__proto__":"2"}'));
    assert.equal(Object.entries(value as object).join(' '), '__proto__,2 a,1');
  });
});

const STATE = { enum: ['new', 'paid'], title: 'State' };
const OUT = 'add it, or leave --schema out';
const OR_NULL = 'write "type": ["string", "null"] in the schema,';
const INEXACT = "can't be represented exactly as a double: write it as a string";

describe('one line reports', () => {
  const isNot = (value: string, type: string, instead: string, path = '/x') =>
    `(${path}): ${value} isn't of the type ${type}: use ${instead} in the schema, or --as `;
  const say = (instead: string) => `use ${instead} in the schema, or --as /x=${instead}`;
  const beyond = (what: string) => `(/x): ${what}: widen the bounds of the schema`;
  const capitals = '"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"';
  const faults: readonly (readonly [x: object, json: string, line: string])[] = [
    [INT32, '{"x":3000000000}', `${isNot('3000000000', 'int32', 'int64')}/x=int64`],
    [INT64, '{"x":1.5}', `${isNot('1.5', 'int64', 'double')}/x=double`],
    [DOUBLE, '{"x":1e400}', `${isNot('1e400', 'double', 'any')}/x=any`],
    // Finer than milliseconds; before the year 0.
    ...['"2026-01-01T00:00:00.0001Z"', '"0000-01-01T00:00:00+01:00"'].map(
      (text) => [INSTANT, `{"x":${text}}`, `${isNot(text, 'instant', 'string')}/x=string`] as const,
    ),
    [UUID, `{"x":${capitals}}`, `${isNot(capitals, 'uuid', 'string')}/x=string`],
    [BYTES, '{"x":"AAE"}', `${isNot('"AAE"', 'bytes', 'string')}/x=string`],
    [STATE, '{"x":"sent"}', `(/x): "sent" is not a value of the enum State: ${say('string')}`],
    [listOf(STRING), '{"x":{}}', `${isNot('an object', 'list', 'any')}/x=any`],
    [listOf(STRING), '{"x":["a",null]}', `${isNot('null', 'string', 'any', '/x/1')}'/x/*=any'`],
    [STRING, '{"x":null}', `(/x): null, where a value is required: ${OR_NULL} or --as /x=nullable`],
    [{ type: ['string', 'null'] }, '{}', `(/x): a required field is missing: ${say('optional')}`],
    [STRING, '{"x":"a","y/z":1}', `(/y~1z): the record Thing of the schema has no such field: ${OUT}`],
    [{}, '{"x":{"a":[9007199254740993]}}', `(/x/a/0): 9007199254740993 ${INEXACT}`],
    [{ ...INT32, maximum: 5 }, '{"x":6}', beyond('6 is above the maximum 5')],
  ];
  for (const [x, json, line] of faults) {
    it(line, () => {
      const read = () => userValue(schema(x), decoded(json), 'data:7');
      assert.throws(read, { name: 'UserDataError', message: `data:7 ${line}` });
    });
  }
});
