import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { endlessField, recursiveFields } from '../../src/schema/recursion.ts';
import { defined } from '../dataset/definitions.ts';
import { toldAt } from '../define/place.ts';
import { BOOLEAN, DOUBLE, fieldOf, listOf, mapOf, NULL, recordOf, STRING, to, UUID } from './schemas.ts';

const parse = (schema: unknown): SchemaModel => parseSchema(JSON.stringify(schema, null, 1), 'schema.json');

const fieldsOf = (model: SchemaModel, record = (model.root as { name: string }).name) =>
  model.records.get(record)!.fields;

describe('a schema', () => {
  it('has a kind for each type and format', () => {
    const known: [schema: object, kind: string][] = [
      [{ type: 'boolean' }, 'boolean'],
      [{ type: 'integer' }, 'int64'],
      [{ type: 'integer', format: 'int64' }, 'int64'],
      [{ type: 'integer', format: 'int32' }, 'int32'],
      [{ type: 'number' }, 'double'],
      [{ type: 'string' }, 'string'],
      [{ type: 'string', format: 'date-time' }, 'instant'],
      [{ type: 'string', format: 'uuid' }, 'uuid'],
      [{ type: 'string', format: 'byte' }, 'bytes'],
      [{ type: 'string', format: 'email' }, 'string'],
      [{ type: 'string', format: 'constructor' }, 'string'],
      [{ type: 'number', format: 'float' }, 'double'],
      [{ type: 'number', format: 'int64' }, 'int64'],
      [{ type: 'integer', format: 'uint32' }, 'int64'],
      [{ type: 'boolean', format: 'checkbox' }, 'boolean'],
    ];
    for (const [schema, kind] of known) {
      const field = { name: 'x', type: { kind }, presence: 'required' };
      assert.deepEqual(fieldOf(schema), field, JSON.stringify(schema));
    }
  });

  it('keeps the order of the fields, and whether they are required, nullable or optional', () => {
    const either = [{ type: ['boolean', 'null'] }, { type: ['null', 'boolean'] }];
    const properties = { z: BOOLEAN, b: BOOLEAN, a: either[0], c: either[1] };
    const fields = fieldsOf(parse({ type: 'object', required: ['z', 'a'], properties }));
    const told = fields.map(({ name, type, presence }) => `${name} ${type.kind} ${presence}`);
    const presences = 'z boolean required,b boolean optional,a boolean nullable,c boolean optional';
    assert.equal(told.join(), presences);
  });

  it('names types by title, definition or field', () => {
    const model = parse({
      type: 'object',
      properties: {
        home_address: recordOf({ a: STRING }),
        other: recordOf({ a: STRING }, { title: 'second address' }),
        colour: to('paint'),
        size: { enum: ['S', 'M'] },
      },
      $defs: { paint: { type: 'string', enum: ['red', 'blue'] }, unused: STRING },
    });
    assert.deepEqual(model.root, { kind: 'record', name: 'Root' });
    assert.deepEqual([...model.records.keys()], ['Root', 'HomeAddress', 'SecondAddress']);
    const [paint, size] = model.enums.values();
    assert.deepEqual(paint, { name: 'Paint', values: ['red', 'blue'] });
    assert.deepEqual(size, { name: 'Size', values: ['S', 'M'] });
  });

  it('shares definitions, also recursive ones', () => {
    const tree = to('a~1b');
    const properties = { children: listOf(tree), parent: tree };
    const $defs = { 'a/b': { title: 'Tree', type: 'object', required: ['children'], properties } };
    const model = parse(recordOf({ x: tree }, { $defs }));
    const type = { kind: 'record', name: 'Tree' };
    assert.deepEqual(fieldsOf(model)[0]?.type, type);
    assert.deepEqual(fieldsOf(model, 'Tree'), [
      { name: 'children', type: { kind: 'list', element: type }, presence: 'required' },
      { name: 'parent', type, presence: 'optional' },
    ]);
    assert.equal([...recursiveFields(model)].map(({ name }) => name).join(), 'children,parent');
    assert.equal(endlessField(model), undefined);
  });

  it('has a map if any keys are allowed, and any value without restrictions', () => {
    const any = { kind: 'any' };
    const map = { kind: 'map', value: any };
    const known: [schema: unknown, type: unknown][] = [
      [{}, any],
      [true, any],
      [{ title: 'Anything', description: '…', 'x-more': 1 }, any],
      [{ anyOf: [{}, { type: 'null' }] }, any],
      [listOf(true), { kind: 'list', element: any }],
      [{ type: 'object' }, { kind: 'map', value: any }],
      [mapOf(true), { kind: 'map', value: any }],
      [mapOf(DOUBLE), { kind: 'map', value: { kind: 'double' } }],
      [mapOf(listOf({ type: 'object' })), { kind: 'map', value: { kind: 'list', element: map } }],
    ];
    for (const [schema, type] of known)
      assert.deepEqual(fieldOf(schema), { name: 'x', type, presence: 'required' }, JSON.stringify(schema));
    assert.equal(fieldOf({ type: ['object', 'null'] }).presence, 'nullable');
  });

  it('can have any type at its root', () => {
    assert.deepEqual(parse(UUID).root, { kind: 'uuid' });
    assert.deepEqual(parse(true).root, { kind: 'any' });
    const list = parse(listOf(to('T'), { $defs: { T: recordOf({ more: mapOf(to('T')) }) } }));
    assert.deepEqual(list.root, { kind: 'list', element: { kind: 'record', name: 'T' } });
    assert.equal([...recursiveFields(list)].map(({ name }) => name).join(), 'more');
  });

  it('has fields and enum values of any name', () => {
    const names = ['', '__proto__', 'constructor', ' ', 'a\nb', '\u0000', '😀'];
    const members = names.map((name, i) => {
      const values = name === '' ? [''] : ['', name];
      return `${JSON.stringify(name)}: ${JSON.stringify({ title: `E${i}`, enum: values })}`;
    });
    const model = parseSchema(`{ "type": "object", "properties": { ${members.join()} } }`, 's.json');
    const found = fieldsOf(model).map(({ name }) => name);
    assert.deepEqual(found, names);
    assert.deepEqual(model.enums.get('E3')?.values, ['', ' ']);
  });

  it('can have descriptive keywords', () => {
    const words = { description: '…', examples: ['a'], default: 'b', 'x-more': {}, deprecated: true };
    assert.deepEqual(fieldOf({ type: 'string', ...words }).type, { kind: 'string' });
    assert.deepEqual(fieldOf(STRING, { additionalProperties: false }).type, { kind: 'string' });
  });

  it('every-kind has every kind of type, required, nullable, optional and in a list', () => {
    const { model } = defined('datasets/every-kind');
    const met = new Set<string>();
    for (const { fields } of model.records.values()) {
      for (const { type, presence } of fields) {
        met.add(`${presence} ${type.kind}`);
        if (type.kind === 'list') met.add(`list of ${type.element.kind}`);
      }
    }
    const scalars = ['boolean', 'int32', 'int64', 'double', 'string', 'instant', 'uuid', 'bytes'];
    for (const kind of [...scalars, 'enum', 'record', 'list'])
      for (const place of ['required', 'nullable', 'optional', 'list of'])
        assert.ok(met.has(`${place} ${kind}`), `${place} ${kind}`);
    const names = fieldsOf(model, 'AwkwardNames').map(({ name }) => name);
    for (const name of ['class', 'type', 'a-b', 'größe', 'with space', 'UPPER'])
      assert.ok(names.includes(name));
  });
});

