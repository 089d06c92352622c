/** Far more slices than a run has: what is done for each must not grow with those before it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from '../../src/store/record/record.ts';
import type { RunnerClient } from '../../src/trial/client.ts';
import { Trial } from '../../src/trial/trial.ts';
import { procedureOf } from '../../src/trial/types.ts';
import { Simulation } from './simulation.ts';

const warmup = { minimum: 0, maximum: 300 };

test('a warm-up of a hundred thousand slices', { timeout: 20_000 }, async () => {
  const seen = { warmup: 0 };
  // Its compiler never rests, so that it is never warm.
  const client = {
    slice: async (ops: number, keep: number) => ({
      ...{ ops, keep },
      ns: ops * 1000,
      cpuNs: 0,
      waitNs: 0,
      elapsedNs: ops * 1000,
      heldNs: 0,
    }),
    compiled: () => 50e6,
  } as unknown as RunnerClient;
  const given = { count: 10, bytes: 100, unseen: 10, compare: () => assert.fail('nothing is compared') };
  const row = {
    ...{ index: 0, warmup: { ...warmup, maximum: 100_000 * 50 }, blocks: 1, memory: 512 },
    start: () => assert.fail('it has started'),
    give: async () => given,
  };
  const sample = () => seen.warmup++;
  const job = { case: 0, batch: 1, cores: 2, seed: 1, round: 0, group: 0 };
  const trial = new Trial({ ...job, row, procedure: procedureOf({ quick: false }), sample }, client);
  await trial.first();
  await trial.warmUp();
  assert.ok(seen.warmup > 99_000, `${seen.warmup}`);
});

test('a case that goes on after more samples than a call takes arguments', async () => {
  const earlier = Array.from({ length: 200_000 }, (_, block): Sample => {
    const times = { ops: 10, ns: 10_000 + (block % 100), cpuNs: 10_000, waitNs: 0 };
    return { case: 0, contender: 0, round: 0, phase: 'block', block, ...times };
  });
  const simulation = new Simulation([{ nsPerOp: 1000 }]);
  const { verdicts, rounds } = await simulation.measure({
    contenders: [simulation.row(0, { warmup })],
    settings: { seed: 1, quick: false, rounds: { minimum: 2, maximum: 2 }, target: 0.02, budget: null },
    earlier,
  });
  assert.deepEqual([verdicts.get(0), rounds], [{ verdict: 'ok' }, 2]);
});
