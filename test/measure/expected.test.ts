import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Limit } from '../../src/define/types.ts';
import {
  type CaseProgress,
  expectedCase,
  expectedRest,
  expectedRound,
  expectedWhole,
  likelyRounds,
  paceOf,
  type Span,
} from '../../src/measure/expected.ts';

const node = { warmup: { minimum: 300, maximum: 5000 }, blocks: 12 };
const jvm = { warmup: { minimum: 2000, maximum: 10_000 }, blocks: 12 };
const limit = { ...node, limit: 'copy' as Limit };
const round = (rows: (typeof node)[], quick = false, processes = 24) =>
  expectedRound({ rows, settings: { quick }, cores: 2, processes });

const NOTHING: Span = { least: 0, most: 0 };
const fresh = (least: number, most: number): CaseProgress => ({
  rehearsal: NOTHING,
  round: { least, most },
  later: { least, most },
  memory: NOTHING,
  rounds: 0,
  took: [],
  ended: false,
  likely: { least: 10, most: 30 },
});

test('a round takes at least its slices and its shortest warm-ups, side by side', () => {
  const { least, most } = round([node, node]);
  // 2 × 14 slices of 50 ms, and 2 × 0.3 s on two cores.
  assert.ok(least > 2 * 14 * 0.05 * 0.9 + 0.3, `${least}`);
  assert.ok(most > least && most < 15, `${most}`);
  assert.deepEqual(round([]), NOTHING);
});

test('more rows, slower runtimes and more groups take longer; quick takes less', () => {
  assert.ok(round([node, node, node]).least > round([node, node]).least);
  assert.ok(round([jvm, jvm]).least > round([node, node]).least);
  // The case takes the most blocks that any asks for.
  assert.ok(round([node, { ...node, blocks: 32 }]).least > round([node, node]).least);
  assert.ok(round([node, node, node], false, 2).least > round([node, node, node]).least);
  assert.ok(round([jvm, jvm], true).least < round([jvm, jvm]).least);
  assert.ok(round([jvm, jvm], true).most < round([jvm, jvm]).most);
});

test('a run is all its rounds, from the smallest number to the largest', () => {
  assert.deepEqual(expectedRest([fresh(2, 4), fresh(1, 3)]), { least: 30, most: 210 });
  assert.deepEqual(expectedRest([fresh(2, 4), { ...fresh(1, 3), ended: true }]), { least: 20, most: 120 });
  assert.deepEqual(expectedRest([]), NOTHING);
});

test('rounds that are in tell how long the others take', () => {
  // Six seconds where two to four were expected: twice as slow, and so is the case to come.
  const begun = { ...fresh(2, 4), rounds: 4, took: [5, 6, 7, 6] };
  assert.deepEqual(expectedRest([begun, fresh(1, 3)]), { least: 6 * 6 + 40, most: 26 * 6 + 120 });
  const enough = { ...fresh(2, 4), rounds: 12, took: [6] };
  assert.deepEqual(expectedRest([enough]), { least: 0, most: 18 * 6 });
});

test('limits leave after six rounds, before and while it is measured', () => {
  const one = { ...fresh(4, 4), later: { least: 2, most: 2 }, likely: { least: 10, most: 10 } };
  assert.deepEqual(expectedRest([one]), { least: 6 * 4 + 4 * 2, most: 32 });
  // Half as slow again: two rounds with limits, then two without are in.
  const begun = { ...one, rounds: 8, took: [6, 6, 3, 3] };
  assert.deepEqual(expectedRest([begun]), { least: 6, most: 6 });
  const input = { rows: [node, node, limit, limit], settings: { quick: false }, cores: 2, processes: 24 };
  const { round, later } = expectedCase(input, false, { least: 1, most: 1 });
  assert.ok(later.least < round.least);
});

test('a rehearsal comes once for a row and case, a memory pass once for each that is no limit', () => {
  const input = { rows: [node, node, limit], settings: { quick: false }, cores: 2, processes: 24 };
  const none = { least: 0, most: 0 };
  const { rehearsal, memory } = expectedCase(input, true, none);
  assert.deepEqual(expectedRest([expectedCase(input, true, none)]), {
    least: rehearsal.least + memory.least,
    most: rehearsal.most + memory.most,
  });
  assert.deepEqual(expectedCase(input, false, none).memory, NOTHING);
  assert.deepEqual(expectedRest([{ ...expectedCase(input, false, none), rounds: 1 }]), NOTHING);
});

