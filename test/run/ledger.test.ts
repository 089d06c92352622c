import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ledger } from '../../src/run/ledger.ts';
import type { MeasureInput } from '../../src/run/types.ts';
import type { Sample } from '../../src/store/record/record.ts';

const contenders = [{ index: 0, warmup: { minimum: 0, maximum: 0 }, blocks: 1, memory: 512 }];

test('memory is judged by all rounds, and each round is read once', () => {
  const verdicts: string[] = [];
  const ledger = new Ledger({ contenders, baseline: 0 } as unknown as MeasureInput, {
    sample() {},
    failed: (_, { verdict }) => verdicts.push(verdict),
  });
  let looks = 0;
  const take = (round: number, phase: Sample['phase'], time: number) => {
    const sample = { case: 0, contender: 0, round, phase, block: 0, ops: 1, cpuNs: 0, waitNs: null };
    ledger.sample({
      ...sample,
      get ns() {
        looks++;
        return time;
      },
    });
  };
  const ROUNDS = 40;
  const rounds = (from: number, fresh: number) => {
    for (let round = from; round < from + ROUNDS; round++) {
      take(round, 'block', 1_000);
      take(round, 'unseen', fresh);
      ledger.judgeMemory(false);
    }
  };
  rounds(0, 9_000);
  assert.ok(looks <= 3 * 2 * ROUNDS, `${looks} looks at ${2 * ROUNDS} slices`);
  rounds(ROUNDS, 99_000);
  assert.deepEqual(verdicts, [], 'not in every round');
});
