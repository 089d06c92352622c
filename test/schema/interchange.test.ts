/** The emitted .proto and .avsc. Codecs of libraries are tested with them in test/oracle. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emitAvro } from '../../src/schema/emit/avro.ts';
import { safeName, safeNames } from '../../src/schema/emit/names.ts';
import { emitProto } from '../../src/schema/emit/proto.ts';
import { recordOf, type SchemaModel } from '../../src/schema/model.ts';
import { field, list, modelOf, record } from '../oracle/resources.ts';

const awkward: SchemaModel = {
  ...modelOf(
    record('Größe'),
    recordOf('Größe', [
      field('a-b', 'int32'),
      field('my_field', 'instant', 'optional'),
      field('myField', { kind: 'enum', name: 'ShoeSize' }, 'nullable'),
      field('rows', list(list(record('ListOfString')))),
      field('words', list(list({ kind: 'string' }))),
      field('self', record('Größe'), 'optional'),
      field('maybe', list({ kind: 'uuid' }), 'nullable'),
    ]),
    recordOf('ListOfString', []),
  ),
  enums: new Map([['ShoeSize', { name: 'ShoeSize', values: ['xl', 'XL', '2nd', 'UNSPECIFIED', 'x l'] }]]),
};

describe('names', () => {
  it('stay if they are legal, and are respelled otherwise', () => {
    const known = { id: 'id', 'a-b': 'a_x2d_b', '2nd': '_2nd', '': '_x', _: '_x', '😀': '_x1f600_' };
    for (const [name, spelled] of Object.entries(known)) assert.equal(safeName(name), spelled);
    assert.equal(safeName('__proto__'), '__proto__x');
  });

  it('stay different even without case and underscores', () => {
    assert.deepEqual(safeNames(['a_b', 'aB', 'AB', 'c', 'a__b']), ['a_b', 'aB_2', 'AB_3', 'c', 'a__b_5']);
    assert.deepEqual(safeNames(['x', 'X', 'x_2']), ['x', 'X_2', 'x_2_3']);
  });
});

describe('the proto file', () => {
  const protoOptions = ['java_package = "wiremark.proto.{dataset}"', 'java_multiple_files = true'];
  const text = emitProto({ dataset: 'test-object', model: awkward, protoOptions });

  it('has the package of the dataset, and its options', () => {
    assert.match(text, /^syntax = "proto3";\n\npackage wiremark\.test_object;\n/);
    assert.match(
      text,
      /\noption java_package = "wiremark\.proto\.test_object";\noption java_multiple_files = true;/,
    );
  });

  it('numbers fields and wraps nested lists', () => {
    const [, message] = /message Gr_xf6__xdf_e \{\n([^}]*)\}/.exec(text) ?? [];
    assert.deepEqual(message!.match(/\S.*\S/g), [
      'int32 a_x2d_b = 1;',
      'optional int64 my_field = 2;',
      'optional ShoeSize myField_3 = 3;',
      'repeated ListOfListOfString rows = 4;',
      'repeated ListOfString_5 words = 5;',
      'Gr_xf6__xdf_e self = 6;',
      'ListOfUuid maybe = 7;',
    ]);
    assert.match(text, /message ListOfListOfString \{\n {2}repeated ListOfString values = 1;\n\}/);
    assert.match(text, /message ListOfString_5 \{\n {2}repeated string values = 1;\n\}/);
  });

  it('numbers the values of an enum from one', () => {
    const names = ['UNSPECIFIED', 'XL', 'XL_3', '2ND', 'UNSPECIFIED_5', 'X_X20_L'];
    const lines = names.map((name, index) => `  SHOE_SIZE_${name} = ${index};\n`);
    assert(text.includes(`enum ShoeSize {\n${lines.join('')}}`));
  });
});

describe('the Avro schema', () => {
  const schema = JSON.parse(emitAvro({ dataset: 'test-object', model: awkward }));

  it('is in the namespace of the dataset', () => {
    assert.equal(schema.namespace, 'wiremark.avro.test_object');
    assert.equal(schema.name, 'Gr_xf6__xdf_e');
  });

  it('keeps the real names beside the respelled ones', () => {
    assert.deepEqual(schema.fields[0], { name: 'a_x2d_b', wiremark: 'a-b', type: 'int' });
    const [, size] = schema.fields[2].type;
    assert.deepEqual(size.symbols, ['xl', 'XL_2', '_2nd', 'UNSPECIFIED', 'x_x20_l']);
    assert.deepEqual(size.wiremark, ['xl', 'XL', '2nd', 'UNSPECIFIED', 'x l']);
  });

  it('has unions with null first, logical types, and refers to earlier definitions by name', () => {
    assert.deepEqual(schema.fields[1].type, ['null', { type: 'long', logicalType: 'timestamp-millis' }]);
    assert.equal(schema.fields[1].default, null);
    assert.deepEqual(schema.fields[5].type, ['null', 'wiremark.avro.test_object.Gr_xf6__xdf_e']);
    const uuids = { type: 'array', items: { type: 'string', logicalType: 'uuid' } };
    assert.deepEqual(schema.fields[6].type, ['null', uuids]);
  });
});
