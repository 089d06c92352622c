/** The Scala that is generated from a schema. That it compiles and does its work is tested in test/runners/scala.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emitScalaEntry } from '../../src/schema/emit/scala-entry.ts';
import { emitScalaHandWritten } from '../../src/schema/emit/scala-hand-written.ts';
import { emitScalaModel } from '../../src/schema/emit/scala-model.ts';
import { scalaIdentifier, scalaMember, scalaString } from '../../src/schema/emit/scala-names.ts';
import type { Field, SchemaModel, Type } from '../../src/schema/model.ts';

const field = (name: string, type: Type, presence: Field['presence'] = 'required'): Field => ({
  name,
  type,
  presence,
});

function model(...fields: readonly Field[]): SchemaModel {
  return {
    root: { kind: 'record', name: 'Root' },
    records: new Map([
      ['Root', { name: 'Root', fields }],
      ['Option', { name: 'Option', fields: [] }],
    ]),
    enums: new Map([['Kind', { name: 'Kind', values: ['plain', 'with space', 'type'] }]]),
  };
}

describe('Scala names', () => {
  it('are quoted where Scala asks for it', () => {
    const names = ['plain', '_under', 'type', 'using', 'a-b', 'with space', '1st', 'größe', 'ends_', '_'];
    assert.deepEqual(
      names.filter((name) => scalaIdentifier(name) !== name),
      names.slice(2),
    );
    assert.equal(scalaIdentifier('a-b'), '`a-b`');
  });

  it('are refused where no quoting helps', () => {
    for (const name of ['', 'a`b', 'a\nb']) assert.throws(() => scalaIdentifier(name), /Scala identifier/);
    for (const name of ['hashCode', 'wait', '_1', 'productPrefix']) {
      assert.throws(() => scalaMember(name, 'User'), new RegExp(`User can't have "${name}"`));
    }
  });

  it('are ASCII in string literals', () => {
    assert.equal(scalaString('λ"\\\n\u007f'), '"\\u03bb\\"\\\\\\n\\u007f"');
  });
});

describe('the Scala model', () => {
  it('has a case class with options for what may be null or absent, and an enum with the names of the documents', () => {
    const emitted = emitScalaModel({
      dataset: 'my-data',
      model: model(
        field('id', { kind: 'int64' }),
        field('kind', { kind: 'enum', name: 'Kind' }, 'nullable'),
        field('rows', { kind: 'list', element: { kind: 'bytes' } }, 'optional'),
      ),
    });
    const models = emitted.get('wiremark/models/my_data/Models.scala')!;
    assert.match(models, /^package wiremark\.models\.my_data$/m);
    // A record of the schema is called Option, so that Scala's has to be told from it.
    assert.match(
      models,
      /final case class Root\(\n {4}id: Long,\n {4}kind: _root_\.scala\.Option\[Kind\],\n {4}rows: _root_\.scala\.Option\[List\[Array\[Byte\]\]\]\n\)/,
    );
    assert.match(models, /final case class Option\(\)/);
    assert.match(models, /enum Kind:\n {2}case plain, `with space`, `type`/);
  });

  it('names the field that Scala has no place for', () => {
    const input = { dataset: 'd', model: model(field('hashCode', { kind: 'string' })) };
    assert.throws(() => emitScalaModel(input), /Root can't have "hashCode"/);
  });
});

describe('the Scala entry', () => {
  const datasets = new Map([['my-data', model(field('id', { kind: 'int32' }))]]);
  const codecs = (options: Record<string, string>): string =>
    emitScalaEntry(datasets, options).get('wiremark/generated/Codecs_my_data.scala')!;

  it('makes one codec for each type, unless told otherwise', () => {
    const text = codecs({ entry: 'Circe' });
    assert.match(text, /import wiremark\.serializers\.Circe\.\{\*, given\}/);
    assert.match(text, /given codec0: Codec\[models\.Kind\] = enumeration\[models\.Kind\]/);
    assert.match(text, /given codec1: Codec\[models\.Root\] = record\[models\.Root\]/);
    assert.match(text, /Serializer\[models\.Root\] = of\[models\.Root\]/);
  });

  it('leaves nested types to libraries that see to them, and takes a generated codec', () => {
    assert.doesNotMatch(codecs({ entry: 'Jsoniter', codecs: 'root' }), /given codec/);
    assert.match(
      codecs({ entry: 'HandWrittenScala', codecs: 'generated' }),
      /of\(_root_\.wiremark\.handwritten\.my_data\.Codec\)/,
    );
  });

  it('refuses options that mean nothing', () => {
    assert.throws(() => codecs({}), /`entry`/);
    assert.throws(() => codecs({ entry: 'Circe', codecs: 'some' }), /types, root, generated/);
  });
});

describe('Scala by hand', () => {
  it('asks for escaped names apart, and writes names in Latin-1', () => {
    const emitted = emitScalaHandWritten({
      dataset: 'd',
      model: model(
        field('größe', { kind: 'string' }),
        field('a"b', { kind: 'string' }),
        field('字', { kind: 'string' }),
      ),
    });
    const text = emitted.get('wiremark/handwritten/d/Codec.scala')!;
    assert.match(text, /in\.isName\("\\"gr\\u00f6\\u00dfe\\""\)/);
    assert.match(text, /in\.isEscapedName\("\\"a\\"b\\""\)/);
    // As JSON's own escape, which the writer copies.
    assert.match(text, /out\.literal\(",\\"\\\\u5b57\\":"\)/);
  });
});
