import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CaseProgress,
  expectedMemory,
  expectedRest,
  expectedRound,
} from '../../src/measure/expected.ts';

const node = { warmup: { minimum: 300, maximum: 5000 }, blocks: 12 };
const jvm = { warmup: { minimum: 2000, maximum: 10_000 }, blocks: 32 };
const round = (rows: (typeof node)[], quick = false, processes = 24) =>
  expectedRound({ rows, settings: { quick }, cores: 2, processes });

const fresh = (least: number, most: number): CaseProgress => ({
  round: { least, most },
  memory: { least: 0, most: 0 },
  rounds: 0,
  took: [],
  ended: false,
});
const TEN_TO_THIRTY = { minimum: 10, maximum: 30 };

test('a round takes at least its slices and its shortest warm-ups, side by side', () => {
  const { least, most } = round([node, node]);
  // 2 × 14 slices of 50 ms, and 2 × 0.3 s on two cores.
  assert.ok(least > 2 * 14 * 0.05 * 0.9 + 0.3, `${least}`);
  assert.ok(most > least && most < 15, `${most}`);
  assert.deepEqual(round([]), { least: 0, most: 0 });
});

test('more rows, slower runtimes and more groups take longer; quick takes less', () => {
  assert.ok(round([node, node, node]).least > round([node, node]).least);
  assert.ok(round([jvm, jvm]).least > round([node, node]).least);
  // One slow warm-up to the many blocks of the JVM: the case takes the most that any asks for.
  assert.ok(round([node, jvm]).least > round([node, node]).least);
  assert.ok(round([node, node, node], false, 2).least > round([node, node, node]).least);
  assert.ok(round([jvm, jvm], true).least < round([jvm, jvm]).least);
  assert.ok(round([jvm, jvm], true).most < round([jvm, jvm]).most);
});

test('a run is all its rounds, from the smallest number to the largest', () => {
  assert.deepEqual(expectedRest([fresh(2, 4), fresh(1, 3)], TEN_TO_THIRTY), { least: 30, most: 210 });
  assert.deepEqual(expectedRest([fresh(2, 4), { ...fresh(1, 3), ended: true }], TEN_TO_THIRTY), {
    least: 20,
    most: 120,
  });
  assert.deepEqual(expectedRest([], TEN_TO_THIRTY), { least: 0, most: 0 });
});

test('rounds that are in tell how long the others take', () => {
  // Six seconds where two to four were expected: twice as slow, and so is the case to come.
  const begun = { ...fresh(2, 4), rounds: 4, took: [5, 6, 7, 6] };
  assert.deepEqual(expectedRest([begun, fresh(1, 3)], TEN_TO_THIRTY), {
    least: 6 * 6 + 40,
    most: 26 * 6 + 120,
  });
  const enough = { ...fresh(2, 4), rounds: 12, took: [6] };
  assert.deepEqual(expectedRest([enough], TEN_TO_THIRTY), { least: 0, most: 18 * 6 });
});

test('a budget bounds what is left', () => {
  assert.deepEqual(expectedRest([fresh(2, 4)], TEN_TO_THIRTY, 50), { least: 20, most: 50 });
  assert.deepEqual(expectedRest([fresh(2, 4)], TEN_TO_THIRTY, 5), { least: 5, most: 5 });
  assert.deepEqual(expectedRest([fresh(2, 4)], TEN_TO_THIRTY, -3), { least: 0, most: 0 });
});

test('memory passes come once for a case', () => {
  const memory = expectedMemory(3);
  const { least, most } = expectedRest([{ ...fresh(2, 4), memory }], TEN_TO_THIRTY);
  assert.equal(least, 20 + memory.least);
  assert.equal(most, 120 + memory.most);
  assert.deepEqual(expectedMemory(0), { least: 0, most: 0 });
});
