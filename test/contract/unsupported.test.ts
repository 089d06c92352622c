/** What a row can't do with a dataset costs that row, with its reason, before anything starts; it stops nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readyFor, suiteOf } from './definitions.ts';
import { here, nameOf, plain } from './shipped.ts';

test("documents that don't have what their objects hold, or have more: nobody reads them back", async () => {
  const tasks = ['serialize', 'deserialize'] as const;
  const suite = suiteOf([nameOf(here, plain)], { dataset: 'organisation', sizes: ['attributes'], tasks });
  const { plan, workbench } = await readyFor(suite);
  const [writing, reading] = plan.cases.map((one) => workbench.unavailable(one, one.contenders[0]!));
  assert.equal(writing, null);
  const reason =
    "this dataset's objects and documents have different fields, so documents can't be read back";
  assert.deepEqual(reading, { verdict: 'unsupported', reason });
});
