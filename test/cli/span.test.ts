import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spelledSpan } from '../../src/cli/run/span.ts';

test('times are spelled no finer than they are known', () => {
  const spelled = (least: number, most: number) => spelledSpan({ least, most });
  assert.equal(spelled(38, 71), '40 to 70 seconds');
  assert.equal(spelled(0, 2), 'up to 5 seconds');
  assert.equal(spelled(19, 21), 'about 20 seconds');
  assert.equal(spelled(250, 530), '4 to 9 minutes');
  assert.equal(spelled(20, 170), 'up to 3 minutes');
  assert.equal(spelled(3500, 9100), '1 to 2.5 hours');
});

test('no range is wider than threefold by its rounding, and what is known no better has only an end', () => {
  const seconds = { second: 1, minute: 60, hour: 3600 };
  for (let least = 1; least < 30_000; least *= 1.07)
    for (const wide of [1, 1.5, 2, 3]) {
      const words = spelledSpan({ least, most: wide * least });
      const [, low, high, unit] =
        /^(?:about ([\d.]+)|([\d.]+) to ([\d.]+)) (\w+?)s?$/.exec(words)?.filter((x) => x !== undefined) ??
        [];
      assert.ok(low !== undefined, words);
      const [from, to] = unit === undefined ? [low, low] : [low, high];
      assert.ok(Number(to) <= 3 * Number(from), words);
      const scale = seconds[(unit ?? high) as keyof typeof seconds];
      assert.ok(Number(from) * scale > least / 3 && Number(to) * scale < 3 * wide * least + 5, words);
    }
  assert.equal(spelledSpan({ least: 100, most: 400 }), 'up to 7 minutes');
});
