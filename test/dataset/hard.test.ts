import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hardDocuments } from '../../src/dataset/hard.ts';
import { HARD_KEYS, HARD_VALUES } from '../../src/dataset/hard-values.ts';
import { encodeFixture } from '../../src/oracle/fixture.ts';
import type { Field, SchemaModel, Type } from '../../src/schema/model.ts';
import type { MapValue, RecordValue, Value } from '../../src/schema/value.ts';
import { BOOLEAN, INT64, listOf, mapOf, recordOf as recordSchema, SCALARS, to } from '../schema/schemas.ts';
import { defined, modelOfSchema, recordOf, visit } from './definitions.ts';

/** Contents of hard documents: values by kind, list lengths, and the states of optional fields. */
interface Met {
  readonly values: Map<string, Value[]>;
  readonly lengths: Set<number>;
  /** `absent`, `null` or `there`, by field. */
  readonly fields: Map<Field, Set<string>>;
}

function meet(model: SchemaModel): Met {
  const met: Met = { values: new Map(), lengths: new Set(), fields: new Map() };
  const seen = (type: Type, value: Value): void => {
    if (type.kind === 'list') met.lengths.add((value as Value[]).length);
    const key = type.kind === 'enum' ? `enum ${type.name}` : type.kind;
    met.values.set(key, [...(met.values.get(key) ?? []), value]);
    if (type.kind !== 'record') return;
    for (const field of model.records.get(type.name)!.fields) {
      const of = (value as RecordValue)[field.name];
      const states = met.fields.get(field) ?? new Set();
      met.fields.set(field, states.add(of === undefined ? 'absent' : of === null ? 'null' : 'there'));
    }
  };
  for (const document of hardDocuments(model)) visit(model, model.root, document, seen);
  return met;
}

describe('hard documents of a schema with every kind', () => {
  const { model } = defined('datasets/every-kind');
  const met = meet(model);
  const of = <T extends Value>(kind: string): T[] => met.values.get(kind) as T[];

  it('have every control character, and no lone surrogate', () => {
    const all = of<string>('string').join(' ');
    for (let code = 0; code < 0x20; code++)
      assert.ok(all.includes(String.fromCharCode(code)), `U+${code.toString(16)}`);
    assert.doesNotMatch(all, /\p{Surrogate}/u);
  });

  it('have every value of every enum', () => {
    for (const { name, values } of model.enums.values()) {
      assert.deepEqual(new Set(of(`enum ${name}`)), new Set(values), name);
    }
  });

  it('have short lists, also empty ones and ones of one element', () => {
    assert.deepEqual([...met.lengths].sort(), [0, 1, 2, 3]);
  });

  it('have each optional field both present and absent', () => {
    for (const record of model.records.values()) {
      for (const field of record.fields) {
        const states = { required: ['there'], nullable: ['null', 'there'], optional: ['absent', 'there'] };
        const found = [...met.fields.get(field)!].sort();
        assert.deepEqual(found, states[field.presence], `${record.name}.${field.name}`);
      }
    }
  });
});

describe('hard documents', () => {
  for (const [kind, pool] of Object.entries(HARD_VALUES)) {
    it(`with one field of type ${kind} have every hard value of this type`, () => {
      const schemas: Record<string, object> = { ...SCALARS, any: {} };
      const documents = hardDocuments(recordOf({ x: schemas[kind] })) as RecordValue[];
      for (const value of pool) {
        const found = documents.some(({ x }) => Object.is(x, value));
        assert.ok(found, String(value));
      }
      assert.ok(documents.length >= 12 && documents.length <= 56, `${documents.length} documents`);
    });
  }

  it('have different lengths even if a schema has only one list', () => {
    const documents = hardDocuments(recordOf({ x: listOf(BOOLEAN) }));
    const lengths = documents.map((document) => ((document as RecordValue).x as Value[]).length);
    assert.deepEqual(new Set(lengths), new Set([0, 1, 2, 3]));
  });

  it('have small and large maps with every hard key, without __proto__', () => {
    const documents = hardDocuments(recordOf({ x: mapOf(BOOLEAN) }));
    const maps = documents.map((document) => (document as RecordValue).x as MapValue);
    const keys = new Set(maps.flatMap((map) => [...map.keys()]));
    assert.deepEqual(keys, new Set(HARD_KEYS));
    assert.ok(!keys.has('__proto__') && ![...keys].some((key) => key.includes('\0')));
    assert.deepEqual(new Set(maps.map(({ size }) => size)), new Set([0, 1, 2, 17]));
  });

  it('of types nested 60 deep are few and small', () => {
    const { model } = defined('datasets/contract-deep');
    const documents = hardDocuments(model);
    assert.ok(documents.length <= 56);
    assert.ok(encodeFixture(model, documents).length < 1_000_000);
  });

  it('of 69 records that contain all of them are small', () => {
    const names = Array.from({ length: 69 }, (_, index) => `r${index}`);
    const fields = (type: (name: string) => object) =>
      Object.fromEntries(names.map((name) => [name, type(name)]));
    const record = { type: 'object', properties: { plain: to('plain'), ...fields(to) } };
    const $defs = { ...fields(() => record), plain: recordSchema(fields(() => INT64)) };
    const model = modelOfSchema({ ...to('r0'), $defs });
    for (const range of ['bounds', 'strict'] as const)
      assert.ok(encodeFixture(model, hardDocuments(model, range)).length < 15 * 2 ** 20);
  });

  it('are never null, even if any value is a document', () => {
    const documents = hardDocuments(modelOfSchema(true));
    assert.ok(documents.every((document) => document !== null));
  });
});
