/** The hand-written JSON of Node is a parser like any other: it takes all that is JSON and refuses the rest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { testJsonTexts } from '../../../test/contract/runtime/json-texts.ts';
import { readModel } from '../../build-kit/model.mjs';

interface Operations {
  serialize(document: unknown): string;
  // biome-ignore lint/suspicious/noExplicitAny: documents of any model
  deserialize(text: string): any;
}

const file = fileURLToPath(new URL('../serializers/hand-written.mjs', import.meta.url));
const { default: serializer } = (await import(file)) as {
  default: { create(schema: { model: object }): Operations };
};
/** For a model in the lines of docs/MODEL.md, from its root on. */
const forModel = (lines: string) =>
  serializer.create({ model: readModel(`model 1\ndataset test\n${lines}`) });

const kinds = ['boolean', 'int32', 'int64', 'double', 'string', 'instant', 'uuid', 'bytes', 'any'];
const all = forModel(`root record All
record All
${kinds.map((kind) => `field required ${kind} ${kind}`).join('\n')}
field required map list int64 map
field nullable string maybe
field optional list record More more
record More
field optional int32 first
field optional list int64 it's \\\\ \u2028`);
const one = (kind: string) => forModel(`root record One\nrecord One\nfield required ${kind} v`);

const document = {
  boolean: false,
  int32: -2147483648,
  int64: -(2n ** 63n),
  double: -0,
  string: 'a"\\\n\u0000é漢😀',
  instant: new Date(-1),
  uuid: '00000000-0000-0000-0000-00000000000a',
  bytes: Buffer.from([0, 255, 16]),
  any: { '': [null, true, -0, 1.5e300, { 'a"b': {} }, [], 'é\u0000'], constructor: false },
  map: { '': [], 'a"\n': [1n, -(2n ** 63n)], toString: [2n] },
  maybe: null,
  more: [{}, { first: 0 }, { "it's \\ \u2028": [1n, 2n ** 53n + 1n] }],
};

testJsonTexts((lines, texts) => {
  const { serialize, deserialize } = forModel(lines);
  return texts.map((text) => {
    try {
      return serialize(deserialize(text));
    } catch (error) {
      assert.ok(error instanceof SyntaxError, String(error));
      return null;
    }
  });
}, false);

test('reads what it writes', () => {
  assert.deepEqual(all.deserialize(all.serialize(document)), document);
});

test('writes JSON that JSON.parse reads the same', () => {
  const parsed = JSON.parse(all.serialize(document));
  assert.equal(parsed.string, document.string);
  assert.ok(Object.is(parsed.double, -0));
  assert.deepEqual(Object.keys(parsed.more[2]), Object.keys(document.more[2]!));
});

test('names that every object has are names like any other', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', ''];
  const fields = (presence: string) => names.map((name) => `field ${presence} int32 ${name}`).join('\n');
  const texts = names.map((name, index) => `${JSON.stringify(name)}:${index}`);
  for (const presence of ['required', 'nullable', 'optional']) {
    const { serialize, deserialize } = forModel(`root record Odd\nrecord Odd\n${fields(presence)}`);
    for (const text of [`{${texts.join(',')}}`, `{ ${texts.toReversed().join(' , ')} }`]) {
      const read = deserialize(text);
      assert.deepEqual(Object.keys(read), names);
      assert.equal(Object.getPrototypeOf(read), Object.prototype);
      assert.equal(serialize(read), `{${texts.join(',')}}`);
    }
    if (presence === 'optional') assert.equal(serialize(deserialize('{}')), '{}');
    else assert.throws(() => deserialize('{}'), SyntaxError);
  }
  for (const root of ['map int32', 'any']) {
    const { serialize, deserialize } = forModel(`root ${root}`);
    const read = deserialize(`{${texts.join(',')}}`);
    assert.deepEqual(Object.keys(read), names);
    assert.equal(serialize(read), `{${texts.join(',')}}`);
  }
});

test('takes any order, white space, escaped and unknown names, and the last of equal names', () => {
  const text = all.serialize(document);
  const before = new RegExp(`,(?="(?:${kinds.join('|')}|map|maybe)":)`);
  const members = text.slice(1, text.indexOf(',"more"')).split(before);
  const spread = ` {\r\n\t${members.reverse().join(' ,\n')} , "m\\u006fre" : [ ] , "new":{"a":[1,-2.5e-3,null,true,"]"],"b":{}} }\n`;
  assert.deepEqual(all.deserialize(spread), { ...document, more: [] });
  assert.deepEqual(one('int32').deserialize('{"v":1,"v":2}'), { v: 2 });
});

test('takes every spelling of a number', () => {
  const numbers = '0 -0 10 -7 1.5 1e3 1E-2 123456789012345678 5e-324 1.7976931348623157e308'.split(' ');
  for (const spelled of numbers) {
    const { v } = one('double').deserialize(`{"v":${spelled}}`);
    assert.ok(Object.is(v, Number(spelled)), spelled);
  }
  for (const [spelled, value] of [
    ['9223372036854775807', 2n ** 63n - 1n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['999999999999999', 999999999999999n],
    ['1000000000000000', 10n ** 15n],
    ['-9007199254740993', -9007199254740993n],
    ['1.0', 1n],
    ['12e2', 1200n],
    ['120e-1', 12n],
  ] as const) {
    assert.equal(one('int64').deserialize(`{"v":${spelled}}`).v, value, spelled);
  }
});

test('refuses what is no value of its kind', () => {
  const bad: Record<string, string[]> = {
    string: ['"a', '"a\u0001b"', '"\\x"', '"\\u12"', "'a'", 'a', ''],
    int32: ['01', '-', '+1', '1.', '.5', '1e', '0x1', 'NaN', '1 2', '- 1'],
    int64: ['01', '-', '1.5', '9223372036854775808', '-9223372036854775809', '1e19', '1e999999999'],
    boolean: ['True', 'tru', '1', 'nul'],
    'map int32': ['null', '[]', '{"a":null}', '{"a":1,}', '{a:1}', '{'],
  };
  for (const [kind, values] of Object.entries(bad)) {
    for (const value of values) {
      assert.throws(() => one(kind).deserialize(`{"v":${value}}`), SyntaxError, `${kind} ${value}`);
    }
  }
});
