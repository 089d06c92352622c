/** Documents that don't have what their objects hold, or have more: nothing is read back from them, whoever would. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalog } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import type { Task } from '../../src/define/types.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { suiteOf } from './definitions.ts';
import { place } from './place.ts';
import { here, nameOf, plain } from './shipped.ts';

const tasks: readonly Task[] = ['serialize', 'deserialize'];

test('a dataset with hidden or computed fields is only written', async () => {
  const suite = suiteOf([nameOf(here, plain)], { dataset: 'organisation', sizes: ['attributes'], tasks });
  const catalog = loadCatalog(place.home);
  const plan = makePlan(suite, catalog.runners, {});
  const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress: () => {} });
  const reasons = plan.cases.flatMap((planned) =>
    planned.contenders.map((contender) => [planned.task, workbench.unavailable(planned, contender)] as const),
  );
  assert.deepEqual(new Set(reasons.map(([task]) => task)), new Set(tasks));
  for (const [task, failed] of reasons) {
    if (task === 'serialize') assert.notEqual(failed?.verdict, 'unsupported');
    else {
      const reason =
        "this dataset's objects and documents have different fields, so documents can't be read back";
      assert.deepEqual(failed, { verdict: 'unsupported', reason }, task);
    }
  }
});
