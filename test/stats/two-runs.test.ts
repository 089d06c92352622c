import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SplitMix64 } from '../../src/measure/random.ts';
import {
  hodgesLehmannShift,
  rankSumInterval,
  rankSumPValue,
  smallestPValue,
} from '../../src/stats/rank-sum.ts';
import type { Interval } from '../../src/stats/signed-rank.ts';
import { type Change, changeBetween, judgeChanges, roundsToBeSure } from '../../src/stats/two-runs.ts';
import { approximately } from './approximately.ts';

interface Answer {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly shift: number;
  readonly p: number;
}

// Figures of SciPy and NumPy; two-runs-answers.py made them.
const known = JSON.parse(readFileSync(new URL('two-runs-answers.json', import.meta.url), 'utf8')) as {
  readonly exact: readonly (Answer & { readonly interval: Interval })[];
  readonly tied: readonly Answer[];
  readonly large: readonly Answer[];
};

test('the shift between two samples and its exact test', () => {
  for (const { before, after, shift, p } of [...known.exact, ...known.tied, ...known.large]) {
    approximately(hodgesLehmannShift(before, after), shift);
    approximately(rankSumPValue(before, after), p);
    approximately(rankSumPValue(after, before), p);
  }
});

test('the interval holds the shifts that the exact test does not reject', () => {
  for (const { before, after, interval } of known.exact) {
    const found = rankSumInterval(before, after, 0.95)!;
    approximately(found.low, interval.low);
    approximately(found.high, interval.high);
    approximately(found.confidence, interval.confidence);
  }
});

test('the interval of large samples agrees with their test', () => {
  const { before, after } = known.large[0]!;
  const { low, high, confidence } = rankSumInterval(before, after, 0.95)!;
  const pAt = (shift: number) =>
    rankSumPValue(
      before,
      after.map((value) => value - shift),
    );
  const nudge = 1e-9;
  assert.ok(pAt(low - nudge) <= 0.05 && pAt(low + nudge) > 0.05, `${pAt(low - nudge)} ${pAt(low + nudge)}`);
  assert.ok(pAt(high + nudge) <= 0.05 && pAt(high - nudge) > 0.05);
  assert.ok(confidence >= 0.95 && confidence < 0.952, `${confidence}`);
});

test('too few rounds: an interval that says how little it is worth, or none', () => {
  const three = rankSumInterval([1, 2, 3], [11, 12, 13], 0.95)!;
  assert.deepEqual([three.low, three.high], [8, 12]);
  approximately(three.confidence, 0.9);
  assert.equal(rankSumInterval([1], [1, 2, 3], 0.95), null);
  assert.equal(changeBetween([], [1]), null);
  assert.equal(changeBetween([1], [1])!.interval, null);
  assert.throws(() => rankSumInterval([1, 2], [1, 2], 1), RangeError);
});

test('a run compared with itself has not changed', () => {
  const logs = [0.1, 0.12, 0.11, 0.13, 0.09, 0.1, 0.12, 0.14, 0.1, 0.11];
  const change = changeBetween(logs, logs)!;
  approximately(change.ratio, 1);
  assert.equal(change.pValue, 1);
  assert.ok(change.interval!.low < 1 && change.interval!.high > 1);
});

test('the smallest p-value is that of samples which do not overlap, and says how many rounds it takes', () => {
  for (const [n, m] of [
    [3, 3],
    [4, 9],
    [10, 10],
  ] as const) {
    const [low, high] = [n, m].map((size) => Array.from({ length: size }, (_, i) => i));
    approximately(
      smallestPValue(n, m),
      rankSumPValue(
        low!,
        high!.map((value) => value + 100),
      ),
    );
  }
  assert.deepEqual([1, 2, 6, 7, 140, 1000].map(roundsToBeSure), [4, 5, 5, 6, 8, 9]);
});

const change = (middle: number, width: number, rounds = 10): Change => {
  const logs = Array.from({ length: rounds }, (_, i) => width * (i - (rounds - 1) / 2 + 0.1));
  return changeBetween(
    logs,
    logs.map((log) => log + middle),
  )!;
};

test('findings are of the family; a preliminary one goes by its interval and is sure only where the test is', () => {
  const judged = judgeChanges(
    [change(0.2, 0.001), change(-0.2, 0.001), change(0, 0.001), change(0.01, 0.02), change(0.2, 0.001, 3)],
    0.02,
  );
  assert.deepEqual(
    judged.map(({ finding, preliminary, sure }) => [finding, preliminary, sure]),
    [
      ['slower', false, true],
      ['faster', false, true],
      ['same', false, false],
      ['undecided', false, false],
      ['slower', true, false],
    ],
  );
  const early = judgeChanges([change(0.2, 0.001, 5)], 0.02)[0]!;
  assert.deepEqual([early.finding, early.preliminary, early.sure], ['slower', true, true]);
});

/** A sum of uniform draws: near enough to normal, with standard deviation 1. */
function scatter(random: SplitMix64): number {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.below(1e6) / 1e6;
  return sum;
}

/**
 * Two runs of unchanged rows. Each run has a speed of its own (5 %, as between quiet days), each round too (3 %); each
 * launch of a row scatters by 2 %, and so does the baseline's, which all rows of a run share.
 */
function unchangedRuns(random: SplitMix64, rows: number) {
  const run = () => {
    const speed = 0.05 * scatter(random);
    const rounds = Array.from({ length: 10 }, () => speed + 0.03 * scatter(random));
    const baseline = rounds.map((round) => round + 0.02 * scatter(random));
    const times = Array.from({ length: rows }, () => rounds.map((round) => round + 0.02 * scatter(random)));
    return { times, ratios: times.map((row) => row.map((log, i) => log - baseline[i]!)) };
  };
  const [before, after] = [run(), run()];
  const changes = (kind: 'times' | 'ratios') =>
    before[kind].map((logs, i) => changeBetween(logs, after[kind][i]!)!);
  return { relative: judgeChanges(changes('ratios'), 0.05), absolute: judgeChanges(changes('times'), 0.05) };
}

test('ratios raise few false alarms between runs of a machine that drifts, times many', () => {
  const random = new SplitMix64(20250620n);
  const alarms = { relative: 0, absolute: 0, family: 0 };
  const tries = 400;
  for (let i = 0; i < tries; i++) {
    const single = unchangedRuns(random, 1);
    if (single.relative[0]!.sure) alarms.relative++;
    if (single.absolute[0]!.sure) alarms.absolute++;
    if (unchangedRuns(random, 12).relative.some(({ sure }) => sure)) alarms.family++;
  }
  // Three standard deviations above 5 % of 400 are 8.3 %.
  assert.ok(alarms.relative <= 0.083 * tries, `${alarms.relative} of ${tries} in single rows`);
  assert.ok(alarms.family <= 0.083 * tries, `${alarms.family} of ${tries} families of 12`);
  assert.ok(alarms.absolute >= 0.4 * tries, `${alarms.absolute} of ${tries} by times`);
});
