/** Documents that are made keep to what the schema bounds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { hardDocuments, hasBounds } from '../../src/dataset/hard.ts';
import type { DatasetDefinition } from '../../src/define/types.ts';
import type { SchemaModel, Type } from '../../src/schema/model.ts';
import { parseSchema } from '../../src/schema/parse.ts';
import type { MapValue, RecordValue, Value } from '../../src/schema/value.ts';
import { defined, recordOf } from './definitions.ts';

/** Calls back for each value that stands somewhere, null and absent ones left out. */
function visit(model: SchemaModel, type: Type, value: Value, seen: (type: Type, value: Value) => void): void {
  seen(type, value);
  if (type.kind === 'list') for (const one of value as Value[]) visit(model, type.element, one, seen);
  if (type.kind === 'map')
    for (const one of (value as MapValue).values()) visit(model, type.value, one, seen);
  if (type.kind !== 'record') return;
  for (const field of model.records.get(type.name)!.fields) {
    const one = (value as RecordValue)[field.name];
    if (one !== undefined && one !== null) visit(model, field.type, one, seen);
  }
}

/** Written anew, so that it shares no mistake with the code. */
function satisfies(type: Type, value: Value): boolean {
  if (!('bounds' in type)) return true;
  const { minimum, maximum, digits, shortest = 0, longest = Infinity, alphabet } = type.bounds!;
  if (typeof value === 'number' || typeof value === 'bigint') {
    if (minimum !== undefined && (value < minimum || (minimum === 0 && Object.is(value, -0)))) return false;
    if (maximum !== undefined && value > maximum) return false;
    const spelled = Math.abs(Number(value)).toExponential().split('e')[0]!.replace('.', '');
    return digits === undefined || spelled.length <= digits;
  }
  const text = typeof value === 'string' ? value : '';
  const points = Array.from(text, (one) => one.codePointAt(0)!);
  if (alphabet === 'ascii' && points.some((point) => point < 32 || point > 126)) return false;
  const isControl = (point: number) =>
    (point < 32 && ![9, 10, 13].includes(point)) || (point > 126 && point < 160);
  if (alphabet === 'text' && points.some(isControl)) return false;
  const length =
    typeof value === 'string' ? points.length : value instanceof Map ? value.size : (value as Value[]).length;
  return length >= shortest && length <= longest;
}

const text = (more: object = {}) => ({ type: 'string', ...more });
const list = (items: unknown, more: object = {}) => ({ type: 'array', items, ...more });
const map = (additionalProperties: unknown, more: object = {}) => ({
  type: 'object',
  additionalProperties,
  ...more,
});

const BOUNDED: Record<string, object> = {
  int32: { type: 'integer', format: 'int32', minimum: -3, maximum: 300 },
  int32From: { type: 'integer', format: 'int32', minimum: 2147483647 },
  int32To: { type: 'integer', format: 'int32', maximum: -2147483648 },
  int64: { type: 'integer', minimum: 18, maximum: 120 },
  int64One: { type: 'integer', minimum: 7, maximum: 7 },
  int64Safe: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  int64High: { type: 'integer', minimum: 2 ** 62 },
  int64Low: { type: 'integer', maximum: -(2 ** 62) },
  price: { type: 'number', minimum: 0, maximum: 1000, 'x-digits': 5 },
  degrees: { type: 'number', minimum: -180, maximum: 180, 'x-digits': 8 },
  digit: { type: 'number', 'x-digits': 1 },
  share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  above: { type: 'number', minimum: 1e9 },
  below: { type: 'number', maximum: -1e9 },
  code: text({ minLength: 2, maxLength: 2, 'x-alphabet': 'ascii' }),
  note: text({ maxLength: 40, 'x-alphabet': 'text' }),
  long: text({ minLength: 500, maxLength: 5000 }),
  ascii: text({ 'x-alphabet': 'ascii' }),
  empty: text({ maxLength: 0 }),
  some: list({ type: 'boolean' }, { minItems: 2, maxItems: 9 }),
  none: list(text(), { maxItems: 0 }),
  many: list({ type: 'boolean' }, { minItems: 100, maxItems: 1000 }),
  within: list(list(text({ maxLength: 3 }), { minItems: 1, maxItems: 2 }), { minItems: 3 }),
  entries: map({ type: 'integer', minimum: 1 }, { minProperties: 1, maxProperties: 4 }),
  keys: map({ type: 'boolean' }, { minProperties: 60 }),
};

