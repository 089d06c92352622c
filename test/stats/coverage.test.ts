import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare } from '../../src/stats/comparison.ts';
import { Random } from '../../src/stats/random.ts';
import { logs } from './approximately.ts';

/** About normal, mean 0, standard deviation 1: twelve even draws (Irwin and Hall). */
function normal(random: Random): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.below(2 ** 30) / 2 ** 30;
  return sum;
}

test('an interval holds the truth as often as it says', () => {
  const random = new Random(2025);
  const experiments = 3000;
  for (const [rounds, shift] of [
    [3, 0.5],
    [10, 0],
    [15, -0.2],
  ] as const) {
    let held = 0;
    let confidence = 0;
    for (let i = 0; i < experiments; i++) {
      const values = Array.from({ length: rounds }, () => shift + 0.05 * normal(random));
      const interval = compare(logs(values))!.interval!;
      confidence = interval.confidence;
      if (interval.low <= Math.exp(shift) && Math.exp(shift) <= interval.high) held++;
    }
    // Four standard errors of a binomial share; the seed is fixed.
    const slack = 4 * Math.sqrt((confidence * (1 - confidence)) / experiments);
    assert.ok(
      Math.abs(held / experiments - confidence) <= slack,
      `${rounds} rounds: ${held / experiments}, not ${confidence}`,
    );
  }
});
