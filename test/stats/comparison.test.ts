import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  between,
  compare,
  estimateTime,
  halfWidth,
  roundLogRatios,
  roundTimes,
  type TimedSlice,
} from '../../src/stats/comparison.ts';
import { judge } from '../../src/stats/judgement.ts';
import { referenceRow } from '../../src/stats/reference.ts';
import { sortSamples } from '../../src/stats/samples.ts';
import {
  hodgesLehmann,
  midranks,
  signedRankInterval,
  signedRankPValue,
} from '../../src/stats/signed-rank.ts';
import { isSteady } from '../../src/stats/steady.ts';
import { approximately, logs } from './approximately.ts';

/** Slices from times per operation: `times[round][block]`. */
function slices(times: readonly (readonly number[])[], ops = 10): TimedSlice[] {
  return times.flatMap((blocks, round) =>
    blocks.map((time, block) => ({ round, block, ops, ns: time * ops })),
  );
}

test('slices of the same block are paired, whatever their operations, and the median is over blocks', () => {
  // The machine slows down threefold from block to block; the ratio is 2, 2, 8 all the same.
  const baseline = slices([[100, 300, 900]], 7);
  const row = slices([[200, 600, 7200]], 1000);
  const rounds = roundLogRatios(row, baseline);
  assert.deepEqual(
    rounds.map(({ round, blocks }) => ({ round, blocks })),
    [{ round: 0, blocks: 3 }],
  );
  approximately(Math.exp(rounds[0]!.log), 2);
});

test('only common blocks count, and a round without one is left out', () => {
  const baseline = slices([[100, 100], [100, 100], [100]]);
  const row = slices([[200, 300], [], [400, 999]]).reverse();
  const rounds = roundLogRatios(row, baseline);
  assert.deepEqual(
    rounds.map(({ round, blocks }) => [round, blocks]),
    [
      [0, 2],
      [2, 1],
    ],
  );
  approximately(Math.exp(rounds[1]!.log), 4);
});

test('a ratio and its interval are exponentiated logarithms', () => {
  const values = Array.from({ length: 12 }, (_, i) => Math.log(1.5 + (i - 6) / 100));
  const comparison = compare(logs(values))!;
  const interval = signedRankInterval(values, 0.95)!;
  approximately(Math.log(comparison.ratio), hodgesLehmann(values));
  approximately(comparison.interval!.low, Math.exp(interval.low));
  approximately(comparison.interval!.high, Math.exp(interval.high));
  approximately(halfWidth(comparison.interval), (interval.high - interval.low) / 2);
  assert.equal(comparison.rounds, 12);
  approximately(comparison.pValue, 2 / 2 ** 12);
});

test('a row compared with itself is exactly 1', () => {
  const own = slices(Array.from({ length: 10 }, (_, i) => [100 + i, 90 + i]));
  const comparison = compare(roundLogRatios(own, own))!;
  assert.equal(comparison.ratio, 1);
  assert.equal(comparison.pValue, 1);
  assert.equal(halfWidth(comparison.interval), 0);
});

test('too few rounds: no interval, or one that says how little it is worth', () => {
  assert.equal(compare([]), null);
  assert.equal(compare(logs([0.1]))!.interval, null);
  const three = compare(logs([0.1, 0.2, 0.4]))!.interval!;
  assert.equal(three.confidence, 0.75);
  approximately(three.low, Math.exp(0.1));
  approximately(three.high, Math.exp(0.4));
  assert.equal(halfWidth(three), Number.POSITIVE_INFINITY);
  assert.equal(halfWidth(null), Number.POSITIVE_INFINITY);
  assert.equal(signedRankInterval([1, 2, 3, 4, 5], 0.95)!.confidence, 1 - 2 / 2 ** 5);
  assert.equal(signedRankInterval([1, 2, 3, 4, 5, 6], 0.95)!.confidence, 1 - 2 / 2 ** 6);
});

test('two rows are compared through the baseline in the rounds that both have', () => {
  const a = logs([0.3, 0.5, 0.7]);
  const b = logs([0.1, 0.1, 0.2]).slice(1);
  assert.deepEqual(
    between(a, b).map(({ round, log }) => [round, Math.round(log * 1e9) / 1e9]),
    [
      [1, 0.4],
      [2, 0.5],
    ],
  );
});

