/** The contract of all runners, with each of their available serializers. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Contender, contenderName } from '../../src/plan/case.ts';
import { isFailure } from '../../src/plan/verdict.ts';
import { groupBy } from '../../src/stats/group-by.ts';
import { checkRow } from '../../src/trial/check.ts';
import { RunnerFailure } from '../../src/trial/client.ts';
import { startRunner } from '../../src/trial/process.ts';
import { readyFor, suiteOf } from './definitions.ts';
import { PLAIN } from './shipped.ts';

const every = suiteOf(['*/*'], {
  ...{ dataset: 'record', sizes: ['single'] },
  tasks: ['serialize', 'deserialize', 'to-tree', 'parse-tree'],
});
const { catalog, plan, workbench } = await readyFor({ ...every, baseline: PLAIN });

/** Why a row can't be built here. All cases have the same dataset, so its builds are the same in each. */
const unavailable = (contender: Contender) => workbench.unavailable(plan.cases[0]!, contender);

for (const planned of plan.cases)
  for (const contender of planned.contenders) {
    const skip = workbench.unavailable(planned, contender)?.reason ?? false;
    test(`${contenderName(contender)}, ${planned.task}`, { skip }, async (context) => {
      const { verdict, versions } = await checkRow(workbench, planned, contender);
      // Each runtime's own tests check which datasets a row doesn't support.
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
    // Ends a runner that starts by mistake.
    await assert.rejects(
      started.then((runner) => runner.end()),
      RunnerFailure,
    );
  };
  const single = build?.models ? 'each of its builds has a single serializer' : skip;
  test(`${runtime} refuses an unknown serializer`, { skip: single }, () =>
    refuses({ serializer: 'no-such-serializer' }),
  );
  test(`${runtime} refuses an unknown task`, { skip }, () => refuses({ task: 'no-such-task' }));
}

test('deserialize is unsupported if the objects and documents of a dataset have different fields', async () => {
  const tasks = ['serialize', 'deserialize'] as const;
  const suite = suiteOf([PLAIN], { dataset: 'organisation', sizes: ['attributes'], tasks });
  const { plan, workbench } = await readyFor(suite);
  const [writing, reading] = plan.cases.map((one) => workbench.unavailable(one, one.contenders[0]!));
  assert.equal(writing, null);
  const reason =
    "this dataset's objects and documents have different fields, so documents can't be read back";
  assert.deepEqual(reading, { verdict: 'unsupported', reason });
});

/** Writes which runtimes were tested, and why others weren't, for the last lines of the test command. */
after(() => {
  const folder = process.env.WIREMARK_TEST_COVERAGE;
  if (!folder) return;
  const lines = [...catalog.runners.values()].map(({ runtime }) => {
    const all = plan.contenders.filter((one) => one.runtime === runtime);
    const missing = all.filter((one) => unavailable(one) !== null);
    const reasons = [...groupBy(missing, (one) => unavailable(one)!.reason)].map(
      ([reason, same]) => `\n    unavailable: ${same.map(contenderName).join(', ')}: ${reason}`,
    );
    const state = missing.length === all.length ? 'not covered' : 'covered';
    return `  ${runtime}: ${state}, ${all.length - missing.length} of ${all.length} serializers${reasons.join('')}`;
  });
  writeFileSync(join(folder, 'runtimes'), `${lines.join('\n')}\n`);
});
