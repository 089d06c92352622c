/** What fails a build and, as important, what doesn't. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFailRule } from '../../../src/report/compare/fail-if.ts';
import { adviceOn, guard, roundsNeeded, ruleLine, worstOf } from '../../../src/report/compare/guard.ts';
import type { JudgedRow } from '../../../src/report/compare/pairs/rows.ts';
import type { RunData } from '../../../src/report/view/view.ts';
import { around, known, memory, outcome, smallRun, type WholeRun, withSamples } from '../small-run.ts';
import { buildComparison } from './compared.ts';
import { makeRun } from './make-runs.ts';

function hold(rule: string, before: RunData = makeRun('before'), after: RunData = makeRun('after')) {
  const view = buildComparison(before, after, { within: 0.05, filters: {} });
  const [found] = guard(view, [parseFailRule(rule)]);
  return { ...found!, names: found!.broken.map(({ name, task }) => `${name} ${task}`) };
}

for (const [rule, names] of [
  ['failed', ['jvm/circe serialize']],
  ['jvm/jackson: failed', []],
  ['missing', ['jvm/scalajack-8 serialize', 'jvm/argonaut serialize', 'jvm/circe deserialize']],
  ['circe: missing', ['jvm/circe deserialize']],
  ['slower', ['jvm/jackson serialize', 'jvm/jackson deserialize']],
  // Serialize is 16.8 % slower, but the interval begins below 15 %: two runs are apart by more than their rounds.
  ['slower > 15%', ['jvm/jackson deserialize']],
  ['slower > 36%', []],
  ['faster > 2%', ['jvm/zio-json serialize', 'jvm/jsoniter-scala serialize']],
  // jvm/zio-json takes 7.2 % less time, but the interval ends at less than 5 %.
  ['faster > 5%', ['jvm/jsoniter-scala serialize']],
  ['bytes', ['jvm/jackson serialize']],
  ['bytes > 3%', []],
  ['allocated', []],
] as const)
  test(`"${rule}" finds ${names.join(', ') || 'nothing'}`, () => assert.deepEqual(hold(rule).names, names));

test('what is unclear or likely breaks no rule and is counted, with how many more rounds would decide', () => {
  const found = hold('slower');
  // node/msgpackr allows for both in one case, and is probably slower in the other.
  assert.deepEqual([found.looked, found.unclear], [8, 2]);
  assert.match(
    ruleLine(found),
    /^FAILED "slower": jvm\/jackson, .* 16\.8 % slower .*; 2 of 8 rows, 2 unclear; (?:about \d+ more rounds? would decide \(--rounds \d+\)|too near .*)$/,
  );
  // Both intervals end below 25 %: more rounds would change nothing.
  assert.deepEqual([hold('slower > 25%').unclear, hold('slower > 25%').advice], [0, null]);
});

test('the rounds that a rule needs are as many as narrow the interval to its limit', () => {
  const row = (estimate: number, half: number, rounds: number) =>
    ({
      change: { estimate, low: estimate / Math.exp(half), high: estimate * Math.exp(half), confidence: 0.95 },
      before: { rounds },
      after: { rounds: rounds + 3 },
    }) as JudgedRow;
  const limit = 1.05;
  // Twice as far off as the limit: a quarter of the width, so that it takes four times as many.
  assert.equal(roundsNeeded(row(limit * Math.exp(0.02), 0.0399, 10), limit), 40);
  assert.equal(roundsNeeded(row(limit * Math.exp(-0.02), 0.0399, 10), limit), 40);
  // It is decided by its interval, and not by the test with all rows: at least one more.
  assert.equal(roundsNeeded(row(limit * Math.exp(0.04), 0.03, 10), limit), 11);
  const near = adviceOn(parseFailRule('slower > 5%'), 0, [row(1.0501, 0.1, 10)]);
  assert.match(near!, /^too near to the limit for two runs, however long: measure both versions in one run/);
  const [alone] = [row(1.0501, 0.1, 10)].map((one) => ({ ...one, test: null }) as JudgedRow);
  assert.match(adviceOn(parseFailRule('slower > 5%'), 0, [alone!])!, /^too near to the limit for any number/);
  // Half of the width is the runs' own, which no round narrows: 0.04² = 0.03² + 0.02² …
  const apart = { ...row(limit * Math.exp(0.03), 0.04, 10), test: { apart: 0.01, error: { error: 0.02 } } };
  assert.equal(roundsNeeded(apart as JudgedRow, limit), 24);
  const nearer = { ...apart, change: { ...apart.change, estimate: limit * Math.exp(0.019) } };
  assert.equal(roundsNeeded(nearer as JudgedRow, limit), Number.POSITIVE_INFINITY);
});

const busy = (run: WholeRun) => withSamples(run, ({ ns }) => ({ ns: 2 * ns, waitNs: ns }));

for (const [rule, before, after, outcome] of [
  // 1.8 times, and 3.4 times: no other program has done that.
  ['slower > 5%', 500, 900, 'failed'],
  ['slower > 5%', 500, 1700, 'failed'],
  ['slower > 5%', 1700, 500, 'passed'],
  ['faster > 5%', 1700, 500, 'failed'],
  ['faster > 5%', 500, 1700, 'passed'],
  ['slower > 100%', 500, 600, 'passed'],
  ['slower', 500, 400, 'unchecked'],
  ['slower > 5%', 500, 600, 'unchecked'],
  ['slower > 5%', 500, 500, 'unchecked'],
  ['faster > 5%', 500, 500, 'unchecked'],
  ['failed', 500, 900, 'passed'],
] as const)
  test(`on a busy machine, from ${before} to ${after} ns, "${rule}" is ${outcome}`, () => {
    const run = (ns: number) => smallRun([around(1000), around(ns, 1)]);
    const found = hold(rule, run(before), busy(run(after)));
    assert.equal(found.outcome, outcome);
    const why = 'other programs disturbed 1 row near the limit: retry on a quieter machine';
    if (outcome === 'unchecked') assert.equal(ruleLine(found), `NOT CHECKED "${rule}": ${why}`);
    else assert.equal(found.advice, null);
  });

test('a disturbed row near the limit is told beside those that are decided; of one round nothing is', () => {
  const run = (...ns: number[]) => smallRun([1000, ...ns].map((one, i) => around(one, i)));
  const found = hold('slower > 5%', run(500, 500), busy(run(500, 1700)));
  assert.equal(
    ruleLine(found).replace(/ 3\.\d+× slower \[.*?\]/, ''),
    'FAILED "slower > 5%": node/s2, d/s, serialize:; 1 of 1 row; other programs disturbed 1 row near the limit: retry on a quieter machine',
  );
  const decided = hold('slower > 5%', run(500, 1700), busy(run(500, 500)));
  assert.deepEqual([decided.outcome, decided.looked, decided.unclear], ['passed', 1, 0]);
  const once = (ns: number) => smallRun([around(1000, 0, 1), around(ns, 1, 1)]);
  assert.equal(hold('slower > 5%', once(100), busy(once(9000))).outcome, 'unchecked');
});

test('of several rules the worst decides: one that failed, then one that had nothing to judge', () => {
  const of = (...rules: string[]) => worstOf(rules.map((rule) => hold(rule)));
  assert.deepEqual(
    [of(), of('bytes > 3%'), of('bytes > 3%', 'nobody: slower'), of('nobody: slower', 'bytes')],
    ['passed', 'passed', 'unchecked', 'failed'],
  );
});

test('few rounds are enough for what is large; one round is never', () => {
  const run = (ns: number, count: number) => smallRun([around(1000, 0, count), around(ns, 1, count)]);
  assert.deepEqual(hold('slower > 5%', run(500, 3), run(600, 3)).names, ['node/s1 serialize']);
  const one = hold('slower > 5%', run(500, 1), run(900, 3));
  assert.deepEqual(one.names, []);
  assert.match(one.advice!, /^one round shows no change, however large: measure at least two \(--rounds 2\)/);
});

test('allocations fail a build only beyond their errors, growth from nothing always', () => {
  const run = (value: number, error: number) => {
    const figures = memory({ allocated: known(value), allocatedError: error });
    const outcomes = [outcome(0), outcome(1, { memory: figures })];
    return smallRun([around(1000, 0, 4), around(500, 1, 4)], { outcomes });
  };
  const breaks = (before: RunData, after: RunData) =>
    hold('allocated > 10%', before, after).broken.length > 0;
  assert.equal(breaks(run(100, 0), run(111, 0)), true);
  assert.equal(breaks(run(100, 0.02), run(111, 0)), false);
  assert.equal(breaks(run(0, 0), run(8, 0)), true);
});

test('a rule that has nothing to judge says so, and why', () => {
  const lone = smallRun([around(1000, 0, 4)]);
  for (const [rule, run, why] of [
    ['jvm/jakson: slower', makeRun('before'), /no serializer matches "jvm\/jakson"; there are: node\/json, /],
    ['slower', lone, /no row has times in both runs that can be compared/],
    ['bytes', lone, /no row has an output in both runs/],
    ['allocated', lone, /quick runs leave that out unless --memory/],
  ] as const) {
    const found = hold(rule, run, run);
    assert.deepEqual([found.outcome, found.broken], ['unchecked', []]);
    assert.match(found.advice!, why);
    assert.match(ruleLine(found), /^NOT CHECKED /);
  }
  assert.equal(hold('failed', lone, lone).outcome, 'passed');
});
