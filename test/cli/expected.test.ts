/** What a run says of its length before it begins. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedRun } from '../../src/bench/expecting.ts';
import { planRun, type RunPlan, type Wish } from '../../src/bench/run.ts';
import { announce, announcement, isLong } from '../../src/cli/run/expected.ts';
import type { Status } from '../../src/cli/status.ts';
import { recordMachine } from '../../src/machine/describe.ts';
import { contenderName } from '../../src/plan/case.ts';
import { FULL_ROUNDS } from '../../src/stats/judgement.ts';
import { readRecord } from '../../src/store/folder/reader.ts';
import { scratchFolder } from '../contract/command.ts';
import { place } from '../contract/place.ts';
import { copyRecorded } from '../report/make-recorded-run.ts';
import { contender, outcome } from '../report/small-run.ts';
import { forge } from '../store/write-run.ts';

const folder = scratchFolder('expected');
const empty = folder('empty');
const planned = (wish: Partial<Wish>) =>
  planRun(place.home, { suite: 'league', runners: [], filters: {}, ...wish });
const ABSENT = { verdict: 'unavailable', reason: 'not installed' } as const;
const expectation = async (root: string, run: RunPlan) =>
  announcement(root, run, await expectedRun(root, run));

test('over ten minutes it is said how long, and how to shorten it', async () => {
  const { seconds, lines } = await expectation(empty, planned({}));
  assert.ok(isLong(seconds));
  assert.match(lines[0]!, /^about [\d.]+ h of measuring: 6 cases, 10 to 30 rounds of \d+ serializers$/);
  assert.match(lines[1]!, /^shorter: --quick \(about [\d.]+ min\), --budget 10m/);
  assert.match(lines[2]!, /^shorter: fewer rows or cases: -s -r -d -t -f$/);
  for (const line of lines) assert.ok(line.length < 70, line);
  const quick = await expectation(empty, planned({ quick: true }));
  assert.ok(quick.lines.every((line) => !line.includes('--quick')));
});

test("the suites' first readings, and what has a budget, are within ten minutes", async () => {
  for (const wish of [
    { suite: 'quickstart' },
    { suite: 'scalajack', quick: true },
    { suite: 'playground', quick: true },
    { budget: 600 },
    { quick: true, filters: { runtime: ['node'], dataset: ['users/small'] } },
  ]) {
    const { seconds, lines } = await expectation(empty, planned(wish));
    assert.ok(!isLong(seconds) && lines.length === 1, `${JSON.stringify(wish)}: ${lines.join('; ')}`);
  }
});

test('somebody at a terminal has five seconds to think better of it; without one nobody waits', async () => {
  const words: string[] = [];
  const stop = new AbortController();
  const status = (rows: number): Status => ({
    rows,
    show(text) {
      words.push(String(text));
      stop.abort(new Error('stopped'));
    },
    clear() {},
    note: (text) => void words.push(text),
  });
  const { signal } = stop;
  await announce(await expectation(empty, planned({})), { status: status(0), signal });
  assert.equal(words.length, 3);
  assert.match(words[0]!, /^wiremark: about .* h of measuring/);
  const short = await expectation(empty, planned({ quick: true, suite: 'quickstart' }));
  await announce(short, { status: status(0), signal });
  assert.equal(words.length, 4, 'a log is told of what is short, too');
  await announce(short, { status: status(23), signal });
  assert.equal(words.length, 5, 'and no reason to wait at a terminal');
  const long = await expectation(empty, planned({}));
  await assert.rejects(announce(long, { status: status(23), signal }), /stopped/);
  assert.equal(words.at(-1), 'beginning in 5 s (Ctrl-C stops it)');
});

test('earlier runs of the folder tell the pace, and how many rounds a case takes', async () => {
  const here = folder('earlier');
  const run = copyRecorded(here);
  const record = readRecord(run);
  const { cpu, cores } = recordMachine();
  const wish = planned({ suite: 'quickstart', full: true, limits: false, memory: false });
  const earlier = (rounds: number, minutes: number, busyCores = 0, absent: readonly number[] = []) => {
    const contenders = wish.plan.contenders.map((one) => contender(contenderName(one)));
    const cases = wish.plan.cases.map(({ dataset, size, task }) => ({
      ...{ dataset, size, task, batch: 1, contenders: [...contenders.keys()], baseline: 0, rounds },
      ended: 'target',
    }));
    const startedAt = '2025-01-31T09:00:00.000Z';
    const finishedAt = new Date(Date.parse(startedAt) + minutes * 60_000).toISOString();
    forge(run, {
      ...{ contenders, cases, startedAt, finishedAt, seconds: minutes * 60, partial: false },
      outcomes: cases.flatMap((_, number) =>
        absent.map((index) => outcome(index, { case: number, verdict: ABSENT })),
      ),
      request: { ...record.request, memory: false },
      machine: { ...record.machine, cpu, cores, busyCores },
      settings: { ...record.settings, ...{ quick: false, target: 0.02, budget: null }, rounds: FULL_ROUNDS },
    });
  };
  const spanOf = async (rounds: number, minutes: number) => {
    earlier(rounds, minutes);
    return (await expectation(here, wish)).lines[0]!.replace(/ of measuring.*/, '');
  };
  const unknown = (await expectation(empty, wish)).lines[0]!;
  const slow = await spanOf(20, 20);
  assert.match(slow, /^about (19|20|21) min$/);
  assert.match(await spanOf(20, 5), /^about 5 min$/);
  assert.notEqual(slow, unknown);
  // As many rounds as then: had ten taken so long, so would ten take now.
  assert.match(await spanOf(10, 10), /^about (9.5|10) min$/);
  // Others had all cores: without them it would have been three times as fast.
  earlier(20, 20, cores);
  const { seconds } = await expectedRun(here, wish);
  assert.ok(seconds > 390 && seconds < 410, `${seconds}`);
  // Rows that were unavailable took no time then, and take none now.
  earlier(20, 20, 0, [0, 1]);
  const fewer = await expectedRun(here, wish);
  const all = wish.plan.contenders.filter(({ limit }) => limit === null).length;
  const said = (await expectation(here, wish)).lines[0]!;
  assert.match(said, new RegExp(`rounds of ${all - 2} serializers$`), 'nor are they counted');
  assert.ok(fewer.seconds > 1190 && fewer.seconds < 1210, `${fewer.seconds}`);
  assert.ok(fewer.cases[0]!.round < (await expectedRun(empty, wish)).cases[0]!.round);
});
