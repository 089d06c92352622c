import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/analysis/comparison.ts';
import { logs } from '../stats/approximately.ts';
import { Draw } from '../stats/draws/launches.ts';

test('intervals contain the truth as often as their confidence says', () => {
  const draw = new Draw(2025);
  const experiments = 3000;
  for (const [rounds, shift] of [
    [3, 0.5],
    [10, 0],
    [15, -0.2],
  ] as const) {
    let held = 0;
    let confidence = 0;
    for (let i = 0; i < experiments; i++) {
      const values = Array.from({ length: rounds }, () => shift + 0.05 * draw.normal());
      const interval = compare(logs(values))!.interval!;
      confidence = interval.confidence;
      if (interval.low <= Math.exp(shift) && Math.exp(shift) <= interval.high) held++;
    }
    // Four standard errors of a binomial share; the seed is fixed.
    const slack = 4 * Math.sqrt((confidence * (1 - confidence)) / experiments);
    const share = held / experiments;
    assert.ok(Math.abs(share - confidence) <= slack, `${rounds} rounds: ${share}, not ${confidence}`);
  }
});
