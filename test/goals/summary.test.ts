import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ratioSpread, wilsonRate } from '../../script/goals/summary.ts';
import { welchTest } from '../../script/goals/welch.ts';
import { approximately } from '../stats/approximately.ts';

interface NoiseAnswers {
  readonly wilson: readonly { count: number; of: number; low: number; high: number }[];
  readonly welch: readonly { a: number[]; b: number[]; t: number; degrees: number; p: number }[];
  readonly spreads: readonly { ratios: number[]; cv: number }[];
}

// Figures of SciPy; noise-answers.py made them.
const known = JSON.parse(
  readFileSync(new URL('noise-answers.json', import.meta.url), 'utf8'),
) as NoiseAnswers;

test("Wilson's interval of a share", () => {
  for (const { count, of, low, high } of known.wilson) {
    const rate = wilsonRate(count, of)!;
    assert.equal(rate.rate, count / of);
    approximately(rate.low, low);
    approximately(rate.high, high);
  }
  assert.equal(wilsonRate(0, 0), null);
  assert.throws(() => wilsonRate(3, 2), RangeError);
});

test("Welch's t-test", () => {
  for (const { a, b, t, degrees, p } of known.welch) {
    const result = welchTest(a, b)!;
    approximately(result.t, t);
    approximately(result.degrees, degrees);
    approximately(result.pValue, p);
  }
  assert.equal(welchTest([1], [1, 2]), null);
  assert.equal(welchTest([2, 2], [1, 1]), null);
});

test('the spread of ratios that should be 1', () => {
  for (const { ratios, cv } of known.spreads) approximately(ratioSpread(ratios).cv!, cv);
  approximately(ratioSpread([1.02, 1 / 1.1, 1]).worst, 0.1);
  assert.deepEqual(ratioSpread([1]), { cv: null, worst: 0 });
  assert.throws(() => ratioSpread([]), RangeError);
});
