/** Tests rows with `--objects plain`: most work with the trees of their libraries, the hand-written row with typed objects. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { SerializerDefinition } from '../../../src/define/types.ts';
import { openCatalog } from '../../../src/run/definitions.ts';
import { checkRow } from '../../../src/trial/check.ts';
import { readyFor, suiteOf } from '../../../test/contract/definitions.ts';
import { place } from '../../../test/contract/place.ts';
import { whyNot } from '../../../test/contract/runtime/every-row.ts';
import { ORDER, order, userDataset } from '../../../test/userdata/user-dataset.ts';

const { serializers } = openCatalog(place.home).runners.get('dotnet')!;
const isTried = ({ plain, bound }: SerializerDefinition) => plain !== undefined || bound !== undefined;
const ROWS = serializers.filter(isTried).map(({ id }) => `dotnet/${id}`);

const VALUES =
  '[null, true, 7, -0.0, 1.50, 1e3, 9007199254740991, "2026-01-31T12:00:00Z", "\\u00e9 😀", [], {}, {"": [[1]]}]';

test('trees, and objects of hand-written code, are written and read with all kinds of values, white space and escapes', async (t) => {
  const schema = { ...ORDER, properties: { ...ORDER.properties, more: {} } };
  const lines = [0, 1, 2].map((index) =>
    JSON.stringify({ ...order(index), more: 0 }, null, 1).replace(/0\n}$/, `${VALUES} }`),
  );
  const { definition } = await userDataset(t, lines.join('\n'), { schema });
  const suite = suiteOf(ROWS, { dataset: 'orders', sizes: ['sample'], tasks: ['serialize', 'deserialize'] });
  const datasets = { orders: { ...definition, plain: 'asked' } as const };
  const { plan, workbench } = await readyFor(suite, datasets);
  for (const planned of plan.cases)
    for (const contender of planned.contenders)
      await t.test(`${contender.definition.id} ${planned.task}`, async (t) => {
        const reason = whyNot(workbench.unavailable(planned, contender));
        if (reason) return t.skip(reason);
        assert.deepEqual((await checkRow(workbench, planned, contender)).verdict, { verdict: 'ok' });
        const { job } = await workbench.launchOf(planned, contender);
        const root = contender.definition.plain ? 'any' : 'record Order';
        assert.ok(readFileSync(job.model, 'utf8').includes(`\nroot ${root}\n`));
      });
});
