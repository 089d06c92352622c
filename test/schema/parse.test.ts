import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SchemaModel } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import { endlessField, recursiveFields } from '../../src/schema/recursion.ts';
import { definitionError } from '../define/place.ts';

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
      [...model.enums],
      [
        ['Paint', { name: 'Paint', values: ['red', 'blue'] }],
        ['Size', { name: 'Size', values: ['S', 'M'] }],
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

  it('may have its root in a definition', () => {
    const model = parse({
      $ref: '#/$defs/T',
      $defs: { T: { type: 'object', properties: { t: { $ref: '#/$defs/T' } } } },
    });
    assert.deepEqual(model.root, { kind: 'record', name: 'T' });
    assert.deepEqual(fieldsOf(model)[0], {
      name: 't',
      type: { kind: 'record', name: 'T' },
      presence: 'optional',
    });
  });

  it('lets a reference or an enum be null', () => {
    const colour = { $defs: { C: { enum: ['red'] } } };
    assert.equal(typeOf({ anyOf: [{ $ref: '#/$defs/C' }, { type: 'null' }] }, colour)?.presence, 'nullable');
    assert.equal(typeOf({ type: ['string', 'null'], enum: ['red', null] })?.presence, 'nullable');
    assert.equal(typeOf({ enum: ['red', null] })?.presence, 'nullable');
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
  const x = '/properties/x';
  const fields: [what: string, field: unknown, key: string, message: RegExp][] = [
    ['without type', { items: {} }, x, /missing "type"/],
    ['with a word that may have meant something', { foo: 1 }, x, /missing "type"/],
    ['that takes nothing', false, x, /expected a schema/],
    ['with an unknown type', { type: 'strnig' }, `${x}/type`, /Did you mean "string"\?/],
    ['with two types', { type: ['string', 'integer'] }, `${x}/type`, /one type/],
    ['with null alone', { type: 'null' }, `${x}/type`, /one type/],
    [
      'with a format of another type',
      { type: 'integer', format: 'uuid' },
      `${x}/format`,
      /"integer" has no format "uuid"/,
    ],
    [
      'with a format of numbers for no number',
      { type: 'boolean', format: 'int32' },
      `${x}/format`,
      /no format/,
    ],
    ['with a fraction for an integer', { type: 'integer', format: 'float' }, `${x}/format`, /no format/],
    ['with an instant for a number', { type: 'number', format: 'date-time' }, `${x}/format`, /no format/],
    ...['anyOf', 'oneOf', 'allOf'].flatMap((keyword): typeof fields => [
      [
        `with ${keyword} of two types`,
        { [keyword]: [{ type: 'string' }, { type: 'integer' }] },
        `${x}/${keyword}`,
        /a field has one type: .*; write \{\} for any value/,
      ],
      [`with ${keyword} of nothing`, { [keyword]: [] }, `${x}/${keyword}`, /one type/],
      [`with ${keyword} of null alone`, { [keyword]: [{ type: 'null' }] }, `${x}/${keyword}`, /one type/],
      [
        `with a type beside ${keyword}`,
        { type: 'string', [keyword]: [{ type: 'string' }] },
        `${x}/type`,
        /belongs to the schema within/,
      ],
      [`with ${keyword} of no list`, { [keyword]: {} }, `${x}/${keyword}`, /a list of schemas/],
    ]),
    [
      'with null and another within allOf',
      { allOf: [{ type: 'string' }, { type: 'null' }] },
      `${x}/allOf`,
      /one type/,
    ],
    [
      'with two lists of one',
      { allOf: [{ type: 'string' }], anyOf: [{ type: 'string' }] },
      `${x}/allOf`,
      /belongs to/,
    ],
    ['with not', { not: {} }, `${x}/not`, /no alternatives/],
    ['with a tuple', { type: 'array', prefixItems: [] }, `${x}/prefixItems`, /no tuples/],
    [
      'with items as a list',
      { type: 'array', items: [{ type: 'string' }] },
      `${x}/items`,
      /expected a schema/,
    ],
    ['without items', { type: 'array' }, x, /missing "items"/],
    [
      'with elements that may be null',
      { type: 'array', items: { type: ['string', 'null'] } },
      `${x}/items`,
      /null/,
    ],
    [
      'with fields and others',
      { type: 'object', properties: { a: true }, additionalProperties: {} },
      `${x}/additionalProperties`,
      /a map has any keys/,
    ],
    [
      'with a map whose values may be null',
      { type: 'object', additionalProperties: { type: ['string', 'null'] } },
      `${x}/additionalProperties`,
      /values of a map can't be null/,
    ],
    ['with requirements of a map', { type: 'object', required: ['a'] }, `${x}/required`, /belongs to/],
    ['with an object of nothing', { type: 'object', additionalProperties: false }, x, /missing "properties"/],
    ['without fields', { type: 'object', properties: {} }, `${x}/properties`, /at least one/],
    ...['pattern', 'uniqueItems', 'multipleOf'].map((keyword): (typeof fields)[number] => [
      `with ${keyword}, which documents that are made would break`,
      { type: 'string', [keyword]: true },
      `${x}/${keyword}`,
      /break it; leave it out/,
    ]),
    [
      'with two patterns of keys',
      { type: 'object', patternProperties: { a: true, b: true } },
      `${x}/patternProperties`,
      /expected one pattern/,
    ],
    [
      'with a pattern and others of another type',
      { type: 'object', patternProperties: { a: true }, additionalProperties: { type: 'string' } },
      `${x}/patternProperties`,
      /expected one pattern/,
    ],
    [
      'with fields and a pattern',
      { type: 'object', properties: { a: true }, patternProperties: { a: true } },
      `${x}/patternProperties`,
      /belongs to a map/,
    ],
    [
      'with elements that may be null by reference',
      { type: 'array', items: { $ref: '#/$defs/N' }, $defs: { N: { type: ['object', 'null'] } } },
      `${x}/items/$ref`,
      /# has no "\$defs"/,
    ],
    [
      'with a misspelt keyword',
      { type: 'object', propertys: {} },
      `${x}/propertys`,
      /Did you mean "properties"/,
    ],
    ['with a keyword of another type', { type: 'string', items: {} }, `${x}/items`, /belongs to/],
    [
      'with numbers for an enum',
      { enum: [1] },
      `${x}/enum/0`,
      /expected a string: .* "minimum" and "maximum"/,
    ],
    ['with an enum of nothing', { enum: [] }, `${x}/enum`, /at least one/],
    ['with a value twice', { enum: ['a', 'a'] }, `${x}/enum`, /"a" is listed twice/],
    ['with a reference to nothing', { $ref: '#/properties/y' }, `${x}/$ref`, /#\/properties has no "y"/],
    [
      'with a reference to no file',
      { $ref: 'other.json' },
      `${x}/$ref`,
      /there is no file "other.json" beside/,
    ],
    ['with a reference out of the folder', { $ref: '../o.json' }, `${x}/$ref`, /outside the schema's folder/],
    [
      'with a reference to a site',
      { $ref: 'https://a.example/b#/c' },
      `${x}/$ref`,
      /isn't read: put the file/,
    ],
    ['with a reference from the root of all', { $ref: '/etc/passwd' }, `${x}/$ref`, /isn't read/],
    [
      'with a reference to an anchor',
      { $ref: '#geo' },
      `${x}/$ref`,
      /JSON Pointer such as "#\/\$defs\/Name"/,
    ],
    ['with a reference that is none', { $ref: '#/%' }, `${x}/$ref`, /is not a URI reference/],
    ['with a type beside a reference', { $ref: '#', type: 'object' }, `${x}/type`, /not to a "\$ref"/],
    ['with a bound beside a reference', { $ref: '#', minimum: 1 }, `${x}/minimum`, /not to a "\$ref"/],
    ['with a number for a constant', { const: 1 }, `${x}/const`, /numbers have "minimum" and "maximum"/],
    ['with a constant beside an enum', { const: 'a', enum: ['a'] }, `${x}/const`, /without "enum"/],
    [
      'with a requirement that is not there',
      { type: 'object', required: ['b'], properties: { a: { type: 'string' } } },
      `${x}/required/0`,
      /no "b"/,
    ],
  ];
  for (const [what, field, key, message] of fields) {
    it(what, () => {
      const text = JSON.stringify({ title: 'Thing', type: 'object', properties: { x: field } });
      assert.throws(() => parseSchema(text, 'schema.json'), definitionError(1, key, message));
    });
  }

  it('that is no JSON', () => {
    assert.throws(
      () => parseSchema('{\n "type": }', 's.json'),
      definitionError(2, null, /column 10: not JSON/),
    );
    assert.throws(() => parseSchema('', 's.json'), definitionError(1, null, /not JSON/));
    assert.throws(
      () => parseSchema('{} // no', 's.json'),
      definitionError(1, null, /not JSON: invalid comment token/),
    );
  });

  it('with line and pointer', () => {
    const text = '{\n "type": "object",\n "properties": {\n  "a/b": {\n   "type": "strin"\n  }\n }\n}';
    assert.throws(() => parseSchema(text, 's.json'), definitionError(5, '/properties/a~1b/type', /"string"/));
  });

  it('whose document may be null', () => {
    assert.throws(() => parse({ type: ['string', 'null'] }), definitionError(1, '/', /can't be null/));
    assert.throws(() => parse([]), definitionError(1, '/', /expected a schema: an object/));
  });

  it('with half a surrogate pair', () => {
    const text = '{"type":"object","properties":{"\\ud800":{"type":"string"}}}';
    assert.throws(
      () => parseSchema(text, 's.json'),
      definitionError(1, '/properties/\ud800', /surrogate pair/),
    );
  });

  it('with a key twice', () => {
    const text = '{"type":"object","properties":{"a":{"type":"string"},\n"a":{"type":"string"}}}';
    assert.throws(() => parseSchema(text, 's.json'), definitionError(2, '/properties/a', /twice/));
  });

  it('with records that hold themselves without end', () => {
    const definitions = {
      A: { type: 'object', required: ['b'], properties: { b: { $ref: '#/$defs/B' } } },
      B: { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/A' } } },
    };
    const text = JSON.stringify({ $ref: '#/$defs/A', $defs: definitions });
    assert.throws(
      () => parseSchema(text, 's.json'),
      definitionError(1, '/$defs/A/properties/b', /without end/),
    );
  });

  it('with references in a circle', () => {
    const text = JSON.stringify({
      type: 'object',
      properties: { x: { $ref: '#/$defs/A' } },
      $defs: { A: { type: 'array', items: { type: 'object', additionalProperties: { $ref: '#/$defs/A' } } } },
    });
    assert.throws(
      () => parseSchema(text, 's.json'),
      definitionError(1, '/$defs/A/items/additionalProperties/$ref', /refers to itself without a record/),
    );
  });
});
