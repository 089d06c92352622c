import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { generateDocuments } from '../../src/dataset/generate.ts';
import { hardDocuments, hasBounds } from '../../src/dataset/hard.ts';
import type { DatasetDefinition } from '../../src/define/types.ts';
import { beyondBounds } from '../../src/schema/bounds.ts';
import type { SchemaModel } from '../../src/schema/model.ts';
import type { RecordValue, Value } from '../../src/schema/value.ts';
import { BOOLEAN, DOUBLE, INT32, INT64, listOf, mapOf, STRING } from '../schema/schemas.ts';
import { defined, recordOf, visit } from './definitions.ts';

const text = (more: object = {}) => ({ ...STRING, ...more });

const BOUNDED: Record<string, object> = {
  int32: { ...INT32, minimum: -3, maximum: 300 },
  int32From: { ...INT32, minimum: 2147483647 },
  int64: { ...INT64, minimum: 18, maximum: 120 },
  int64Safe: { ...INT64, minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  price: { ...DOUBLE, minimum: 0, maximum: 1000, 'x-digits': 5 },
  degrees: { ...DOUBLE, minimum: -180, maximum: 180, 'x-digits': 8 },
  share: { ...DOUBLE, exclusiveMinimum: 0, exclusiveMaximum: 1 },
  code: text({ minLength: 2, maxLength: 2, 'x-alphabet': 'ascii' }),
  note: text({ maxLength: 40, 'x-alphabet': 'text' }),
  long: text({ minLength: 500, maxLength: 5000 }),
  some: listOf(BOOLEAN, { minItems: 2, maxItems: 9 }),
  none: listOf(STRING, { maxItems: 0 }),
  many: listOf(BOOLEAN, { minItems: 100, maxItems: 1000 }),
  within: listOf(listOf(text({ maxLength: 3 }), { minItems: 1, maxItems: 2 }), { minItems: 3 }),
  entries: mapOf({ ...INT64, minimum: 1 }, { minProperties: 1, maxProperties: 4 }),
  keys: mapOf(BOOLEAN, { minProperties: 60 }),
};

/** The keywords that bound; the others say what a value is. */
const BOUND = /^(x-|min|max|exclusive)/;
const without = (schema: object): object =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !BOUND.test(key))
      .map(([key, value]) => [key, typeof value === 'object' ? without(value) : value]),
  );

function assertWithin(model: SchemaModel, documents: readonly Value[]): void {
  for (const document of documents)
    visit(model, model.root, document, (type, value) => {
      if (!('bounds' in type) || type.bounds === undefined) return;
      const isNegativeZero = type.bounds.minimum === 0 && Object.is(value, -0);
      assert.equal(isNegativeZero ? 'negative zero' : beyondBounds(type.bounds, value), undefined);
    });
}

