import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostKit } from '../../../test/contract/runtime/built-kit.ts';
import { testLimits } from '../../../test/contract/runtime/limits.ts';

const { kit, skip, inputs, answers } = await hostKit('dotnet');
testLimits(kit, ['every-kind']);

test('limit-no-op allocates nothing', { skip }, () => {
  const replies = answers('no-op', ['slice 1000 1', 'memory 100000']);
  assert.deepEqual(replies.slice(1), [
    ['allocated', '0'],
    ...['gen0', 'gen1', 'gen2'].map((name) => ['collections', name, '0']),
    ['memory', '100000'],
  ]);
});

test('`memory` counts exactly the bytes that limit-copy allocates, and counts collections', { skip }, () => {
  // A byte array has a header of 24 bytes and is aligned to 8 bytes.
  const arrays = inputs.reduce((sum, { length }) => sum + Math.ceil((24 + length) / 8) * 8, 0);
  // All copies together take 1 GiB, more than generation 0 holds.
  const rotations = Math.ceil(2 ** 30 / arrays);
  const replies = answers('copy', ['slice 1000 1', `memory ${rotations * inputs.length}`]);
  assert.deepEqual(replies[1], ['allocated', `${rotations * arrays}`]);
  assert.deepEqual(replies[2]!.slice(0, 2), ['collections', 'gen0']);
  assert.ok(Number(replies[2]![2]) >= 1, replies.join('; '));
});
