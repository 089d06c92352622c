import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostKit } from '../../../test/contract/runtime/built-kit.ts';
import { testLimits } from '../../../test/contract/runtime/limits.ts';

const { kit, skip, inputs, answers } = await hostKit('jvm');
const timed = inputs.length;
testLimits(kit, ['every-kind']);

function allocatedIn(replies: readonly string[][]): number {
  return Number(replies.find(([key]) => key === 'allocated')?.[1]);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test('limit-no-op allocates nothing', { skip }, () => {
  const replies = answers('no-op', ['slice 1000 1', 'memory 100000', 'end']);
  const counted = replies.filter(([key]) => key === 'collections').map(([, name]) => name);
  assert.deepEqual(counted.sort(), ['old', 'young']);
  // The count includes a few bytes of the JVM's other threads.
  assert.ok(allocatedIn(replies) < 100_000, `allocated ${allocatedIn(replies)} in 100000 operations`);
  assert.deepEqual(replies.at(-2), ['memory', '100000']);
});

test('limit-copy allocates the arrays and nothing else', { skip }, () => {
  const rounds = 500;
  const allocated = allocatedIn(answers('copy', [`memory ${rounds * timed}`]));
  // An array has a header of 16 bytes and is padded to a multiple of 8.
  const arrays = sum(inputs.map((frame) => Math.ceil((16 + frame.length) / 8) * 8));
  const ratio = allocated / (rounds * arrays);
  assert.ok(ratio >= 1 && ratio < 1.001, `${allocated} bytes for arrays of ${rounds * arrays}`);
});

test('garbage collections during the operations are counted', { skip }, () => {
  // Enough operations to allocate more than the heap's size.
  const operations = Math.ceil((1.5 * 2 ** 30) / sum(inputs.map((frame) => frame.length))) * timed;
  const replies = answers('copy', [`memory ${operations}`, 'memory 1']);
  const young = replies.filter(([key, name]) => key === 'collections' && name === 'young');
  assert.ok(Number(young[0]?.[2]) >= 1, replies.join('; '));
  assert.equal(young[1]?.[2], '0');
});