test('a budget bounds what is left', () => {
  assert.deepEqual(expectedRest([fresh(2, 4)], 50), { least: 20, most: 50 });
  assert.deepEqual(expectedRest([fresh(2, 4)], 5), { least: 5, most: 5 });
  assert.deepEqual(expectedRest([fresh(2, 4)], -3), { least: 0, most: 0 });
  assert.deepEqual(expectedWhole([fresh(2, 4)], 25), { least: 25, most: 25 });
});

test('rounds are as many as a target takes on machines as they are', () => {
  const full = { minimum: 10, maximum: 30 };
  assert.deepEqual(likelyRounds({ rounds: full, target: 0.02 }), { least: 12, most: 29 });
  assert.deepEqual(likelyRounds({ rounds: full, target: 0.01 }), { least: 30, most: 30 });
  assert.deepEqual(likelyRounds({ rounds: full, target: 0.1 }), { least: 10, most: 10 });
  assert.deepEqual(likelyRounds({ rounds: { minimum: 3, maximum: 3 }, target: 0.02 }), { least: 3, most: 3 });
});

const many = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);

test('a whole run is told to within threefold, whatever it is', () => {
  for (const rows of [many(2, node), many(60, jvm), [...many(9, node), ...many(8, limit)]])
    for (const quick of [false, true])
      for (const pace of [null, 0.5, 3]) {
        const likely = quick ? { least: 3, most: 3 } : { least: 10, most: 30 };
        const input = { rows, settings: { quick }, cores: 2, processes: 13 };
        const { least, most } = expectedWhole([expectedCase(input, !quick, likely)], null, pace);
        assert.ok(least > 0 && most <= 3.001 * least, `${least} to ${most}`);
      }
});

/** Recorded on two cores, some of them busy otherwise, the rows being real: rounds, cases, seconds. */
const RECORDED = [
  ['JVM', many(4, jvm), { rounds: 6, cases: 1, quick: false }, [69, 71, 74, 74]],
  ['JVM, two tasks', many(4, jvm), { rounds: 6, cases: 2, quick: false }, [129, 137, 141, 146, 148]],
  ['JVM, one round', many(4, jvm), { rounds: 1, cases: 2, quick: false }, [42]],
  ['JVM, eight rows', many(8, jvm), { rounds: 6, cases: 1, quick: false }, [109, 168]],
  ['JVM, ten rows', many(10, jvm), { rounds: 10, cases: 1, quick: false }, [279]],
  ['Node', many(3, node), { rounds: 6, cases: 2, quick: false }, [46, 51, 54]],
  ['both, quick', [...many(3, node), ...many(2, jvm)], { rounds: 8, cases: 1, quick: true }, [62, 93]],
  [
    'both, quick, three rounds',
    [...many(3, node), ...many(2, jvm)],
    { rounds: 3, cases: 1, quick: true },
    [26],
  ],
  [
    'both, quick, two rounds',
    [...many(3, node), ...many(2, jvm)],
    { rounds: 2, cases: 1, quick: true },
    [32],
  ],
] as const;

for (const [what, rows, { rounds, cases, quick }, durations] of RECORDED)
  test(`runs took what is expected of them: ${what}`, () => {
    const input = { rows, settings: { quick }, cores: 2, processes: 13 };
    const all = many(cases, expectedCase(input, false, { least: rounds, most: rounds }));
    const { least, most } = expectedWhole(all, null);
    for (const seconds of durations)
      assert.ok(least < seconds && seconds < most, `${least} to ${most}: ${seconds}`);
    // One that was measured here before tells the next.
    for (const seconds of durations) {
      const next = expectedWhole(all, null, paceOf(all, seconds));
      assert.ok(
        next.least < seconds && seconds < next.most && next.most / next.least < 2,
        JSON.stringify(next),
      );
    }
  });

test('a full run took what is expected of it: 30 rounds of six rows on the JVM in 9.2 minutes', () => {
  const input = { rows: many(6, jvm), settings: { quick: false }, cores: 2, processes: 13 };
  const likely = likelyRounds({ rounds: { minimum: 10, maximum: 30 }, target: 0.02 });
  const { least, most } = expectedWhole([expectedCase(input, false, likely)], null);
  assert.ok(least < 9.2 * 60 && 9.2 * 60 < most, `${least} to ${most}`);
});
