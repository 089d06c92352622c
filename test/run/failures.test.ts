import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quiet, Simulation } from './simulation.ts';

const crash = { verdict: 'crash', reason: 'fell over' } as const;
const mismatch = { verdict: 'mismatch', reason: 'another value' } as const;

test('a failing contender does not affect the others', async () => {
  const simulation = new Simulation([
    quiet(1_000),
    {
      ...quiet(1_000),
      start: () => ({ verdict: 'unavailable', reason: 'not installed', fix: 'install it' }),
    },
    { ...quiet(1_000), rehearsal: mismatch },
    { ...quiet(1_000), slice: (round, slice) => (round === 1 && slice === 20 ? crash : null) },
    { ...quiet(1_000), verify: (round, dump) => (round === 2 && dump === 1 ? mismatch : null) },
    { ...quiet(1_000), slice: (_, slice) => (slice === 0 ? { verdict: 'timeout', reason: 'slow' } : null) },
    quiet(2_000),
  ]);
  const outcome = await simulation.measure();
  assert.deepEqual([outcome.rounds, outcome.ended], [10, 'target']);
  assert.deepEqual(
    [...outcome.verdicts].sort(([a], [b]) => a - b),
    [
      [0, { verdict: 'ok' }],
      [1, { verdict: 'unavailable', reason: 'not installed', fix: 'install it' }],
      [2, mismatch],
      [3, crash],
      [4, { verdict: 'mismatch', reason: 'after timing: another value' }],
      [5, { verdict: 'timeout', reason: 'slow' }],
      [6, { verdict: 'ok' }],
    ],
  );
  assert.equal(simulation.failures.length, 5, 'each told once');
  const found = [0, 1, 2, 3, 4, 5, 6].map((contender) => simulation.launches(contender));
  assert.deepEqual(found, [10, 0, 0, 2, 3, 1, 10], 'failed rows are not started again');
  const blocks = (contender: number) => simulation.samples(contender, 'block').length;
  assert.deepEqual([blocks(0), blocks(2), blocks(6)], [120, 0, 120]);
  assert.ok(blocks(3) > 12 && blocks(3) < 24, 'samples up to the crash are kept');
});

test('if the baseline fails, the fastest row replaces it', async () => {
  const simulation = new Simulation([
    { ...quiet(500), slice: (round) => (round === 4 ? crash : null) },
    quiet(3_000),
    quiet(1_000),
  ]);
  const outcome = await simulation.measure();
  assert.deepEqual([outcome.ended, outcome.missed], ['target', []]);
});

test('a case ends when all rows have failed', async () => {
  const unavailable = { verdict: 'unavailable', reason: 'no such runtime' } as const;
  const simulation = new Simulation([
    { nsPerOp: 1, start: () => unavailable },
    { ...quiet(1_000), slice: (round) => (round === 2 ? crash : null) },
  ]);
  const outcome = await simulation.measure();
  assert.deepEqual([outcome.rounds, outcome.ended], [2, 'no contenders left']);
  assert.deepEqual(outcome.verdicts.get(0), unavailable);
});

test('an error that no runner caused, such as a sample that cannot be stored, is thrown after every process has ended', async () => {
  const simulation = new Simulation([
    quiet(1_000),
    { ...quiet(1_000), slice: (_, slice) => (slice === 12 ? new TypeError('a fault of ours') : null) },
  ]);
  await assert.rejects(simulation.measure(), TypeError);
  assert.equal(simulation.processes.length, 2);
  const sample = () => {
    throw new Error('disk full');
  };
  await assert.rejects(new Simulation([quiet(1_000)]).measure({}, { sample }), /disk full/);
});
