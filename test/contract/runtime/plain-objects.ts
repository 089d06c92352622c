import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openCatalog } from '../../../src/run/definitions.ts';
import { checkRow } from '../../../src/trial/check.ts';
import { ORDER, order, userDataset } from '../../userdata/user-dataset.ts';
import { readyFor, suiteOf } from '../definitions.ts';
import { place } from '../place.ts';
import { whyNot } from './every-row.ts';

const VALUES =
  '[null, true, 7, -0.0, 1.50, 1e3, 9007199254740991, "2026-01-31T12:00:00Z", "\\u00e9 😀", [], {}, {"": [[1]]}]';

/** Tests the rows of a runtime that take plain objects with `--objects plain`, and the row `typed`, which needs typed objects. */
export function testPlainObjects(runtime: string, typed: string): void {
  test('plain objects, and typed ones for a row that needs them, are written and read with all kinds of values, white space and escapes', async (t) => {
    const { serializers } = openCatalog(place.home).runners.get(runtime)!;
    const tried = serializers.filter(({ id, plain }) => plain !== undefined || id === typed);
    const rows = tried.map(({ id }) => `${runtime}/${id}`);
    const schema = { ...ORDER, properties: { ...ORDER.properties, more: {} } };
    const lines = [0, 1, 2].map((index) =>
      JSON.stringify({ ...order(index), more: 0 }, null, 1).replace(/0\n}$/, `${VALUES} }`),
    );
    const { definition } = await userDataset(t, lines.join('\n'), { schema });
    const suite = suiteOf(rows, {
      dataset: 'orders',
      sizes: ['sample'],
      tasks: ['serialize', 'deserialize'],
    });
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
}
