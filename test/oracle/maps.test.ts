import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KnownFormat } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import { emitAvro } from '../../src/schema/emit/avro.ts';
import { emitProto } from '../../src/schema/emit/proto.ts';
import { UnsupportedByFormat } from '../../src/schema/emit/types.ts';
import { type Field, recordOf, type SchemaModel, type Type } from '../../src/schema/model.ts';
import { field, list, modelOf, record } from './resources.ts';

const ANY: Type = { kind: 'any' };
const INT: Type = { kind: 'int32' };
const map = (value: Type): Type => ({ kind: 'map', value });

const rootOf = (root: Type, ...fields: Field[]) => modelOf(root, recordOf('R', fields));

const recordWith = (...types: [type: Type, presence?: Field['presence']][]) =>
  rootOf(record('R'), ...types.map(([type, presence], i) => field('abcdef'[i]!, type, presence)));

describe('malformed or unsupported maps, any and roots are refused', () => {
  const anything = recordWith([map(INT)], [ANY]);
  const cases: [KnownFormat, SchemaModel, hex: string, message: RegExp][] = [
    ['protobuf', anything, '0a021801', /field number 3, which the schema doesn't have/],
    ['protobuf', anything, '0a0410011002', /singular field that comes twice/],
    ['protobuf', recordWith([map(record('R'))]), '0a030a0161', /without value/],
    ['protobuf', recordWith([map(INT), 'nullable']), '0a021001', /field number 2, which a map's message/],
    ['protobuf', anything, '1200', /a Value that is none of its kinds/],
    ['protobuf', anything, '120420012000', /a Value of more than one kind/],
    ['protobuf', anything, '12020801', /a NullValue of 1/],
    ['protobuf', anything, '12023800', /field number 7, which a Value doesn't have/],
    ['protobuf', rootOf(ANY), '', /a document without its value/],
    ['avro', rootOf(map(INT)), '04026102026102' + '00', /key "a" appears twice/],
    ['avro', rootOf(map(INT)), '020161', /a key of length -1/],
    ['bson', rootOf(INT), '0500000000', /single key "value"/],
  ];
  for (const [format, model, hex, message] of cases) {
    it(`${format}: ${hex} ${message.source}`, () => {
      const attempt = (): unknown => codecs[format].decode(model, Buffer.from(hex, 'hex'));
      assert.throws(attempt, { name: 'DecodeError', message });
    });
  }

  it("if the format can't express them, with the reason", () => {
    const places = { 'the document': rootOf(ANY), '/a/*/*': recordWith([list(map(ANY)), 'optional']) };
    for (const [place, model] of Object.entries(places)) {
      const reason = `${place} takes a value of any type, for which Avro has no convention`;
      assert.equal(codecs.avro.unsupported(model), reason);
      assert.throws(() => emitAvro({ dataset: 'd', model }), UnsupportedByFormat);
    }
    const nul = rootOf(record('R'), field('a\0', INT));
    assert.throws(() => codecs.bson.encode(nul, { 'a\0': 1n }), UnsupportedByFormat);
    const inMap = () => codecs.bson.encode(rootOf(map(INT)), new Map([['a\0', 1]]));
    assert.throws(inMap, UnsupportedByFormat);
  });
});

describe('the proto file', () => {
  const protoOf = (model: SchemaModel): string => emitProto({ dataset: 'd', model });

  it("wraps nested lists and maps, and a root that isn't a record", () => {
    const last = map({ kind: 'string' });
    const text = protoOf(recordWith([map(list(ANY))], [list(map(INT))], [last, 'optional']));
    for (const line of [
      'import "google/protobuf/struct.proto";',
      'map<string, ListOfAny> a = 1;',
      'repeated MapOfInt32 b = 2;',
      '  MapOfString c = 3;',
      'message ListOfAny {\n  repeated .google.protobuf.Value values = 1;\n}',
      'message MapOfString {\n  map<string, string> values = 1;\n}',
    ])
      assert.ok(text.includes(line), `${line} in ${text}`);
    const document = protoOf(rootOf(list(list(INT))));
    assert.match(document, /;\n\nmessage Document \{\n {2}repeated ListOfInt32 value = 1;\n\}\n\nmessage R /);
    assert.doesNotMatch(document, /import|option|ListOfListOf/);
  });

  it('has short names for deep wrappers', () => {
    let deep: Type = INT;
    for (let i = 0; i < 60; i++) deep = list(deep);
    const names = [...protoOf(rootOf(deep)).matchAll(/^message (\w+)/gm)].map(([, name]) => name!);
    assert.equal(names.length, 61);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 61);
    assert.ok(names.every((name) => name.length <= 100));
  });

  it('keeps constants of different enums apart', () => {
    const enums = new Map([
      ['Foo', { name: 'Foo', values: ['BAR_X'] }],
      ['FooBar', { name: 'FooBar', values: ['X'] }],
    ]);
    const text = protoOf({ ...rootOf(INT), enums });
    assert.match(text, /FOO_BAR_X = 1;[\s\S]*FOO_BAR_X_1 = 1;/);
  });
});
