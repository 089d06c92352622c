import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenFlags } from '../../src/cli/options.ts';
import { spelledSpan } from '../../src/cli/span.ts';

test('flags that a resumed run itself answers are named as they were given, those that it does not are left alone', () => {
  assert.deepEqual(givenFlags({ patience: 3 }), []);
  const given = givenFlags({ limits: false, memory: true, seed: 3, skipRuntime: ['jvm'], runner: ['x'] });
  assert.deepEqual(given, ['--no-limits', '--memory', '--seed', '--skip-runtime', '--runner']);
});

test('times are spelled no finer than they are known', () => {
  const spelled = (least: number, most: number) => spelledSpan({ least, most });
  assert.equal(spelled(38, 71), '40 to 70 seconds');
  assert.equal(spelled(0, 2), 'up to 5 seconds');
  assert.equal(spelled(19, 21), 'about 20 seconds');
  assert.equal(spelled(250, 530), '4 to 9 minutes');
  assert.equal(spelled(20, 170), 'up to 3 minutes');
  assert.equal(spelled(3500, 9100), '1 to 2.5 hours');
});
