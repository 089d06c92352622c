/** Nothing of a person's documents stays in the cache. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkRow } from '../../src/trial/check.ts';
import { ORDER, order, userDataset } from '../userdata/user-dataset.ts';
import { readyFor, suiteOf } from './definitions.ts';
import { here, nameOf, plain } from './shipped.ts';

const WORD = 'Mustopf';

test('a checked row leaves nothing of a document in the cache, its enum values neither', async (context) => {
  const lines = Array.from({ length: 20 }, (_, index) =>
    JSON.stringify({ ...order(index), note: `${WORD}${index}` }),
  );
  const status = { enum: ['NEW', 'SENT', WORD] };
  const schema = { ...ORDER, properties: { ...ORDER.properties, status } };
  const { folder, definition } = await userDataset(context, lines.join('\n'), { schema });
  const one = { dataset: 'orders', sizes: ['sample'], tasks: ['deserialize'] } as const;
  const suite = suiteOf([nameOf(here, plain)], one);
  const cache = join(folder, 'cache');
  const { plan, workbench } = await readyFor(suite, { orders: definition }, cache);
  const [planned] = plan.cases;
  const [contender] = planned!.contenders;
  assert.deepEqual((await checkRow(workbench, planned!, contender!)).verdict, { verdict: 'ok' });
  const files = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  assert.ok(files.length > 0, 'builds are in the cache');
  const holding = files
    .map((one) => join(one.parentPath, one.name))
    .filter((file) => readFileSync(file).includes(WORD));
  assert.deepEqual(holding, []);
  const { job } = await workbench.launchOf(planned!, contender!);
  assert.ok(readFileSync(job.model).includes(WORD), 'it would be found');
});
