import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IdleWatch } from '../../src/measure/idle.ts';

/** A clock and a CPU account that a test moves; both in ms. */
function process(told = true) {
  const at = { now: 0, cpu: 0 };
  const watch = new IdleWatch(
    () => (told ? at.cpu * 1e6 : null),
    () => at.now,
  );
  const pass = (now: number, cpu: number) => {
    at.now += now;
    at.cpu += cpu;
  };
  return { watch, pass };
}

test('what is burnt while others are timed is what is left when the own slices are taken off', async () => {
  const { watch, pass } = process();
  for (let block = 0; block < 3; block++) {
    pass(150, 10);
    await watch.working(async () => pass(50, 50));
  }
  assert.deepEqual(watch.end(), { ns: 450e6, cpuNs: 30e6 });
});

test('nothing is said where the system does not tell, or where it was never idle', async () => {
  assert.equal(process(false).watch.end(), null);
  const { watch, pass } = process();
  await watch.working(async () => pass(50, 60));
  assert.equal(watch.end(), null);
});