test("a row's own time: medians of rounds, but all slices in mean and spread", () => {
  const row = slices([
    [10, 10, 400],
    [40, 40, 40],
  ]);
  assert.deepEqual(roundTimes(row), [
    { round: 0, ns: 10 },
    { round: 1, ns: 40 },
  ]);
  const time = estimateTime(row)!;
  approximately(time.centre, 20);
  approximately(time.mean, 90);
  approximately(time.median, 40);
  assert.deepEqual([time.minimum, time.maximum, time.rounds, time.slices], [10, 400, 2, 6]);
  assert.equal(time.interval!.confidence, 0.5);
  assert.equal(estimateTime([]), null);
});

test('findings need the interval and, over the whole table, the adjusted test', () => {
  const spread = (middle: number, width: number, n = 10) =>
    compare(logs(Array.from({ length: n }, (_, i) => middle + width * (i - (n - 1) / 2 + 0.1))))!;
  const [slower, faster, same, undecided, early] = judge(
    [spread(0.5, 0.01), spread(-0.5, 0.01), spread(0, 0.001), spread(0.01, 0.02), spread(0.5, 0.01, 3)],
    0.02,
  );
  assert.deepEqual([slower!.finding, slower!.preliminary], ['slower', false]);
  assert.deepEqual([faster!.finding, faster!.preliminary], ['faster', false]);
  assert.equal(same!.finding, 'same');
  assert.equal(undecided!.finding, 'undecided');
  assert.deepEqual([early!.finding, early!.preliminary], ['slower', true]);
  approximately(slower!.pValue, (5 * 2) / 2 ** 10);

  // One comparison at p = 0.002 is a finding; the same among thirty is not.
  const single = judge([spread(0.5, 0.01)], 0.02);
  assert.equal(single[0]!.finding, 'slower');
  const family = judge(
    Array.from({ length: 30 }, () => spread(0.5, 0.01)),
    0.02,
  );
  assert.ok(family.every(({ finding }) => finding === 'undecided'));
});

test('without a single round there is nothing to judge', () => {
  assert.deepEqual(judge([], 0.02), []);
  assert.equal(judge([compare(logs([0.5]))!], 0.02)[0]!.finding, 'undecided');
});

test('samples must be finite, and there must be some', () => {
  assert.throws(() => sortSamples([]), RangeError);
  assert.throws(() => sortSamples([1, Number.NaN]), RangeError);
  assert.deepEqual([...sortSamples([10, 9, -1])], [-1, 9, 10]);
  assert.throws(() => signedRankInterval([1, 2], 1), RangeError);
});

test('zeros alone differ from nothing; ties share the mean of their ranks', () => {
  assert.equal(signedRankPValue([0, 0, 0]), 1);
  assert.deepEqual(midranks([5, 1, 5, 5, 2]), [4, 1, 4, 4, 2]);
});

test('steady: the last three against the three before, by their medians', () => {
  assert.equal(isSteady([100, 100, 100, 100, 100]), false, 'fewer than six');
  assert.equal(isSteady([900, 100, 100, 100, 102, 102, 102]), true);
  assert.equal(isSteady([100, 100, 100, 103.1, 103.1, 103.1]), false);
  assert.equal(isSteady([100, 100, 100, 96.9, 96.9, 96.9]), false, 'still getting faster');
  assert.equal(isSteady([100, 500, 100, 100, 5, 100]), true, 'one pause among three does no harm');
});

test('the reference is the baseline, or the fastest row when the baseline has no slices', () => {
  const rows = new Map([
    [4, slices([[200, 200]])],
    [7, slices([[100, 100]], 1000)],
    [9, []],
  ]);
  assert.equal(referenceRow(rows, 4), 4);
  assert.equal(referenceRow(rows, 9), 7);
  assert.equal(referenceRow(rows, 1), 7);
  assert.equal(referenceRow(new Map([[9, []]]), 9), null);
});
