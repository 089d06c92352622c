/** The lines that a run prints about its length before it begins. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcement } from '../../src/cli/run/run.ts';
import { type NewRun, planRun } from '../../src/run/run.ts';
import { TimeLeft } from '../../src/run/time-left.ts';
import { place } from '../contract/place.ts';

const planned = (asked: Partial<NewRun>) =>
  planRun(place.home, { suite: 'league', runners: [], filters: {}, ...asked });

test('a run of more than ten minutes says how long it takes, and how to shorten it', () => {
  const lines = announcement(planned({}));
  assert.match(lines[0]!, /^about [\d.]+ h of measuring: 6 cases, 10 to 30 rounds of \d+ serializers$/);
  assert.match(lines[1]!, /^shorter: --quick, --budget 10m, or fewer rows or cases: -s -r -d -t -f$/);
  assert.equal(lines.length, 2);
  assert.ok(announcement(planned({ quick: true })).every((line) => !line.includes('--quick')));
});

test("the suites' first readings, and runs with a budget, take at most ten minutes", () => {
  for (const wish of [
    { suite: 'quickstart' },
    { suite: 'scalajack', quick: true },
    { suite: 'playground', quick: true },
    { budget: 600 },
    { quick: true, filters: { runtime: ['node'], dataset: ['users/small'] } },
  ]) {
    const lines = announcement(planned(wish));
    assert.equal(lines.length, 1, `${JSON.stringify(wish)}: ${lines.join('; ')}`);
  }
});

test('the time left follows from the rounds so far', () => {
  const run = planned({ suite: 'quickstart', rounds: 10, limits: false, memory: false });
  const timeLeft = new TimeLeft(run);
  const before = timeLeft.left();
  const last = run.plan.cases.length - 1;
  for (let number = 0; number < last; number++) timeLeft.over(number);
  for (let done = 0; done <= 5; done++) timeLeft.rounds(last, done, done === 0 ? null : 60);
  const left = timeLeft.left();
  assert.ok(left >= 5 * 60 && left < 6 * 60, `${left} s, ${before} s before`);
  assert.ok(Math.abs(timeLeft.left(0, 30) - (left - 30)) < 1, 'the current round counts');
  const stuck = timeLeft.left(0, 1e6);
  assert.ok(stuck >= 4 * 60 && stuck <= left - 59, `${stuck} s: a round that hangs leaves the others to do`);
  timeLeft.over(last);
  assert.equal(timeLeft.left(), 0);
});

test('a budget bounds the time left', () => {
  const timeLeft = new TimeLeft(planned({ budget: 600 }));
  assert.equal(timeLeft.left(), 600);
  assert.equal(timeLeft.left(200), 400);
});
