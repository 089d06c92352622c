import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { endlessField, recursiveFields } from '../../src/schema/recursion.ts';
import { toldAt } from '../define/place.ts';

const parse = (schema: unknown): SchemaModel => parseSchema(JSON.stringify(schema, null, 1), 'schema.json');

/** A record with one field, required. */
const withField = (field: unknown, more: object = {}): SchemaModel =>
  parse({ title: 'Thing', type: 'object', required: ['x'], properties: { x: field }, ...more });

const fieldsOf = (model: SchemaModel, record = (model.root as { name: string }).name) =>
  model.records.get(record)!.fields;
const typeOf = (field: unknown, more: object = {}) => fieldsOf(withField(field, more))[0];

describe('a schema', () => {
  it('has a kind for each type and format', () => {
    const known: [schema: object, kind: string][] = [
      [{ type: 'boolean' }, 'boolean'],
      [{ type: 'integer' }, 'int64'],
      [{ type: 'integer', format: 'int64' }, 'int64'],
      [{ type: 'integer', format: 'int32' }, 'int32'],
      [{ type: 'number' }, 'double'],
      [{ type: 'number', format: 'double' }, 'double'],
      [{ type: 'string' }, 'string'],
      [{ type: 'string', format: 'date-time' }, 'instant'],
      [{ type: 'string', format: 'uuid' }, 'uuid'],
      [{ type: 'string', format: 'byte' }, 'bytes'],
    ];
    for (const [schema, kind] of known) {
      assert.deepEqual(typeOf(schema), { name: 'x', type: { kind }, presence: 'required' });
    }
  });

  it('keeps the order of the fields, and tells required, nullable and optional', () => {
    const model = parse({
      title: 'Thing',
      type: 'object',
      required: ['z', 'a'],
      properties: {
        z: { type: 'boolean' },
        b: { type: 'boolean' },
        a: { type: ['boolean', 'null'] },
        c: { type: ['null', 'boolean'] },
      },
    });
    const type = { kind: 'boolean' };
    assert.deepEqual(fieldsOf(model), [
      { name: 'z', type, presence: 'required' },
      { name: 'b', type, presence: 'optional' },
      { name: 'a', type, presence: 'nullable' },
      { name: 'c', type, presence: 'optional' },
    ]);
  });

  it('names types by title, definition or field', () => {
    const model = parse({
      type: 'object',
      properties: {
        home_address: { type: 'object', properties: { a: { type: 'string' } } },
        other: { title: 'second address', type: 'object', properties: { a: { type: 'string' } } },
        colour: { $ref: '#/$defs/paint' },
        size: { enum: ['S', 'M'] },
      },
      $defs: { paint: { type: 'string', enum: ['red', 'blue'] }, unused: { type: 'string' } },
    });
    assert.deepEqual(model.root, { kind: 'record', name: 'Root' });
    assert.deepEqual([...model.records.keys()], ['Root', 'HomeAddress', 'SecondAddress']);
    assert.deepEqual(
      [...model.enums.values()],
      [
        { name: 'Paint', values: ['red', 'blue'] },
        { name: 'Size', values: ['S', 'M'] },
      ],
    );
  });

  it('shares a definition, and goes back to it', () => {
    const tree = { $ref: '#/$defs/a~1b' };
    const model = withField(tree, {
      $defs: {
        'a/b': {
          title: 'Tree',
          type: 'object',
          required: ['children'],
          properties: { children: { type: 'array', items: tree }, parent: tree },
        },
      },
    });
    const type = { kind: 'record', name: 'Tree' };
    assert.deepEqual(fieldsOf(model)[0]?.type, type);
    assert.deepEqual(fieldsOf(model, 'Tree'), [
      { name: 'children', type: { kind: 'list', element: type }, presence: 'required' },
      { name: 'parent', type, presence: 'optional' },
    ]);
    assert.deepEqual(
      [...recursiveFields(model)].map(({ name }) => name),
      ['children', 'parent'],
    );
    assert.equal(endlessField(model), undefined);
  });

  it('has a map where any keys are allowed, and any value where nothing is said', () => {
    const any = { kind: 'any' };
    const known: [schema: unknown, type: unknown][] = [
      [{}, any],
      [true, any],
      [{ title: 'Anything', description: '…', 'x-more': 1 }, any],
      [{ anyOf: [{}, { type: 'null' }] }, any],
      [
        { type: 'array', items: true },
        { kind: 'list', element: any },
      ],
      [{ type: 'object' }, { kind: 'map', value: any }],
      [
        { type: 'object', additionalProperties: true },
        { kind: 'map', value: any },
      ],
      [
        { type: 'object', additionalProperties: { type: 'number' } },
        { kind: 'map', value: { kind: 'double' } },
      ],
      [
        { type: 'object', additionalProperties: { type: 'array', items: { type: 'object' } } },
        { kind: 'map', value: { kind: 'list', element: { kind: 'map', value: any } } },
      ],
    ];
    for (const [schema, type] of known) {
      assert.deepEqual(typeOf(schema), { name: 'x', type, presence: 'required' }, JSON.stringify(schema));
    }
    assert.equal(typeOf({ type: ['object', 'null'] })?.presence, 'nullable');
  });

  it('is of any type at its root', () => {
    assert.deepEqual(parse({ type: 'string', format: 'uuid' }).root, { kind: 'uuid' });
    assert.deepEqual(parse(true).root, { kind: 'any' });
    const list = parse({
      type: 'array',
      items: { $ref: '#/$defs/T' },
      $defs: {
        T: {
          type: 'object',
          properties: { more: { type: 'object', additionalProperties: { $ref: '#/$defs/T' } } },
        },
      },
    });
    assert.deepEqual(list.root, { kind: 'list', element: { kind: 'record', name: 'T' } });
    assert.deepEqual(
      [...recursiveFields(list)].map(({ name }) => name),
      ['more'],
    );
  });

  it('has fields and enum values of any name', () => {
    const names = ['', '__proto__', 'constructor', ' ', 'a\nb', '\u0000', '😀'];
    const members = names.map((name, i) => {
      const values = name === '' ? [''] : ['', name];
      return `${JSON.stringify(name)}: ${JSON.stringify({ title: `E${i}`, enum: values })}`;
    });
    const text = `{ "type": "object", "properties": { ${members.join()} } }`;
    const model = parseSchema(text, 's.json');
    assert.deepEqual(
      fieldsOf(model).map(({ name }) => name),
      names,
    );
    assert.deepEqual(model.enums.get('E3')?.values, ['', ' ']);
  });

  it('may be described in any words', () => {
    const described = {
      type: 'string',
      description: '…',
      examples: ['a'],
      default: 'b',
      'x-more': {},
      deprecated: true,
    };
    assert.deepEqual(typeOf(described)?.type, { kind: 'string' });
    assert.deepEqual(typeOf({ type: 'string' }, { additionalProperties: false })?.type, { kind: 'string' });
  });

  it('with every kind of type has every kind', () => {
    const file = fileURLToPath(new URL('../../datasets/every-kind/schema.json', import.meta.url));
    const model = parseSchema(readFileSync(file, 'utf8'), file);
    const met = new Set<string>();
    for (const { fields } of model.records.values()) {
      for (const { type, presence } of fields) {
        met.add(`${presence} ${type.kind}`);
        if (type.kind === 'list') met.add(`list of ${type.element.kind}`);
      }
    }
    const scalars = ['boolean', 'int32', 'int64', 'double', 'string', 'instant', 'uuid', 'bytes'];
    for (const kind of [...scalars, 'enum', 'record', 'list']) {
      for (const place of ['required', 'nullable', 'optional', 'list of']) {
        assert.ok(met.has(`${place} ${kind}`), `${place} ${kind}`);
      }
    }
    for (const name of ['class', 'type', 'a-b', 'größe', 'with space', 'UPPER']) {
      assert.ok(
        model.records.get('AwkwardNames')!.fields.some((field) => field.name === name),
        name,
      );
    }
  });
});

