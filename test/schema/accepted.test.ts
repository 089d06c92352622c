import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { SchemaModel } from '../../src/schema/model.ts';
import { parseSchema, parseSchemaFile } from '../../src/schema/parse.ts';
import { folderWith, toldAt } from '../define/place.ts';
import { DOUBLE, fieldOf, listOf, mapOf, NULL, STRING, to } from './schemas.ts';

const parse = (schema: unknown): SchemaModel => parseSchema(JSON.stringify(schema), 'schema.json');

const GEO = { type: 'object', properties: { lat: DOUBLE } };
const RECORD = { kind: 'record', name: 'Geo' };

describe('null is allowed', () => {
  const definitions: Record<string, object> = {
    Geo: GEO,
    NullableGeo: { ...GEO, title: 'Geo', type: ['object', 'null'] },
    OpenApiGeo: { ...GEO, title: 'Geo', nullable: true },
  };
  const nullable: [what: string, schema: object][] = [
    ['anyOf', { anyOf: [to('Geo'), NULL] }],
    ['oneOf', { oneOf: [to('Geo'), NULL] }],
    ['oneOf, null first and described', { oneOf: [{ ...NULL, description: '…' }, to('Geo')] }],
    ['nullable beside a reference', { ...to('Geo'), nullable: true }],
    ['nullable beside allOf', { allOf: [to('Geo')], nullable: true }],
    ['a definition that may be null', to('NullableGeo')],
    ['a definition with nullable', to('OpenApiGeo')],
    ['allOf of a definition that may be null', { allOf: [to('NullableGeo')] }],
  ];
  for (const [what, schema] of nullable) {
    it(`by ${what}, not in a list or a map`, () => {
      const of = (field: object) => fieldOf(field, { $defs: definitions });
      assert.deepEqual(of(schema), { name: 'x', type: RECORD, presence: 'nullable' });
      for (const [field, key, words] of [
        [listOf(schema), 'items', "elements of a list can't be null: write {}"],
        [mapOf(schema), 'additionalProperties', "values of a map can't"],
      ] as const)
        assert.throws(() => of(field), toldAt(`1: /properties/x/${key}`, words));
    });
  }

  it('not by "anyOf" of one schema, and not by "nullable": false', () => {
    const alone = [{ anyOf: [to('Geo')] }, { oneOf: [to('Geo')] }, { allOf: [to('Geo')], description: '…' }];
    for (const schema of [...alone, { ...to('Geo'), nullable: false }])
      assert.equal(fieldOf(schema, { $defs: definitions }).presence, 'required');
  });

  it('for texts and enums', () => {
    const presences: [schema: object, presence: string][] = [
      [{ type: 'string', nullable: true }, 'nullable'],
      [{ enum: ['a'], nullable: true }, 'nullable'],
      [{ enum: ['a', null] }, 'nullable'],
      [{ type: ['string', 'null'], enum: ['a', null] }, 'nullable'],
      [{ type: 'string', enum: ['a', null], nullable: true }, 'nullable'],
      // Both keywords have to let it pass.
      [{ type: 'string', enum: ['a', null] }, 'required'],
      [{ type: ['string', 'null'], enum: ['a'] }, 'required'],
    ];
    for (const [schema, presence] of presences)
      assert.equal(fieldOf(schema).presence, presence, JSON.stringify(schema));
    assert.equal(fieldOf({ nullable: true }).type.kind, 'any');
  });

  it('in references back to a record', () => {
    const tree = { type: 'object', properties: { up: to('Tree') } };
    for (const Tree of [{ anyOf: [tree, NULL] }, { ...tree, nullable: true }, { allOf: [to('Inner')] }]) {
      const $defs = { Tree, Inner: { ...tree, title: 'Tree' } };
      const model = parse({ $defs, type: 'object', title: 'Geo', properties: { tree: to('Tree') } });
      assert.deepEqual(model.records.get('Tree')?.fields[0]?.type, { kind: 'record', name: 'Tree' });
    }
  });
});

describe('shapes', () => {
  it('a constant is an enum of one', () => {
    const constants = { kind: { const: 'a' }, other: { type: 'string', const: 'b' } };
    const [kind, other] = parse({ type: 'object', properties: constants }).enums.values();
    assert.deepEqual(kind, { name: 'Kind', values: ['a'] });
    assert.deepEqual(other, { name: 'Other', values: ['b'] });
  });

  it('one pattern of keys is a map', () => {
    for (const additionalProperties of [undefined, false, true]) {
      const schema = { type: 'object', patternProperties: { '^x-': STRING }, additionalProperties };
      assert.deepEqual(fieldOf(schema).type, { kind: 'map', value: { kind: 'string' } });
    }
    assert.equal(fieldOf({ type: 'object', propertyNames: { pattern: '^a' } }).type.kind, 'map');
  });
});