describe('a schema is refused', () => {
  const fields: [field: unknown, key: string, words: string][] = [
    [{ items: {} }, '', 'missing "type"'],
    [false, '', 'expected a schema'],
    [{ type: 'strnig' }, '/type', 'Did you mean "string"?'],
    [{ type: ['string', 'integer'] }, '/type', 'one type'],
    [{ type: 'integer', format: 'uuid' }, '/format', '"integer" has no format "uuid"'],
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword): typeof fields => [
      [{ [keyword]: [STRING, { type: 'integer' }] }, `/${keyword}`, 'write {} for any value'],
      [{ [keyword]: [] }, `/${keyword}`, 'one type'],
      [{ [keyword]: [NULL] }, `/${keyword}`, 'one type'],
      [{ type: 'string', [keyword]: [STRING] }, '/type', 'belongs to the schema within'],
      [{ [keyword]: {} }, `/${keyword}`, 'a list of schemas'],
    ]),
    [{ allOf: [STRING], anyOf: [STRING] }, '/allOf', 'belongs to'],
    [{ not: {} }, '/not', 'no alternatives'],
    [{ type: 'array', prefixItems: [] }, '/prefixItems', 'no tuples'],
    [{ type: 'array', items: [STRING] }, '/items', 'expected a schema'],
    [{ type: 'array' }, '', 'missing "items"'],
    [{ ...mapOf({}), properties: { a: true } }, '/additionalProperties', 'a map has any keys'],
    [mapOf(false), '', 'missing "properties"'],
    [{ type: 'object', properties: {} }, '/properties', 'at least one'],
    // Documents that are made would break it.
    ...['pattern', 'uniqueItems', 'multipleOf'].map((keyword): (typeof fields)[number] => [
      { type: 'string', [keyword]: true },
      `/${keyword}`,
      'break it; leave it out',
    ]),
    [{ type: 'object', patternProperties: { a: true, b: true } }, '/patternProperties', 'one pattern'],
    [{ ...mapOf(STRING), patternProperties: { a: true } }, '/patternProperties', 'one pattern'],
    [recordOf({ a: true }, { patternProperties: { a: true } }), '/patternProperties', 'belongs to a map'],
    [{ type: 'object', propertys: {} }, '/propertys', 'Did you mean "properties"'],
    [{ enum: [1] }, '/enum/0', 'expected a string'],
    [{ enum: ['a', 'a'] }, '/enum', '"a" is listed twice'],
    [{ $ref: '#/properties/y' }, '/$ref', '#/properties has no "y"'],
    [{ $ref: 'other.json' }, '/$ref', 'there is no file "other.json" beside'],
    [{ $ref: '../o.json' }, '/$ref', "outside the schema's folder"],
    [{ $ref: '#geo' }, '/$ref', 'JSON Pointer such as "#/$defs/Name"'],
    [{ $ref: '#/%' }, '/$ref', 'is not a URI reference'],
    [{ $ref: '#', type: 'object' }, '/type', 'not to a "$ref"'],
    [{ const: 1 }, '/const', 'numbers have "minimum" and "maximum"'],
    [{ const: 'a', enum: ['a'] }, '/const', 'without "enum"'],
    [{ type: 'object', required: ['b'], properties: { a: STRING } }, '/required/0', 'no "b"'],
  ];
  for (const [field, key, words] of fields) {
    it(`with ${JSON.stringify(field)}`, () => {
      const text = JSON.stringify({ title: 'Thing', type: 'object', properties: { x: field } });
      assert.throws(() => parseSchema(text, 'schema.json'), toldAt(`1: /properties/x${key}`, words));
    });
  }

  const $defs = { A: recordOf({ x: to('B') }), B: recordOf({ x: to('A') }) };
  const both = JSON.stringify({ ...to('A'), $defs });
  const circle = JSON.stringify(recordOf({ x: to('A') }, { $defs: { A: listOf(mapOf(to('A'))) } }));
  const texts: [text: string, place: string, words: string][] = [
    ['{\n "type": }', '2', 'column 10: not JSON'],
    ['{} // no', '1', 'not JSON: invalid comment token'],
    ['{"type":"object",\n"properties":{\n"a/b":{\n"type":"strin"}}}', '4: /properties/a~1b/type', '"string"'],
    ['{"type":["string","null"]}', '1: /', "can't be null"],
    ['[]', '1: /', 'expected a schema: an object'],
    ['{"type":"object","properties":{"\\ud800":{}}}', '1: /properties/\ud800', 'surrogate pair'],
    ['{"type":"object","properties":{"a":{},\n"a":{}}}', '2: /properties/a', 'twice'],
    [both, '1: /$defs/A/properties/x', 'without end'],
    [circle, '1: /$defs/A/items/additionalProperties/$ref', 'refers to itself without a record'],
  ];
  for (const [text, place, words] of texts)
    it(`that is ${text}`, () => assert.throws(() => parseSchema(text, 's.json'), toldAt(place, words)));
});
