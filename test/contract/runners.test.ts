/** What every runner must do, tried with every serializer that is available on this machine. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { loadCatalog } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { type Contender, contenderName } from '../../src/plan/case.ts';
import { makePlan, type PlannedCase } from '../../src/plan/plan.ts';
import type { SetKind } from '../../src/plan/verdict.ts';
import { type RunnerClient, RunnerFailure, type SliceResult } from '../../src/runner/client.ts';
import { type StartInput, startRunner } from '../../src/runner/process.ts';
import { groupBy } from '../../src/stats/group-by.ts';
import { suiteOf } from './definitions.ts';
import { place } from './place.ts';
import { here, nameOf, plain } from './shipped.ts';

const suite: SuiteDefinition = {
  ...suiteOf(['*/*'], {
    ...{ dataset: 'record', sizes: ['single'] },
    tasks: ['serialize', 'deserialize', 'to-tree', 'parse-tree'],
  }),
  baseline: nameOf(here, plain),
};

const catalog = loadCatalog(place.home);
const plan = makePlan(suite, catalog.runners, {});
const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress: () => {} });

for (const planned of plan.cases) for (const contender of planned.contenders) contract(planned, contender);
after(writeCoverage);

function contract(planned: PlannedCase, contender: Contender): void {
  const unavailable = workbench.unavailable(planned, contender);
  const title = `${contenderName(contender)}, ${planned.task}`;
  test(title, { skip: unavailable ? unavailable.reason : false }, async (context) => {
    const runner = await startedOr(planned, contender, (reason) => context.skip(reason));
    if (runner === null) return;
    try {
      assert.match(runner.runtimeVersion, /\d/);
      assert.match(runner.serializerVersion, /\d/);
      const count = await rotates(planned, contender, runner);
      await goesThrough(planned, contender, runner, 'hard');
      await goesThrough(planned, contender, runner, 'fresh');
      assert.equal(
        await goesThrough(planned, contender, runner, 'documents'),
        count,
        'the same after timing',
      );
    } finally {
      await runner.end();
    }
  });
}

/** Null for a row that says itself that it can't do this dataset, which a test of its runtime expects or doesn't. */
async function startedOr(planned: PlannedCase, contender: Contender, skip: (reason: string) => void) {
  try {
    return await workbench.start(planned, contender);
  } catch (error) {
    if (!(error instanceof RunnerFailure) || error.verdict.verdict !== 'unsupported') throw error;
    skip(error.verdict.reason);
    return null;
  }
}

/** Slices rotate over the documents from where the last one ended, and what is asked between them changes nothing. */
async function rotates(planned: PlannedCase, contender: Contender, runner: RunnerClient): Promise<number> {
  const given = (await workbench.set(planned, contender, runner, 'documents', 0))!;
  const { count } = given;
  const slices: SliceResult[] = [];
  let kept: number[] = [];
  for (const [ops, keep] of [
    [count, count],
    [1, 1],
    [count - 1, 0],
    [1, 1],
    [3 * count + 1, 2],
    [2, 1],
  ] as const) {
    const slice = await runner.slice(ops, keep);
    assert.deepEqual([slice.ops, slice.keep], [ops, keep]);
    assert.ok(Number.isSafeInteger(slice.ns) && slice.ns > 0);
    slices.push(slice);
    const end = slices.reduce((sum, one) => sum + one.ops, 0);
    for (let back = keep; back > 0; back--) kept.push((end - back) % count);
    if (slices.length !== 1) continue;
    const { checkLengths } = await given.compare(kept);
    kept = [];
    checkLengths(slices);
  }
  await given.compare(kept);
  return count;
}

/** Documents of any set come out right, by the same commands. */
async function goesThrough(planned: PlannedCase, contender: Contender, runner: RunnerClient, kind: SetKind) {
  const given = (await workbench.set(planned, contender, runner, kind, 0))!;
  await runner.slice(given.count, given.count);
  await given.compare([...Array(given.count).keys()]);
  return given.count;
}

for (const runner of catalog.runners.values()) {
  const planned = plan.cases.find(({ contenders }) =>
    contenders.some((one) => workable(runner.runtime, one)),
  );
  const contender = planned?.contenders.find((one) => workable(runner.runtime, one));
  const skip = planned && contender ? false : 'all of its serializers are unavailable here';
  // A build for each dataset has one row alone: there is nothing to guess.
  const alone = runner.build?.models ? 'a build of it has just one serializer' : skip;
  test(`${runner.runtime}: a serializer that isn't there is an error, not a guess`, {
    skip: alone,
  }, async () => {
    const launch = await workbench.launchOf(planned!, contender!);
    const job = { ...launch.job, serializer: 'no-such-serializer' };
    await assert.rejects(startAndEnd({ ...launch, job }), (error) => {
      assert.ok(error instanceof RunnerFailure);
      assert.match(error.verdict.verdict, /unavailable|crash/);
      return true;
    });
  });
  test(`${runner.runtime}: a task that isn't there is unsupported or a crash, with a reason`, {
    skip,
  }, async () => {
    const launch = await workbench.launchOf(planned!, contender!);
    const job = { ...launch.job, task: 'no-such-task' as 'serialize' };
    await assert.rejects(startAndEnd({ ...launch, job }), RunnerFailure);
  });
}

/** A runner that starts although it shouldn't is ended again: the test fails, and nothing is left running. */
async function startAndEnd(input: StartInput): Promise<void> {
  const runner = await startRunner(input);
  await runner.end();
}

/** All cases are of one dataset, and so are the builds. */
function unavailable(contender: Contender) {
  return workbench.unavailable(plan.cases[0]!, contender);
}

function workable(runtime: string, contender: Contender): boolean {
  return contender.runtime === runtime && unavailable(contender) === null;
}

/** For the last lines of the test command: which runtimes were covered, which weren't, and why. */
function writeCoverage(): void {
  const folder = process.env.WIREMARK_TEST_COVERAGE;
  if (!folder) return;
  const lines = [...catalog.runners.values()].map((runner) => {
    const all = plan.contenders.filter(({ runtime }) => runtime === runner.runtime);
    const missing = all.filter((one) => unavailable(one) !== null);
    const reasons = [...groupBy(missing, (one) => unavailable(one)!.reason)].map(
      ([reason, same]) => `\n    unavailable: ${same.map(contenderName).join(', ')}: ${reason}`,
    );
    const state = missing.length === all.length ? 'not covered' : 'covered';
    return `  ${runner.runtime}: ${state}, ${all.length - missing.length} of ${all.length} serializers${reasons.join('')}`;
  });
  writeFileSync(join(folder, 'runtimes'), `${lines.join('\n')}\n`);
}
