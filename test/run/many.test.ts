import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sample } from '../../src/store/record/record.ts';
import { Simulation } from './simulation.ts';

test('a case that goes on after more samples than a call takes arguments', async () => {
  const earlier = Array.from({ length: 200_000 }, (_, block): Sample => {
    const times = { ops: 10, ns: 10_000 + (block % 100), cpuNs: 10_000, waitNs: 0 };
    return { case: 0, contender: 0, round: 0, phase: 'block', block, ...times };
  });
  const simulation = new Simulation([{ nsPerOp: 1000 }]);
  const { verdicts, rounds } = await simulation.measure({
    contenders: [simulation.row(0)],
    settings: { seed: 1, quick: false, rounds: { minimum: 2, maximum: 2 }, target: 0.02, budget: null },
    earlier,
  });
  assert.deepEqual([verdicts.get(0), rounds], [{ verdict: 'ok' }, 2]);
});
