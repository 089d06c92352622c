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

test('a run of more than five minutes says how long it takes, and how to shorten it', () => {
  const lines = announced({});
  const told = /^about [\d.]+ h to [\d.]+ h of measuring: 6 cases, 10 to 30 rounds of \d+ serializers$/;
  assert.match(lines[0]!, told);
  assert.match(lines[1]!, /^shorter: --quick, --budget 5m, or fewer rows or cases: -s -r -d -t -f$/);
  assert.equal(lines.length, 2);
  assert.ok(announced({ quick: true }).every((line) => !line.includes('--quick')));
});

test('the announced time is a range, which a busy machine widens', () => {
  const quick = { suite: 'quickstart', quick: true };
  const most = (load: number) =>
    Number(/ to ([\d.]+) min of measuring: /.exec(announced(quick, load)[0]!)?.[1]);
  assert.ok(most(0) === most(0.05) && most(0.05) < most(0.4) && most(0.4) < most(1));
});

test("the suites' first readings, and runs with a budget, take at most five minutes", () => {
  for (const wish of [
    { suite: 'quickstart' },
    { suite: 'scalajack', quick: true },
    { suite: 'playground', quick: true },
    { budget: 300 },
    { quick: true, filters: { runtime: ['node'], dataset: ['users/small'] } },
  ]) {
    const lines = announced(wish);
    assert.equal(lines.length, 1, `${JSON.stringify(wish)}: ${lines.join('; ')}`);
  }
});

test('the time left follows from the rounds so far', () => {
  const run = planned({ suite: 'quickstart', rounds: 10, limits: false, memory: false });
  const timeLeft = timeOf(run);
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
  const timeLeft = timeOf(planned({ budget: 600 }));
  assert.equal(timeLeft.left(), 600);
  assert.equal(timeLeft.left(200), 400);
});

test('typed objects of a user take the time of comparing them with plain ones; rows that are unavailable take no time', () => {
  const run = planned({ quick: true });
  const data = { source: 'x', objects: 'typed' } as const;
  assert.ok(timeOf({ ...run, request: { ...run.request, data } }).left() > timeOf(run).left() + 2);
  const missing = new Set(
    run.plan.contenders.map(({ runtime }) => runtime).filter((one) => one !== here.runtime),
  );
  const [all, some] = [timeOf(run), timeOf(run, missing)];
  assert.ok(some.left() < 0.6 * all.left(), `${some.left()} s of ${all.left()} s`);
  assert.ok(some.rows < all.rows);
});
