/** What every runner must do, tried with every serializer that is available on this machine. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { type Contender, contenderName } from '../../src/plan/case.ts';
import type { PlannedCase } from '../../src/plan/plan.ts';
import { isFailure } from '../../src/plan/verdict.ts';
import { groupBy } from '../../src/stats/group-by.ts';
import { checkRow } from '../../src/trial/check.ts';
import { RunnerFailure } from '../../src/trial/client.ts';
import { startRunner } from '../../src/trial/process.ts';
import { readyFor, suiteOf } from './definitions.ts';
import { here, nameOf, plain } from './shipped.ts';

const suite: SuiteDefinition = {
  ...suiteOf(['*/*'], {
    ...{ dataset: 'record', sizes: ['single'] },
    tasks: ['serialize', 'deserialize', 'to-tree', 'parse-tree'],
  }),
  baseline: nameOf(here, plain),
};

const { catalog, plan, workbench } = await readyFor(suite);

for (const planned of plan.cases) for (const contender of planned.contenders) contract(planned, contender);
after(writeCoverage);

function contract(planned: PlannedCase, contender: Contender): void {
  const missing = workbench.unavailable(planned, contender);
  test(`${contenderName(contender)}, ${planned.task}`, {
    skip: missing?.reason ?? false,
  }, async (context) => {
    const { verdict, versions } = await checkRow(workbench, planned, contender);
    // Of this dataset a row may say itself that it can't do it, which a test of its runtime expects or doesn't.
    if (verdict.verdict === 'unsupported') return context.skip(verdict.reason);
    assert.ok(!isFailure(verdict), JSON.stringify(verdict));
    assert.match(versions!.runtime, /\d/);
    assert.match(versions!.serializer, /\d/);
  });
}

for (const { runtime, build } of catalog.runners.values()) {
  const works = (one: Contender) => one.runtime === runtime && unavailable(one) === null;
  const planned = plan.cases.find(({ contenders }) => contenders.some(works));
  const contender = planned?.contenders.find(works);
  const skip = planned && contender ? false : 'all of its serializers are unavailable here';
  const refuses = async (changed: object) => {
    const launch = await workbench.launchOf(planned!, contender!);
    const started = startRunner({ ...launch, job: { ...launch.job, ...changed } });
    // One that starts although it shouldn't is ended again: the test fails, and nothing is left running.
    await assert.rejects(
      started.then((runner) => runner.end()),
      RunnerFailure,
    );
  };
  // A build for each dataset has one row alone: there is nothing to guess.
  const alone = build?.models ? 'a build of it has just one serializer' : skip;
  test(`${runtime}: a serializer that isn't there is an error, not a guess`, { skip: alone }, () =>
    refuses({ serializer: 'no-such-serializer' }),
  );
  test(`${runtime}: a task that isn't there is an error, with a reason`, { skip }, () =>
    refuses({ task: 'no-such-task' }),
  );
}

/** All cases are of one dataset, and so are the builds. */
function unavailable(contender: Contender) {
  return workbench.unavailable(plan.cases[0]!, contender);
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