describe('a schema is refused', () => {
  const STRING = { type: 'string' };
  const NULL = { type: 'null' };
  const map = (additionalProperties: unknown) => ({ type: 'object', additionalProperties });
  const fields: [field: unknown, key: string, words: string][] = [
    [{ items: {} }, '', 'missing "type"'],
    [{ foo: 1 }, '', 'missing "type"'],
    [false, '', 'expected a schema'],
    [{ type: 'strnig' }, '/type', 'Did you mean "string"?'],
    [{ type: ['string', 'integer'] }, '/type', 'one type'],
    [{ type: 'null' }, '/type', 'one type'],
    [{ type: 'integer', format: 'uuid' }, '/format', '"integer" has no format "uuid"'],
    [{ type: 'boolean', format: 'int32' }, '/format', 'no format'],
    [{ type: 'number', format: 'date-time' }, '/format', 'no format'],
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword): typeof fields => [
      [{ [keyword]: [STRING, { type: 'integer' }] }, `/${keyword}`, 'write {} for any value'],
      [{ [keyword]: [] }, `/${keyword}`, 'one type'],
      [{ [keyword]: [NULL] }, `/${keyword}`, 'one type'],
      [{ type: 'string', [keyword]: [STRING] }, '/type', 'belongs to the schema within'],
      [{ [keyword]: {} }, `/${keyword}`, 'a list of schemas'],
    ]),
    [{ allOf: [STRING, NULL] }, '/allOf', 'one type'],
    [{ allOf: [STRING], anyOf: [STRING] }, '/allOf', 'belongs to'],
    [{ not: {} }, '/not', 'no alternatives'],
    [{ type: 'array', prefixItems: [] }, '/prefixItems', 'no tuples'],
    [{ type: 'array', items: [STRING] }, '/items', 'expected a schema'],
    [{ type: 'array' }, '', 'missing "items"'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '/items', 'null'],
    [{ ...map({}), properties: { a: true } }, '/additionalProperties', 'a map has any keys'],
    [map({ type: ['string', 'null'] }), '/additionalProperties', "values of a map can't be null"],
    [{ type: 'object', required: ['a'] }, '/required', 'belongs to'],
    [map(false), '', 'missing "properties"'],
    [{ type: 'object', properties: {} }, '/properties', 'at least one'],
    // Documents that are made would break it.
    ...['pattern', 'uniqueItems', 'multipleOf'].map((keyword): (typeof fields)[number] => [
      { type: 'string', [keyword]: true },
      `/${keyword}`,
      'break it; leave it out',
    ]),
    [{ type: 'object', patternProperties: { a: true, b: true } }, '/patternProperties', 'one pattern'],
    [{ ...map(STRING), patternProperties: { a: true } }, '/patternProperties', 'one pattern'],
    [
      { type: 'object', properties: { a: true }, patternProperties: { a: true } },
      '/patternProperties',
      'belongs to a map',
    ],
    [{ type: 'array', items: { $ref: '#/$defs/N' } }, '/items/$ref', '# has no "$defs"'],
    [{ type: 'object', propertys: {} }, '/propertys', 'Did you mean "properties"'],
    [{ type: 'string', items: {} }, '/items', 'belongs to'],
    [{ enum: [1] }, '/enum/0', 'expected a string'],
    [{ enum: [] }, '/enum', 'at least one'],
    [{ enum: ['a', 'a'] }, '/enum', '"a" is listed twice'],
    [{ $ref: '#/properties/y' }, '/$ref', '#/properties has no "y"'],
    [{ $ref: 'other.json' }, '/$ref', 'there is no file "other.json" beside'],
    [{ $ref: '../o.json' }, '/$ref', "outside the schema's folder"],
    [{ $ref: 'https://a.example/b#/c' }, '/$ref', "isn't read: put the file"],
    [{ $ref: '/etc/passwd' }, '/$ref', "isn't read"],
    [{ $ref: '#geo' }, '/$ref', 'JSON Pointer such as "#/$defs/Name"'],
    [{ $ref: '#/%' }, '/$ref', 'is not a URI reference'],
    [{ $ref: '#', type: 'object' }, '/type', 'not to a "$ref"'],
    [{ $ref: '#', minimum: 1 }, '/minimum', 'not to a "$ref"'],
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

  const endless = (name: string) =>
    `{"type":"object","required":["x"],"properties":{"x":{"$ref":"#/$defs/${name}"}}}`;
  const circle = '{"type":"array","items":{"type":"object","additionalProperties":{"$ref":"#/$defs/A"}}}';
  const texts: [text: string, place: string, words: string][] = [
    ['{\n "type": }', '2', 'column 10: not JSON'],
    ['', '1', 'not JSON'],
    ['{} // no', '1', 'not JSON: invalid comment token'],
    ['{"type":"object",\n"properties":{\n"a/b":{\n"type":"strin"}}}', '4: /properties/a~1b/type', '"string"'],
    ['{"type":["string","null"]}', '1: /', "can't be null"],
    ['[]', '1: /', 'expected a schema: an object'],
    ['{"type":"object","properties":{"\\ud800":{}}}', '1: /properties/\ud800', 'surrogate pair'],
    ['{"type":"object","properties":{"a":{},\n"a":{}}}', '2: /properties/a', 'twice'],
    [
      `{"$ref":"#/$defs/A","$defs":{"A":${endless('B')},"B":${endless('A')}}}`,
      '1: /$defs/A/properties/x',
      'without end',
    ],
    [
      `{"type":"object","properties":{"x":{"$ref":"#/$defs/A"}},"$defs":{"A":${circle}}}`,
      '1: /$defs/A/items/additionalProperties/$ref',
      'refers to itself without a record',
    ],
  ];
  for (const [text, place, words] of texts)
    it(`that is ${text}`, () => assert.throws(() => parseSchema(text, 's.json'), toldAt(place, words)));
});
