import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcement } from '../../src/cli/run/progress.ts';
import { type NewRun, planRun, type RunPlan } from '../../src/run/run.ts';
import { TimeLeft } from '../../src/run/time-left.ts';
import { place } from '../contract/place.ts';
import { here } from '../contract/shipped.ts';

const planned = (asked: Partial<NewRun>) =>
  planRun(place.home, { suite: 'league', runners: [], filters: {}, ...asked });
const timeOf = (run: RunPlan, missing = new Set<string>()) =>
  new TimeLeft(run, {
    datasets: new Map(),
    unavailable: (_, { runtime }) =>
      missing.has(runtime) ? { verdict: 'unavailable', reason: 'not installed' } : null,
  });
const announced = (asked: Partial<NewRun>, load = 0) =>
  announcement(planned(asked), timeOf(planned(asked)), load);

test('the announced time is a range, which a busy machine widens', () => {
  const quick = { suite: 'quickstart', quick: true };
  const most = (load: number) =>
    Number(/ to ([\d.]+) min of measuring: /.exec(announced(quick, load)[0]!)?.[1]);
  assert.ok(most(0) === most(0.05) && most(0.05) < most(0.4) && most(0.4) < most(1));
});

test('a run of more than five minutes says how long it takes, and how to shorten it', () => {
  const lines = announced({});
  const told = /^about [\d.]+ h to [\d.]+ h of measuring: 6 cases, 10 to 30 rounds of \d+ serializers$/;
  assert.match(lines[0]!, told);
  assert.match(lines[1]!, /^shorter: --quick, --budget 5m, or fewer rows or cases: -s -r -d -t -f$/);
  assert.equal(lines.length, 2);
  assert.ok(announced({ quick: true }).every((line) => !line.includes('--quick')));
});

test('the runs to begin with, and runs with a budget, take at most five minutes', () => {
  for (const wish of [
    { suite: 'quickstart' },
    { suite: 'scalajack', quick: true },
    { suite: 'playground', quick: true },
    { budget: 300 },
    { quick: true, filters: { runtime: ['node'], dataset: ['users/small'] } },
  ]) {
    const lines = announced(wish);
    assert.equal(lines.length, 1, `${JSON.stringify(wish)}: ${lines.join('; ')}`);
    if (wish.budget) assert.match(lines[0]!, /^about 5 min of measuring/);
  }
});

test('the time left follows from the rounds so far', () => {
  const timeLeft = timeOf(planned({ suite: 'quickstart', filters: { task: ['serialize'] }, rounds: 10 }));
  const expected = timeLeft.expected(2) - timeLeft.expected(1);
  const left = (rounds: number) => timeLeft.left(rounds * 3 * expected) / (3 * expected);
  for (let done = 0; done <= 5; done++) timeLeft.round(0, done, (done + 1) * 3 * expected);
  assert.ok(left(6) > 4.5 && left(6) < 5, `${left(6)} rounds, each three times as long as expected`);
  assert.ok(Math.abs(left(6.5) - (left(6) - 0.5)) < 0.01, 'the current round counts');
  assert.ok(left(100) > 3.5 && left(100) < 4, 'a round that hangs leaves the others to do');
  timeLeft.over(0, 12 * 3 * expected);
  assert.equal(left(12), 0);
});

test('a budget bounds the time left', () => {
  const timeLeft = timeOf(planned({ budget: 600 }));
  assert.equal(timeLeft.left(0), 600);
  assert.equal(timeLeft.left(200), 400);
});

test('rows that are unavailable take no time', () => {
  const run = planned({ quick: true });
  const missing = new Set(
    run.plan.contenders.map(({ runtime }) => runtime).filter((one) => one !== here.runtime),
  );
  const [all, some] = [timeOf(run), timeOf(run, missing)];
  assert.ok(some.left(0) < 0.6 * all.left(0), `${some.left(0)} s of ${all.left(0)} s`);
  assert.ok(some.rows.size < all.rows.size);
});
