import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SliceResult } from '../../src/trial/client.ts';
import { ClockWatch } from '../../src/trial/clock.ts';

const MS = 1e6;
/** A slice of 50 ms that keeps a core busy and no result, answered 0.2 ms later. */
const honest: SliceResult = {
  ...{ ops: 100, keep: 0, ns: 50 * MS, cpuNs: 50 * MS },
  ...{ waitNs: 0, elapsedNs: 50.2 * MS, heldNs: 0 },
};

function faultOf(count: number, slice: Partial<SliceResult>, cores = 2): string | null {
  const watch = new ClockWatch(cores);
  for (let i = 0; i < count; i++) watch.add({ ...honest, ...slice });
  return watch.fault();
}

test('true times are accepted: of several cores, and of answers that waited for wiremark', () => {
  assert.equal(faultOf(12, {}), null);
  assert.equal(faultOf(12, { cpuNs: 100 * MS }), null);
  assert.equal(faultOf(12, { elapsedNs: 95 * MS }), null, 'a busy machine');
  const found = faultOf(12, { elapsedNs: 400 * MS, heldNs: 320 * MS });
  assert.equal(found, null, 'wiremark compared results meanwhile');
});

test("times below half of the stopwatch's time, or above it, are refused", () => {
  const told = "reports 240 ms for 12 slices that took 602 ms by wiremark's stopwatch";
  assert.equal(faultOf(12, { ns: 20 * MS }), told);
  const expected = "reports 612 ms for 12 slices that took 602 ms by wiremark's stopwatch";
  assert.equal(faultOf(12, { ns: 51 * MS }), expected);
});

test('more CPU time than the cores can give is refused', () => {
  const told = 'reports 1.44e+3 ms of CPU time for 12 slices that took 602 ms on 2 cores';
  assert.equal(faultOf(12, { cpuNs: 120 * MS }), told);
  assert.equal(faultOf(12, { cpuNs: 120 * MS }, 4), null);
});

test('short slices, slices that keep a result and too little time decide nothing', () => {
  assert.equal(faultOf(1000, { ns: 1000, elapsedNs: 9 * MS }), null);
  const found = faultOf(12, { keep: 1, elapsedNs: 450 * MS });
  assert.equal(found, null, 'a large result is finished after the clock');
  assert.equal(faultOf(1, { ns: 1000, elapsedNs: 99 * MS }), null);
});