describe('hard documents within bounds', () => {
  for (const [name, schema] of Object.entries(BOUNDED)) {
    it(`keep to those of ${name}: ${JSON.stringify(schema)}`, () => {
      const model = recordOf({ x: schema });
      const documents = hardDocuments(model, 'bounds');
      assert.ok(hasBounds(model) && documents.length >= 12 && documents.length <= 48);
      for (const document of documents)
        visit(model, model.root, document, (type, value) =>
          assert.ok(satisfies(type, value), `${type.kind} ${JSON.stringify(String(value).slice(0, 50))}`),
        );
      assert.deepEqual(documents, hardDocuments(model, 'bounds'), 'the same again');
    });

    it(`go to the types' limits of ${name} when asked to`, () => {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...bare } = schema as Record<
        string,
        unknown
      >;
      for (const keyword of [
        'x-digits',
        'x-alphabet',
        'minLength',
        'maxLength',
        'minItems',
        'maxItems',
        'minProperties',
        'maxProperties',
      ])
        delete bare[keyword];
      if (name === 'within') bare.items = list(text());
      if (name === 'entries') bare.additionalProperties = { type: 'integer' };
      const model = recordOf({ x: bare });
      assert.ok(!hasBounds(model));
      assert.deepEqual(hardDocuments(recordOf({ x: schema })), hardDocuments(model));
      assert.deepEqual(hardDocuments(model, 'bounds'), hardDocuments(model), 'nothing to keep to');
    });
  }

  it('keep to those of all fields together', () => {
    const model = recordOf(BOUNDED);
    for (const document of hardDocuments(model, 'bounds'))
      visit(model, model.root, document, (type, value) => assert.ok(satisfies(type, value), String(value)));
  });

  it('of a schema without bounds are the same as ever', () => {
    for (const folder of ['datasets/every-kind', 'datasets/contract-deep', 'datasets/posts']) {
      const { model } = defined(folder);
      assert.ok(!hasBounds(model));
      assert.deepEqual(hardDocuments(model, 'bounds'), hardDocuments(model));
    }
  });

  /** Every value of a field. */
  const valuesOf = (schema: object): Value[] =>
    (hardDocuments(recordOf({ x: schema }), 'bounds') as RecordValue[]).map(({ x }) => x!);

  it('have the bounds themselves and their neighbors', () => {
    const values = valuesOf({ type: 'integer', minimum: 1000, maximum: 2000 });
    for (const value of [1000n, 1001n, 1999n, 2000n]) assert.ok(values.includes(value), String(value));
    const shares = valuesOf({ type: 'number', minimum: 0.25, maximum: 8, 'x-digits': 3 });
    for (const value of [0.25, 1.25, 7, 8, 0.333, 3.14]) assert.ok(shares.includes(value), String(value));
    const lengths = new Set(
      valuesOf(text({ minLength: 3, maxLength: 11 })).map((one) => [...(one as string)].length),
    );
    assert.ok(lengths.has(3) && lengths.has(11));
    const sizes = new Set(
      valuesOf(list({ type: 'boolean' }, { minItems: 2, maxItems: 9 })).map((one) => (one as Value[]).length),
    );
    assert.deepEqual(sizes, new Set([2, 9, 3]));
  });

  it('have no hard number that prices with few digits never are, and every hard text that fits', () => {
    const prices = valuesOf({ type: 'number', minimum: 0, maximum: 1e6, 'x-digits': 6 }) as number[];
    assert.ok(prices.every((price) => price === 0 || price >= 1e-6));
    const texts = valuesOf(text({ maxLength: 64, 'x-alphabet': 'text' })) as string[];
    for (const part of ['\u{1f600}', '"', '\\', '\u2028', '\r\n', '\ufeff'])
      assert.ok(
        texts.some((one) => one.includes(part)),
        JSON.stringify(part),
      );
    assert.ok(texts.includes('') && texts.some((one) => [...one].length === 64));
  });

  it('are no larger for what is bounded by millions', () => {
    const big = hardDocuments(
      recordOf({
        x: list(list(list(text({ maxLength: 1e9 }), { maxItems: 1e6 }), { maxItems: 1e6 }), {
          maxItems: 1e6,
        }),
        y: map(true, { maxProperties: 1e9 }),
      }),
      'bounds',
    );
    const plain = hardDocuments(recordOf({ x: list(list(list(text()))), y: map(true) }));
    assert.deepEqual(big, plain);
  });

  it('end where lists want more than anybody waits for', () => {
    let schema: object = { type: 'boolean' };
    for (let i = 0; i < 6; i++) schema = list(schema, { minItems: 1000 });
    const model = recordOf({ x: schema });
    for (const document of hardDocuments(model, 'bounds')) {
      let values = 0;
      visit(model, model.root, document, () => values++);
      assert.ok(values < 50_000, `${values} values`);
    }
  });

  it('end where records stand in lists that are never empty', () => {
    const model = parseSchema(
      JSON.stringify({
        title: 'Tree',
        type: 'object',
        required: ['of'],
        properties: {
          of: list({ title: 'Leaf', type: 'object', properties: { tree: { $ref: '#' } } }, { minItems: 2 }),
        },
      }),
      's.json',
    );
    for (const document of hardDocuments(model, 'bounds'))
      visit(model, model.root, document, (type, value) => assert.ok(satisfies(type, value)));
  });
});

