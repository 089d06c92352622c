import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  blockTimes,
  compare,
  estimateTime,
  halfWidth,
  roundLogs,
  roundsBetween,
} from '../../src/analysis/comparison.ts';
import { baselineRow } from '../../src/analysis/judge.ts';
import { sortSamples, standardDeviation } from '../../src/stats/samples.ts';
import { hodgesLehmann, signedRankCentre } from '../../src/stats/signed-rank.ts';
import { sliceTime, type TimedSlice } from '../../src/stats/slice.ts';
import { studentCritical, studentPValue } from '../../src/stats/student.ts';
import { approximately, logs } from '../stats/approximately.ts';

/** Slices from times per operation: `times[round][block]`. */
function slices(times: readonly (readonly number[])[], ops = 10): TimedSlice[] {
  return times.flatMap((blocks, round) =>
    blocks.map((time, block) => ({ round, block, ops, ns: time * ops })),
  );
}

const roundsOf = (row: TimedSlice[], baseline: TimedSlice[]) =>
  roundLogs(blockTimes(row), blockTimes(baseline));

test('slices of the same block are paired, and the median is over blocks', () => {
  // The machine becomes three times slower from block to block; the ratios are 2, 2 and 8.
  const baseline = slices([[100, 300, 900]], 7);
  const row = slices([[200, 600, 7200]], 1000);
  const rounds = roundsOf(row, baseline);
  assert.equal(rounds.map(({ round, blocks }) => `${round} of ${blocks}`).join(), '0 of 3');
  approximately(Math.exp(rounds[0]!.log), 2);
});

test('only common blocks count; rounds without one are skipped', () => {
  const baseline = slices([[100, 100], [100, 100], [100]]);
  const row = slices([[200, 300], [], [400, 999]]).reverse();
  const rounds = roundsOf(row, baseline);
  assert.equal(rounds.map(({ round, blocks }) => `${round} of ${blocks}`).join(), '0 of 2,2 of 1');
  approximately(Math.exp(rounds[1]!.log), 4);
});

test('a ratio and its interval are exponentiated logarithms', () => {
  const values = Array.from({ length: 12 }, (_, i) => Math.log(1.5 + (i - 6) / 100));
  const comparison = compare(logs(values))!;
  const interval = signedRankCentre(values, 0.95).interval!;
  approximately(Math.log(comparison.ratio), hodgesLehmann(values));
  approximately(comparison.interval!.low, Math.exp(interval.low));
  approximately(comparison.interval!.high, Math.exp(interval.high));
  approximately(halfWidth(comparison.interval), (interval.high - interval.low) / 2);
  assert.equal(comparison.rounds, 12);
  const error = standardDeviation(values)! / Math.sqrt(12);
  approximately(comparison.pValue, studentPValue(hodgesLehmann(values) / error, 11));
});

test('a row compared with itself is exactly 1', () => {
  const own = slices(Array.from({ length: 10 }, (_, i) => [100 + i, 90 + i]));
  const comparison = compare(roundsOf(own, own))!;
  assert.equal(comparison.ratio, 1);
  assert.equal(comparison.pValue, 1);
  assert.equal(halfWidth(comparison.interval), 0);
});

test("few rounds have Student's 95 % interval, from their own or a given error; one round has none", () => {
  assert.equal(compare([]), null);
  assert.equal(compare(logs([0.1]))!.interval, null);
  const values = [0.1, 0.2, 0.4];
  const three = compare(logs(values))!.interval!;
  assert.equal(three.confidence, 0.95);
  const half = (studentCritical(0.95, 2) * standardDeviation(values)!) / Math.sqrt(3);
  approximately(Math.log(three.low), hodgesLehmann(values) - half);
  approximately(Math.log(three.high), hodgesLehmann(values) + half);
  const known = compare(logs(values), { error: 0.01, degrees: 4 })!;
  approximately(halfWidth(known.interval), 0.01 * studentCritical(0.95, 4));
  assert.equal(halfWidth(null), Number.POSITIVE_INFINITY);
  assert.equal(halfWidth({ low: 0.9, high: 1.1, confidence: 0.75 }), Number.POSITIVE_INFINITY);
  assert.equal(signedRankCentre([1, 2, 3, 4, 5], 0.95).interval!.confidence, 1 - 2 / 2 ** 5);
  assert.equal(signedRankCentre([1, 2, 3, 4, 5, 6], 0.95).interval!.confidence, 1 - 2 / 2 ** 6);
});

