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
/** Returns the operations for a model: its lines, beginning with `root` (docs/PROTOCOL.md). */
const forModel = (lines: string) =>
  serializer.create({ model: readModel(`model 1\ndataset test\n${lines}`) });

const one = (kind: string) => forModel(`root record One\nrecord One\nfield required ${kind} v`);

await testJsonTexts(
  (all) =>
    all.map(({ lines, texts }) => {
      const { serialize, deserialize } = forModel(lines);
      return texts.map((text) => {
        try {
          return serialize(deserialize(text));
        } catch (error) {
          assert.ok(error instanceof SyntaxError, String(error));
          return null;
        }
      });
    }),
  false,
);

test('accepts every spelling of a number', () => {
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

test('rejects values of another type', () => {
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
