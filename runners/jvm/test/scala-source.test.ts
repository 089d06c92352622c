/** The Scala that is generated from a model. That it compiles and does its work is tested in scala.test.ts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Field, type Model, readModel, type Type } from '../../build-kit/model.mjs';
import { emitScalaEntry } from '../build/scala-entry.mjs';
import { emitScalaHandWritten } from '../build/scala-hand-written.mjs';
import { emitScalaModel } from '../build/scala-model.mjs';
import { respelledNames, scalaIdentifier, scalaString } from '../build/scala-names.mjs';
import { Unsupported } from '../build/unsupported.mjs';

const field = (name: string, type: Type, presence: Field['presence'] = 'required'): Field => ({
  name,
  type,
  presence,
});

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
  it('are quoted where Scala asks for it', () => {
    const names = ['plain', '_under', 'type', 'using', 'a-b', 'with space', '1st', 'größe', 'ends_', '😀'];
    assert.deepEqual(
      names.filter((name) => scalaIdentifier(name) !== name),
      names.slice(2),
    );
    assert.equal(scalaIdentifier('a-b'), '`a-b`');
    assert.equal(scalaIdentifier('a`b\n\0'), '`a\\u0060b\\n\\u0000`');
  });

  it('are others where no quoting helps, and each another than all names of the model', () => {
    const names = ['', '_', '_1', 'x_=', '==', '<init>', 'hashCode', 'wait', 'a$plusb'];
    const respelled = respelledNames(
      model(...names.map(text), text('hashCode_'), text('a_plusb'), text('$ref')),
    );
    assert.deepEqual([...respelled.keys()], names);
    assert.equal(respelled.get('hashCode'), 'hashCode__');
    assert.equal(respelled.get('a$plusb'), 'a_plusb_');
    assert.equal(new Set(respelled.values()).size, names.length);
  });

  it('are theirs unless an enum has the value: only that has such methods of its own', () => {
    const names = ['values', 'valueOf', 'ordinal', 'fromOrdinal'];
    assert.deepEqual([...respelledNames(model(...names.map(text))).keys()], []);
    const enums = new Map([['Word', ['values', 'one']]]);
    const both = respelledNames({ ...model(...names.map(text)), enums });
    assert.deepEqual([...both], [['values', 'values_']]);
  });

  it('are ASCII in string literals', () => {
    assert.equal(scalaString('λ"\\\n\u007f'), '"\\u03bb\\"\\\\\\n\\u007f"');
  });
});

describe('the Scala model', () => {
  const models = (of: Model, options = {}): string =>
    emitScalaModel(of, options).get('wiremark/models/Models.scala')!;

  it('has a case class with options for what may be null or absent, and an enum with the names of the documents', () => {
    const content = models(
      model(
        field('id', { kind: 'int64' }),
        field('kind', { kind: 'enum', name: 'Kind' }, 'nullable'),
        field('rows', { kind: 'list', element: { kind: 'bytes' } }, 'optional'),
        field('days', { kind: 'map', value: { kind: 'instant' } }),
      ),
    );
    // A record of the schema is called Option, so that Scala's has to be told from it.
    assert.ok(
      content.includes(`final case class Root(
    id: Long,
    kind: _root_.scala.Option[Kind],
    rows: _root_.scala.Option[List[Array[Byte]]],
    days: Map[String, java.time.Instant]
)`),
      content,
    );
    assert.match(content, /final case class Option\(\)/);
    assert.match(content, /enum Kind:\n {2}case plain\n {2}case `with space`\n {2}case `type`/);
  });

  it('tells a library by its annotation what a name is in the documents, or refuses', () => {
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

  it('refuses any JSON value, wherever it is', () => {
    const any: Type = { kind: 'any' };
    for (const type of [any, { kind: 'list', element: any }, { kind: 'map', value: any }] as const) {
      assert.throws(() => models(model(field('x', type))), unsupported(/share no type for any JSON value/));
      assert.throws(() => models({ ...model(), root: type }), unsupported(/share no type/));
    }
  });

  it('refuses a record with more fields than a constructor may have parameters', () => {
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
  const files = (options: Record<string, string>, of = model(field('id', { kind: 'int32' }))) =>
    emitScalaEntry(of, options);
  const codecs = (options: Record<string, string>): string =>
    files(options).get('wiremark/generated/Codecs.scala')!;

  it('makes one codec for each type, unless told otherwise', () => {
    const content = codecs({ entry: 'Circe' });
    assert.match(content, /import wiremark\.serializers\.Circe\.\{\*, given\}/);
    assert.match(content, /given codec0: Codec\[models\.Kind\] = enumeration\[models\.Kind\]/);
    assert.match(content, /given codec1: Codec\[models\.Root\] = record\[models\.Root\]/);
    assert.match(content, /Serializer\[List\[models\.Root\]\] = of\[List\[models\.Root\]\]/);
  });

  it('leaves nested types to libraries that see to them, and takes a generated codec', () => {
    assert.doesNotMatch(codecs({ entry: 'Jsoniter', codecs: 'root' }), /given codec/);
    assert.match(
      codecs({ entry: 'HandWrittenScala', codecs: 'generated' }),
      /of\(wiremark\.handwritten\.Codec\)/,
    );
  });

  it('has the names that Scala spells otherwise, unless the library is told in another way', () => {
    const names = (options: Record<string, string>, of?: Model) =>
      files({ entry: 'Circe', ...options }, of).get('wiremark/generated/Names.scala');
    assert.match(names({})!, /String => String = identity/);
    assert.match(names({}, model(text('')))!, /Map\("__" -> ""\)/);
    assert.equal(names({ names: 'none' }), undefined);
  });

  it('refuses options that mean nothing', () => {
    assert.throws(() => codecs({}), /`entry`/);
    assert.throws(() => codecs({ entry: 'Circe', codecs: 'some' }), /types, root, generated/);
  });
});

describe('Scala by hand', () => {
  it('asks for escaped names apart, and writes names in Latin-1', () => {
    const content = emitScalaHandWritten(model(text('größe'), text('a"b'), text('字'))).get(
      'wiremark/handwritten/Codec.scala',
    )!;
    assert.match(content, /in\.isName\("\\"gr\\u00f6\\u00dfe\\""\)/);
    assert.match(content, /in\.isEscapedName\("\\"a\\"b\\""\)/);
    // As JSON's own escape, which the writer copies.
    assert.match(content, /out\.literal\(",\\"\\\\u5b57\\":"\)/);
  });

  it('has one function for each kind of list and map, and begins with the root', () => {
    const read = readModel(
      'model 1\ndataset d\nroot map list int32\nrecord R\nfield required list int32 a\nfield required map list int32 b\n',
    );
    const content = emitScalaHandWritten(read).get('wiremark/handwritten/Codec.scala')!;
    assert.equal(content.match(/def writeAll\d/g)!.length, 2);
    assert.match(content, /override def read\(in: TextReader\): Map\[String, List\[Int\]\] = readAll0\(in\)/);
  });
});

const unsupported =
  (reason: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Unsupported && reason.test(error.message);