describe('references', () => {
  it('lead to "$defs" and "definitions", at any depth', () => {
    for (const pointer of ['#/definitions/Geo', '#/properties/y/$defs/Geo', '#/$defs/a~1b/properties/Geo']) {
      const properties = { x: { $ref: pointer }, y: { type: 'string', $defs: { Geo: GEO } } };
      const $defs = { 'a/b': { properties: { Geo: GEO } } };
      const { type } = fieldOf({}, { definitions: { Geo: GEO }, $defs, properties });
      assert.deepEqual(type, RECORD, pointer);
    }
  });

  it('lead to any place, and always to the same type', () => {
    const items = { $ref: '#/properties/geos/items' };
    const properties = { before: items, geos: listOf(GEO), after: items, self: { $ref: '#' } };
    const model = parse({ type: 'object', properties });
    assert.deepEqual([...model.records.keys()], ['Root', 'Geos']);
    const types = model.records.get('Root')!.fields.map(({ type }) => type);
    const geos = { kind: 'record', name: 'Geos' };
    assert.deepEqual(types, [geos, { kind: 'list', element: geos }, geos, { kind: 'record', name: 'Root' }]);
  });

  it('lead through elements of lists, and escapes of either kind', () => {
    const geo = { anyOf: [{ $ref: '#/$defs/a%20b~01/oneOf/1' }, NULL] };
    const type = fieldOf(geo, { $defs: { 'a b~1': { oneOf: [NULL, { ...GEO, title: 'Geo' }] } } }).type;
    assert.deepEqual(type, RECORD);
  });

  it('number types with the same name', () => {
    const enums = Object.fromEntries(
      ['Order', 'größe', '2d', '漢字', '字'].map((name) => [name, { enum: ['a'] }]),
    );
    const model = parse({ title: 'order', type: 'object', properties: { order: GEO, ...enums } });
    assert.deepEqual([...model.records.keys()], ['Order', 'Order2']);
    assert.deepEqual([...model.enums.keys()], ['Order3', 'Grosse', 'Type2d', 'Type', 'Type2']);
  });
});

describe('references to other files', () => {
  const root = (properties: object, more: object = {}) =>
    JSON.stringify({ title: 'Order', type: 'object', properties, ...more });

  it('are read from the folder and its subfolders, relative to the referring file', (context) => {
    const folder = folderWith(context, {
      'schema.json': root(
        {
          geo: { $ref: 'geo.schema.json' },
          more: { $ref: 'common/all.json#/$defs/Geo' },
          own: { $ref: 'https://a.example/order#/properties/geo' },
          back: { $ref: 'common/all.json#/$defs/Back' },
        },
        { $id: 'https://a.example/order' },
      ),
      'geo.schema.json': JSON.stringify({
        ...{ type: 'object', properties: { at: to('Geo') }, $defs: { Geo: { enum: ['a'] } } },
      }),
      'common/all.json': JSON.stringify({
        $defs: {
          Geo: { ...GEO, properties: { tag: { $ref: './tag.json' } } },
          Back: { $ref: '../schema.json' },
        },
      }),
      'common/tag.json': '{"type":"string"}',
    });
    const { model, files } = parseSchemaFile(join(folder, 'schema.json'));
    assert.deepEqual([...model.records.keys()], ['Order', 'Geo', 'Geo3']);
    assert.deepEqual([...model.enums.keys()], ['Geo2']);
    const types = model.records.get('Order')!.fields.map(({ type }) => (type as { name: string }).name);
    assert.deepEqual(types, ['Geo', 'Geo3', 'Geo', 'Order']);
    const names = [...files.keys()].map((file) => file.slice(folder.length + 1));
    assert.deepEqual(names, ['schema.json', 'geo.schema.json', 'common/all.json', 'common/tag.json']);
  });

  it('report errors in the file that has them', (context) => {
    const folder = folderWith(context, {
      'schema.json': root({ a: { $ref: 'b.json' } }),
      'b.json': '{\n "type": "strng" }',
      'c.json': root({ a: { $ref: 'd.json' } }),
      'd.json': '{\n',
      'e.json': root({ a: { $ref: 'big.json' } }),
      'big.json': `{"type":"string"}${' '.repeat(1024 * 1024 - 17)}`,
    });
    const fault = (name: string) => () => parseSchemaFile(join(folder, name));
    assert.throws(fault('schema.json'), toldAt('2: /type', '"strng"'));
    assert.throws(fault('c.json'), toldAt('2', 'column 1: not JSON'));
    assert.throws(fault('e.json'), /big\.json: can't be read/);
  });
});
