import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limit } from '../../src/define/types.ts';
import {
  type CaseProgress,
  expectedCase,
  expectedRest,
  expectedRound,
  likelyRounds,
  neededRounds,
  slowdown,
} from '../../src/measure/expected.ts';

const short = { warmup: { minimum: 300, maximum: 5000 }, blocks: 12 };
const long = { warmup: { minimum: 2000, maximum: 10_000 }, blocks: 12 };
const limit = { ...short, limit: 'copy' as Limit };
const round = (rows: (typeof short)[], quick = false, processes = 24) =>
  expectedRound({ rows, settings: { quick }, cores: 2, processes });

const fresh = (round: number): CaseProgress => ({
  ...{ rehearsal: 0, round, later: round, memory: 0 },
  ...{ rounds: 0, took: [], ended: false, likely: 20 },
});

test('a round takes at least its slices and its shortest warm-ups, side by side', () => {
  const seconds = round([short, short]);
  // 2 × 14 slices of 50 ms, and 2 × 0.3 s on two cores.
  assert.ok(seconds > 2 * 14 * 0.05 + 0.3, `${seconds}`);
  assert.ok(seconds < 5, `${seconds}`);
  assert.equal(round([]), 0);
});

test('more rows, slower runtimes and more groups take longer; quick takes less', () => {
  assert.ok(round([short, short, short]) > round([short, short]));
  assert.ok(round([long, long]) > round([short, short]));
  // The case takes the most blocks that any asks for.
  assert.ok(round([short, { ...short, blocks: 32 }]) > round([short, short]));
  assert.ok(round([short, short, short], false, 2) > round([short, short, short]));
  assert.ok(round([long, long], true) < round([long, long]));
});

test('a run is all its rounds, at the pace of earlier runs', () => {
  assert.equal(expectedRest([fresh(3), fresh(2)]), 100);
  assert.equal(expectedRest([fresh(3), fresh(2)], 1.5), 150);
  assert.equal(expectedRest([fresh(3), { ...fresh(2), ended: true }]), 60);
  assert.equal(expectedRest([]), 0);
});

test('rounds that are in tell how long the others take', () => {
  // Six seconds where three were expected: twice as slow, and so is the case after it, whatever earlier runs took.
  const begun = { ...fresh(3), rounds: 4, took: [5, 6, 7, 6] };
  assert.equal(expectedRest([begun, fresh(2)], 0.5), 16 * 6 + 20 * 4);
  assert.equal(expectedRest([{ ...fresh(3), rounds: 22, took: [6] }]), 0);
});

test('limits leave after six rounds, before and while it is measured', () => {
  const one = { ...fresh(4), later: 2, likely: 10 };
  assert.equal(expectedRest([one]), 6 * 4 + 4 * 2);
  // Half as slow again: two rounds with limits, then two without are in.
  assert.equal(expectedRest([{ ...one, rounds: 8, took: [6, 6, 3, 3] }]), 6);
  const input = { rows: [short, short, limit, limit], settings: { quick: false }, cores: 2, processes: 24 };
  const { round, later } = expectedCase(input, false, 1);
  assert.ok(later < round);
});

test('a rehearsal comes once for a row and case, a memory pass once for each that is no limit', () => {
  const input = { rows: [short, short, limit], settings: { quick: false }, cores: 2, processes: 24 };
  const { rehearsal, memory } = expectedCase(input, true, 0);
  assert.equal(expectedRest([expectedCase(input, true, 0)]), rehearsal + memory);
  assert.equal(expectedCase(input, false, 0).memory, 0);
  assert.equal(expectedRest([{ ...expectedCase(input, false, 0), rounds: 1 }]), 0);
});

test('rounds are as many as a target takes on machines as they are, then by the widest interval so far', () => {
  const full = { minimum: 10, maximum: 30 };
  assert.equal(likelyRounds({ rounds: full, target: 0.02 }), 19);
  assert.equal(likelyRounds({ rounds: full, target: 0.01 }), 30);
  assert.equal(likelyRounds({ rounds: full, target: 0.1 }), 10);
  assert.equal(likelyRounds({ rounds: { minimum: 3, maximum: 3 }, target: 0.02 }), 3);
  const needed = (done: number, widest: number) => neededRounds({ rounds: full, target: 0.02 }, done, widest);
  assert.equal(needed(3, 0.05), null);
  assert.equal(needed(8, 0.03), 18);
  assert.equal(needed(12, 0.01), 13);
  assert.equal(needed(12, Number.POSITIVE_INFINITY), 30);
});

test('what other programs leave of the cores tells how much longer it takes, up to three times', () => {
  const found = [0, 1, 2, 4].map((busyCores) => slowdown(busyCores, 4));
  assert.deepEqual(found, [1, 4 / 3, 2, 3]);
});

const many = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);

/** Recorded on two cores, some of them busy otherwise, the rows being real: rounds, cases, seconds. */
const RECORDED = [
  ['JVM', many(4, long), { rounds: 6, cases: 1 }, [69, 71, 74, 74]],
  ['JVM, two tasks', many(4, long), { rounds: 6, cases: 2 }, [129, 137, 141, 146, 148]],
  ['JVM, one round', many(4, long), { rounds: 1, cases: 2 }, [42]],
  ['JVM, eight rows', many(8, long), { rounds: 6, cases: 1 }, [109, 168]],
  ['JVM, ten rows', many(10, long), { rounds: 10, cases: 1 }, [279]],
  ['JVM, six rows', many(6, long), { rounds: 30, cases: 1 }, [552]],
  ['Node', many(3, short), { rounds: 6, cases: 2 }, [46, 51, 54]],
] as const;

for (const [what, rows, { rounds, cases }, durations] of RECORDED)
  test(`runs took what is expected of them: ${what}`, () => {
    const input = { rows, settings: { quick: false }, cores: 2, processes: 13 };
    const expected = expectedRest(many(cases, expectedCase(input, false, rounds)));
    for (const seconds of durations) {
      const off = Math.max(seconds / expected, expected / seconds);
      assert.ok(off < 1.85, `${expected} and ${seconds}`);
    }
  });
