/** The hand-written JSON of Node is a parser like any other: it takes all that is JSON and refuses the rest. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

interface Operations {
  serialize(document: object): string;
  deserialize(text: string): Record<string, unknown>;
}

const file = fileURLToPath(new URL('../../runners/node/serializers/hand-written.mjs', import.meta.url));
const { default: serializer } = (await import(file)) as {
  default: { create(schema: { model: object }): Operations };
};

const kinds = ['boolean', 'int32', 'int64', 'double', 'string', 'date-time', 'uuid', 'bytes'];
const fields = kinds.map((kind) => ({ name: kind, type: { kind }, presence: 'required' }));
const all = serializer.create({
  model: {
    root: 'All',
    records: {
      All: [
        ...fields,
        { name: 'maybe', type: { kind: 'string' }, presence: 'nullable' },
        {
          name: 'more',
          type: { kind: 'list', element: { kind: 'record', name: 'More' } },
          presence: 'optional',
        },
      ],
      More: [
        { name: 'first', type: { kind: 'int32' }, presence: 'optional' },
        { name: "it's \\ \u2028", type: { kind: 'list', element: { kind: 'int64' } }, presence: 'optional' },
      ],
    },
    enums: {},
  },
});
const one = (kind: string) =>
  serializer.create({
    model: {
      root: 'One',
      records: { One: [{ name: 'v', type: { kind }, presence: 'required' }] },
      enums: {},
    },
  });

const document = {
  boolean: false,
  int32: -2147483648,
  int64: -(2n ** 63n),
  double: -0,
  string: 'a"\\\n\u0000é漢😀',
  'date-time': new Date(-1),
  uuid: '00000000-0000-0000-0000-00000000000a',
  bytes: Buffer.from([0, 255, 16]),
  maybe: null,
  more: [{}, { first: 0 }, { "it's \\ \u2028": [1n, 2n ** 53n + 1n] }],
};

test('reads what it writes', () => {
  assert.deepEqual(all.deserialize(all.serialize(document)), document);
});

test('writes JSON that JSON.parse reads the same', () => {
  const parsed = JSON.parse(all.serialize(document));
  assert.equal(parsed.string, document.string);
  assert.ok(Object.is(parsed.double, -0));
  assert.deepEqual(Object.keys(parsed.more[2]), Object.keys(document.more[2]!));
});

test('takes any order, white space, escaped and unknown names, and the last of equal names', () => {
  const text = all.serialize(document);
  const members = text.slice(1, text.indexOf(',"more"')).split(/,(?="[a-z0-9-]+":)/);
  const spread = ` {\r\n\t${members.reverse().join(' ,\n')} , "m\\u006fre" : [ ] , "new":{"a":[1,-2.5e-3,null,true,"]"],"b":{}} }\n`;
  assert.deepEqual(all.deserialize(spread), { ...document, more: [] });
  assert.deepEqual(one('int32').deserialize('{"v":1,"v":2}'), { v: 2 });
});

test('takes every spelling of a number', () => {
  const numbers = [
    '0',
    '-0',
    '10',
    '-7',
    '1.5',
    '1e3',
    '1E-2',
    '123456789012345678',
    '5e-324',
    '1.7976931348623157e308',
  ];
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

test('refuses what is not JSON, and documents that lack a field', () => {
  const bad: Record<string, string[]> = {
    string: ['"a', '"a\u0001b"', '"\\x"', '"\\u12"', "'a'", 'a', ''],
    int32: ['01', '-', '+1', '1.', '.5', '1e', '0x1', 'NaN', '1 2', '- 1'],
    int64: ['01', '-', '1.5', '9223372036854775808', '-9223372036854775809', '1e19', '1e999999999'],
    boolean: ['True', 'tru', '1', 'nul'],
  };
  for (const [kind, values] of Object.entries(bad)) {
    for (const value of values) {
      assert.throws(() => one(kind).deserialize(`{"v":${value}}`), SyntaxError, `${kind} ${value}`);
    }
  }
  const texts = [
    '',
    '{',
    '{}',
    '{"v":1',
    '{"v":1,}',
    '{,"v":1}',
    '{"v" 1}',
    '{"v":1}}',
    '{"v":1}x',
    '[{"v":1}]',
  ];
  for (const text of [
    ...texts,
    '{"w":1}',
    '{"v":1 "w":2}',
    '{"v":1,"w":[1,]}',
    '{"v":1,"w":{"a"}}',
    '{"v":1,"w":}',
  ]) {
    assert.throws(() => one('int32').deserialize(text), SyntaxError, text);
  }
});
