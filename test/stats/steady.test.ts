import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSteady, isWarm, type LaunchSample, launchSteadiness } from '../../src/stats/steady.ts';

test('steady: the last three and the three before have nearly the same median', () => {
  assert.equal(isSteady([100, 100, 100, 100, 100]), false, 'five are too few');
  assert.equal(isSteady([100, 100, 100, 100, 100, 100]), true);
  assert.equal(isSteady([100, 100, 100, 97, 97, 97]), true, 'just 3 %');
  assert.equal(isSteady([100, 100, 100, 96.9, 96.9, 96.9]), false);
  assert.equal(isSteady([100, 100, 100, 104, 104, 104]), false, 'slower is no more steady than faster');
  assert.equal(isSteady([900, 100, 100, 500, 100, 5, 100]), true, 'medians, of the last six only');
});

test('a process that is compiling is not warm, though its times are steady', () => {
  const untold = { ops: 1000, ns: 50e6 };
  const slice = (compileNs: number) => ({ ...untold, compileNs });
  const quiet = Array(6).fill(slice(0));
  assert.equal(isWarm(Array(6).fill(untold), 1), true, 'compile times are unknown');
  assert.equal(isWarm(quiet, 1), true);
  assert.equal(isWarm([...quiet, slice(48e6)], 1), false);
  assert.equal(isWarm([...quiet, slice(48e6), ...quiet.slice(0, 2)], 1), false, 'in the last three slices');
  assert.equal(isWarm([...quiet, slice(48e6), ...quiet.slice(0, 3)], 1), true);
  assert.equal(isWarm([...quiet, slice(5e6)], 1), true, 'the odd small method');
});

/** A process: its slices of 1,000 operations with these times per operation, then blocks. */
function launch(round: number, times: readonly number[], timed = true): LaunchSample[] {
  const block = { round, phase: 'block', block: 0, ops: 1_000, ns: 50e6 };
  const warmups = times.map((time, at) => ({ ...block, phase: 'warmup', block: at, ns: time * 1_000 }));
  return [{ ...block, phase: 'first', ops: 1 }, ...warmups, ...(timed ? [block] : [])];
}

const level = [50e3, 50e3, 50e3, 50e3, 50e3, 50e3];
const falling = [90e3, 80e3, 70e3, 60e3, 50e3, 40e3];
const settling = [50e3, 50e3];

test('steadiness is judged by the warm-up without its settling slices', () => {
  assert.deepEqual(launchSteadiness(launch(0, [...level, ...settling]), 1), { launches: 1, steady: 1 });
  assert.deepEqual(launchSteadiness(launch(0, [...level, 80e3, 80e3]), 1), { launches: 1, steady: 1 });
  assert.deepEqual(launchSteadiness(launch(0, [...falling, ...settling]), 1), { launches: 1, steady: 0 });
});

test('slices that are still growing do not count, unless they are a single batch', () => {
  const short = Array(6).fill(20e3);
  assert.deepEqual(launchSteadiness(launch(0, [...short, ...settling]), 1), { launches: 1, steady: 0 });
  assert.deepEqual(launchSteadiness(launch(0, [...short, ...settling]), 1_000), { launches: 1, steady: 1 });
});

test('each timed process is a launch, even if a round has several', () => {
  const samples = [
    ...launch(0, [...level, ...settling]),
    ...launch(0, [...falling, ...settling]),
    ...launch(1, [...level, ...settling]),
    ...launch(2, [...level, ...settling], false),
  ];
  assert.deepEqual(launchSteadiness(samples, 1), { launches: 3, steady: 2 });
  assert.deepEqual(launchSteadiness([], 1), { launches: 0, steady: 0 });
});
