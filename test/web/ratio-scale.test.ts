import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildView } from '../../src/report/view/view.ts';
import { ratioScale } from '../../src/web/markup/ratio-scale.ts';
import { rounds, smallRun } from '../report/small-run.ts';

/** Of a baseline of 100 ns and rows of these times. */
function scaleOf(...times: number[]) {
  const run = smallRun([100, ...times].map((ns) => rounds(10, (i) => ns * 1000 + (i % 3))));
  return ratioScale(buildView(run).cases[0]!.ranked);
}

test('ticks are those of the charts, and 1 is one of them', () => {
  const ticks = (...times: number[]) => [...scaleOf(...times).ticks].sort((a, b) => a - b);
  assert.deepEqual(ticks(96), [0.96, 0.98, 1]);
  assert.deepEqual(ticks(60, 130), [0.6, 0.8, 1, 1.2]);
  assert.deepEqual(ticks(40, 310), [0.5, 1, 2]);
  assert.deepEqual(ticks(5, 20_000), [0.1, 1, 10, 100]);
  assert.deepEqual(ticks(), [0.995, 1, 1.005, 1.01]);
});

test('the axis has room for every interval', () => {
  const [low, high] = scaleOf(40, 310).domain;
  assert.ok(low < 0.4 && high > 3.1);
});
