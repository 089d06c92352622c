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
