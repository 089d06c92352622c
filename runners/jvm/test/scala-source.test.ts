/**
 * Tests names in generated Scala, and models that Scala can't represent. scala-rows.test.ts tests that generated code
 * compiles and works.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { field } from '../../../test/oracle/resources.ts';
import type { Field, Model, Type } from '../../build-kit/model.mjs';
import { emitScalaEntry } from '../build/scala-entry.mjs';
import { emitScalaModel } from '../build/scala-model.mjs';
import { respelledNames } from '../build/scala-names.mjs';
import { Unsupported } from '../build/unsupported.mjs';

function model(...fields: readonly Field[]): Model {
  return {
    dataset: 'my-data',
    root: { kind: 'list', element: { kind: 'record', name: 'Root' } },
    records: new Map([
      ['Root', [...fields]],
      ['Option', []],
    ]),
    enums: new Map([['Kind', ['plain', 'with space', 'type']]]),
  };
}

const text = (name: string): Field => field(name, { kind: 'string' });

describe('Scala names', () => {
  it('are replaced by unique ones if backticks do not help', () => {
    const names = ['', '_', '_1', 'x_=', '==', '<init>', 'hashCode', 'wait', 'a$plusb'];
    const respelled = respelledNames(
      model(...names.map(text), text('hashCode_'), text('a_plusb'), text('$ref')),
    );
    assert.deepEqual([...respelled.keys()], names);
    assert.equal(respelled.get('hashCode'), 'hashCode__');
    assert.equal(respelled.get('a$plusb'), 'a_plusb_');
    assert.equal(new Set(respelled.values()).size, names.length);
  });

  it('that are methods of enums are replaced only for values of enums', () => {
    const names = ['values', 'valueOf', 'ordinal', 'fromOrdinal'];
    assert.deepEqual([...respelledNames(model(...names.map(text))).keys()], []);
    const enums = new Map([['Word', ['values', 'one']]]);
    const both = respelledNames({ ...model(...names.map(text)), enums });
    assert.deepEqual([...both], [['values', 'values_']]);
  });
});

describe('the Scala model', () => {
  const models = (of: Model, options = {}): string =>
    emitScalaModel(of, options).get('wiremark/models/Models.scala')!;

  it('annotates replaced names for the library, or is unsupported if the library has no annotation', () => {
    const odd = model(text('hashCode'), text('a.b'), text('type'));
    assert.match(models(odd), /^ {4}`hashCode_`: String,\n {4}`a\.b`: String,$/m);
    assert.match(
      models(odd, { names: 'x.y' }),
      /@x\.y\("hashCode"\) `hashCode_`: String,\n {4}@x\.y\("a\.b"\) /,
    );
    assert.match(models(odd, { names: 'x.y' }), /^ {4}`type`: String$/m);
    assert.throws(() => models(odd, { names: 'none' }), unsupported(/called "hashCode"/));
    assert.doesNotMatch(models(model(text('a.b')), { names: 'none' }), /@/);
  });

  it('rejects the type `any`, also within lists and maps', () => {
    const any: Type = { kind: 'any' };
    for (const type of [any, { kind: 'list', element: any }, { kind: 'map', value: any }] as const) {
      assert.throws(() => models(model(field('x', type))), unsupported(/share no type for any JSON value/));
      assert.throws(() => models({ ...model(), root: type }), unsupported(/share no type/));
    }
  });

  it('rejects a record with more fields than a constructor may have parameters', () => {
    const wide = (count: number, type: Type, presence: Field['presence'] = 'required') =>
      models(model(...Array.from({ length: count }, (_, index) => field(`f${index}`, type, presence))));
    wide(254, { kind: 'int32' });
    wide(254, { kind: 'int64' }, 'nullable');
    wide(127, { kind: 'double' });
    assert.throws(() => wide(255, { kind: 'int32' }), unsupported(/the 255 fields of Root/));
    assert.throws(() => wide(128, { kind: 'int64' }), unsupported(/the 128 fields of Root/));
  });
});

describe('the Scala entry', () => {
  it('rejects missing and unknown options', () => {
    const entry = (options: Record<string, string>) => emitScalaEntry(model(text('id')), options);
    assert.throws(() => entry({}), /`entry`/);
    assert.throws(() => entry({ entry: 'Circe', codecs: 'some' }), /types, root, generated/);
  });
});

const unsupported =
  (reason: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Unsupported && reason.test(error.message);
