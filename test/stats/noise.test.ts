import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SplitMix64 } from '../../src/measure/random.ts';
import { expectedHalfWidth, ratioSpread, wilsonRate } from '../../src/stats/noise.ts';
import { welchTest } from '../../src/stats/welch.ts';
import { approximately } from './approximately.ts';

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

test('the width to expect shrinks with the rounds and grows with the scatter', () => {
  const random = new SplitMix64(1n);
  const draw = (below: number) => random.below(below);
  const logs = Array.from({ length: 60 }, (_, i) => (i - 29.5) / 1000);
  const [six, ten, thirty] = [6, 10, 30].map((rounds) => expectedHalfWidth(logs, rounds, draw)!);
  assert.ok(six! > ten! && ten! > thirty!, `${six} ${ten} ${thirty}`);
  // About t · s / √n, and 9 in 10 stay within: wider than the usual one, narrower than half as wide again.
  const usual = (2.045 * 0.01746) / Math.sqrt(30);
  assert.ok(thirty! > usual && thirty! < 1.5 * usual, `${thirty}`);
  const double = expectedHalfWidth(
    logs.map((log) => 2 * log),
    30,
    draw,
  )!;
  assert.ok(Math.abs(double / thirty! / 2 - 1) < 0.15, `${double}`);
  assert.equal(expectedHalfWidth(logs, 5, draw), null, 'five rounds give no interval of 95 %');
  assert.equal(expectedHalfWidth([0.1], 10, draw), null);
});
