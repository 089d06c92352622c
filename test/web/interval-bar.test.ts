import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildView } from '../../src/report/view/view.ts';
import { ratioScale } from '../../src/web/run/rows/interval-bar.tsx';
import { rounds, smallRun } from '../report/small-run.ts';

/** Of a baseline of 100 ns and rows of these times. */
function scaleOf(...times: number[]) {
  const run = smallRun([100, ...times].map((ns) => rounds(10, (i) => ns * 1000 + (i % 3))));
  return ratioScale(buildView(run).cases[0]!.ranked);
}

test('ticks are even near 1 and logarithmic far from it, and 1 is one of them', () => {
  assert.deepEqual(scaleOf(96).ticks, [0.96, 0.98, 1, 1.02]);
  assert.deepEqual(scaleOf(60, 130).ticks, [0.6, 0.8, 1, 1.2]);
  assert.deepEqual(scaleOf(40, 310).ticks, [0.5, 1, 1.5, 2, 3]);
  assert.deepEqual(scaleOf(5, 20_000).ticks, [0.1, 1, 10, 100]);
  assert.deepEqual(scaleOf().ticks, [0.99, 1, 1.01, 1.02]);
});

test('the axis has room for every interval', () => {
  const { low, high } = scaleOf(40, 310);
  assert.ok(low < 0.4 && high > 3.1);
});