describe('hard documents within bounds', () => {
  for (const [name, schema] of Object.entries(BOUNDED)) {
    it(`are within the bounds of ${name}, or strict: ${JSON.stringify(schema)}`, () => {
      const model = recordOf({ x: schema });
      const documents = hardDocuments(model, 'bounds');
      assert.ok(hasBounds(model) && documents.length >= 12 && documents.length <= 48);
      assertWithin(model, documents);
      assert.deepEqual(documents, hardDocuments(model, 'bounds'), 'the same again');
      const bare = recordOf({ x: without(schema) });
      assert.ok(!hasBounds(bare));
      assert.deepEqual(hardDocuments(model), hardDocuments(bare));
      assert.deepEqual(hardDocuments(bare, 'bounds'), hardDocuments(bare), 'nothing to keep to');
    });
  }

  it('are within the bounds of all fields', () => {
    const model = recordOf(BOUNDED);
    assertWithin(model, hardDocuments(model, 'bounds'));
  });

  const valuesOf = (schema: object): Value[] =>
    (hardDocuments(recordOf({ x: schema }), 'bounds') as RecordValue[]).map(({ x }) => x!);

  it('have the bounds themselves and their neighbors', () => {
    const values = valuesOf({ ...INT64, minimum: 1000, maximum: 2000 });
    for (const value of [1000n, 1001n, 1999n, 2000n]) assert.ok(values.includes(value), String(value));
    const shares = valuesOf({ ...DOUBLE, minimum: 0.25, maximum: 8, 'x-digits': 3 });
    for (const value of [0.25, 1.25, 7, 8, 0.333, 3.14]) assert.ok(shares.includes(value), String(value));
    const lengths = valuesOf(text({ minLength: 3, maxLength: 11 })).map((one) => [...(one as string)].length);
    assert.ok(lengths.includes(3) && lengths.includes(11));
    const sizes = valuesOf(BOUNDED.some!).map((one) => (one as Value[]).length);
    assert.deepEqual(new Set(sizes), new Set([2, 9, 3]));
  });

  it('have no tiny numbers if digits are limited, and every hard text that fits the length', () => {
    const prices = valuesOf({ ...DOUBLE, minimum: 0, maximum: 1e6, 'x-digits': 6 }) as number[];
    assert.ok(prices.every((price) => price === 0 || price >= 1e-6));
    const texts = valuesOf(text({ maxLength: 64, 'x-alphabet': 'text' })) as string[];
    const all = texts.join();
    for (const part of ['\u{1f600}', '"', '\\', '\u2028', '\r\n', '\ufeff'])
      assert.ok(all.includes(part), JSON.stringify(part));
    assert.ok(texts.includes('') && texts.some((one) => [...one].length === 64));
  });

  it('end if nested lists have large minimum lengths', () => {
    let schema: object = BOOLEAN;
    for (let i = 0; i < 6; i++) schema = listOf(schema, { minItems: 1000 });
    const model = recordOf({ x: schema });
    for (const document of hardDocuments(model, 'bounds')) {
      let values = 0;
      visit(model, model.root, document, () => values++);
      assert.ok(values < 50_000, `${values} values`);
    }
  });

  it("end if recursive records are in lists that can't be empty", () => {
    const leaf = { title: 'Leaf', type: 'object', properties: { tree: { $ref: '#' } } };
    const model = recordOf({ of: listOf(leaf, { minItems: 2 }) });
    assertWithin(model, hardDocuments(model, 'bounds'));
  });
});

describe('timed documents', () => {
  const { definition } = defined('datasets/record');
  const made = (
    model: SchemaModel,
    more: Partial<DatasetDefinition> = {},
    lengths: [string, number][] = [],
  ) => {
    const own = { ...definition.sizes[0]!, documents: 40, lengths: new Map(lengths), shared: new Map() };
    return generateDocuments({ ...definition, generate: new Map(), sizes: [own], ...more }, model, own);
  };

  it('are within the bounds of the schema, and differ', async () => {
    const model = recordOf(BOUNDED);
    const documents = (await made(model)) as RecordValue[];
    assertWithin(model, documents);
    for (const name of 'int32 int64 int64Safe price share code note'.split(' '))
      assert.ok(new Set(documents.map((document) => document[name])).size > 5, name);
  });

  it('of a generator outside the bounds are refused with its line', async () => {
    for (const [schema, generator, told] of [
      [{ ...INT64, maximum: 5 }, 'integer(6,9)', /dataset\.toml.*bounds: \d is above the maximum 5/],
      [text({ maxLength: 3 }), 'person.fullName', /bounds: a length of \d+ is above the maximum 3/],
    ] as const)
      await assert.rejects(made(recordOf({ x: schema }), { generate: new Map([['/x', generator]]) }), told);
  });

  it('of lengths outside the bounds are refused with their line', async () => {
    const model = recordOf({ x: listOf(BOOLEAN, { minItems: 2, maxItems: 4 }) });
    assert.equal(((await made(model, {}, [['/x', 4]]))[0] as { x: Value[] }).x.length, 4);
    await assert.rejects(made(model, {}, [['/x', 5]]), /lengths.*4 at most/);
  });
});