describe('timed documents', () => {
  const { definition, size } = (({ definition }) => ({ definition, size: definition.sizes[0]! }))(
    defined('datasets/record'),
  );
  const made = (
    model: SchemaModel,
    more: Partial<DatasetDefinition> = {},
    lengths: readonly [string, number][] = [],
  ) => {
    const own = { ...size, documents: 40, lengths: new Map(lengths), shared: new Map() };
    return generateDocuments({ ...definition, generate: new Map(), sizes: [own], ...more }, model, own);
  };

  it('keep to the bounds of the schema', async () => {
    const model = recordOf(BOUNDED);
    for (const document of await made(model))
      visit(model, model.root, document, (type, value) =>
        assert.ok(satisfies(type, value), `${type.kind} ${value}`),
      );
  });

  it('differ within them', async () => {
    const model = recordOf(BOUNDED);
    const documents = (await made(model)) as RecordValue[];
    for (const name of [
      'int32',
      'int64',
      'int64Safe',
      'int64High',
      'price',
      'share',
      'above',
      'code',
      'note',
    ])
      assert.ok(new Set(documents.map((document) => document[name])).size > 5, name);
  });

  it('of a generator beyond them are refused at its line', async () => {
    for (const [schema, generator, message] of [
      [
        { type: 'integer', maximum: 5 },
        'integer(6,9)',
        /dataset\.toml.*generate.*beyond the schema's bounds: \d is above the maximum 5/,
      ],
      [
        text({ maxLength: 3 }),
        'person.fullName',
        /beyond the schema's bounds: a length of \d+ is above the maximum 3/,
      ],
    ] as const)
      await assert.rejects(
        made(recordOf({ x: schema }), { generate: new Map([['/x', generator]]) }),
        message,
      );
  });

  it('of lengths beyond them are refused at their line', async () => {
    const model = recordOf({ x: list({ type: 'boolean' }, { minItems: 2, maxItems: 4 }) });
    assert.equal(((await made(model, {}, [['/x', 4]]))[0] as { x: Value[] }).x.length, 4);
    await assert.rejects(made(model, {}, [['/x', 5]]), /lengths.*4 at most/);
  });
});