test('rows of different groups are compared through the baseline, in common rounds', () => {
  // Round 0: both in a group with the baseline's first process; round 1: each with a process of its own; 2: only one.
  const at = (round: number, block: number, ns: number) => ({ round, block, ops: 1, ns });
  const baseline = [at(0, 0, 100), at(1, 0, 100), at(1, 1, 200), at(2, 0, 100)];
  const a = [at(0, 0, 300), at(1, 0, 300), at(2, 0, 300)];
  const b = [at(0, 0, 150), at(1, 1, 400)];
  const rounds = roundsBetween(blockTimes(a), blockTimes(b), blockTimes(baseline));
  const ratios = rounds.map(({ round, log }) => `${round}: ${Math.exp(log).toFixed(9)}`);
  assert.deepEqual(ratios, ['0: 2.000000000', '1: 1.500000000']);
});

test('the wait for a core is subtracted from a slice, down to a tenth', () => {
  assert.equal(sliceTime({ ns: 1000, ops: 10 }), 100);
  assert.equal(sliceTime({ ns: 1000, ops: 10, waitNs: null }), 100);
  assert.equal(sliceTime({ ns: 1000, ops: 10, waitNs: 400 }), 60);
  assert.equal(sliceTime({ ns: 1000, ops: 10, waitNs: 2000 }), 10, 'clocks that disagree');
  const waited = slices([[100, 100]]).map((slice) => ({ ...slice, ns: slice.ns + 500, waitNs: 500 }));
  const [round] = roundsOf(waited, slices([[50, 50]]));
  assert.equal(Math.exp(round!.log), 2);
  approximately(estimateTime(blockTimes(waited))!.centre, 100);
});

test("a row's time is estimated over medians of rounds, its mean over all slices", () => {
  const row = slices([
    [10, 10, 400],
    [40, 40, 40],
  ]);
  const time = estimateTime(blockTimes(row))!;
  assert.deepEqual(time.roundTimes, [10, 40]);
  approximately(time.centre, 20);
  approximately(time.mean, 90);
  approximately(time.median, 40);
  assert.deepEqual([time.minimum, time.maximum, time.rounds, time.slices], [10, 400, 2, 6]);
  assert.equal(time.interval!.confidence, 0.95);
  assert.equal(estimateTime(blockTimes([])), null);
});

test('samples must be finite, and at least one', () => {
  assert.throws(() => sortSamples([]), RangeError);
  assert.throws(() => sortSamples([1, Number.NaN]), RangeError);
  assert.deepEqual([...sortSamples([10, 9, -1])], [-1, 9, 10]);
  assert.throws(() => signedRankCentre([1, 2], 1), RangeError);
});

test('the reference is the baseline, or the fastest row when the baseline has no slices', () => {
  const rows = new Map([
    [4, slices([[200, 200]])],
    [7, slices([[100, 100]], 1000)],
    [9, []],
  ]);
  const baselineOf = (planned: number[]) => baselineRow([...rows.keys()], (row) => rows.get(row)!, planned);
  const found = [[4], [9], [1], [9, 4], [4, 7], [1, 9]].map(baselineOf);
  assert.deepEqual(found, [4, 7, 7, 4, 4, 7]);
  const seen = baselineRow([9], () => [], [9, 9]);
  assert.equal(seen, null);
});
