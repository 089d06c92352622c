/** What a row can't do with a dataset costs that row, with its reason, before anything starts; it stops nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDataset } from '../../src/define/dataset.ts';
import type { DatasetDefinition, SerializerDefinition, SuiteCase } from '../../src/define/types.ts';
import { scratchFolder } from './command.ts';
import { readyFor, suiteOf, writeDataset } from './definitions.ts';
import { found, here, nameOf, plain } from './shipped.ts';

const bson = found(here.serializers, ({ format }) => format === 'bson');

/** Why rows are unsupported: by row and task; null for those that aren't. */
async function reasons(
  rows: readonly SerializerDefinition[],
  one: SuiteCase,
  datasets: Readonly<Record<string, DatasetDefinition>> = {},
) {
  const names = rows.map((row) => nameOf(here, row));
  const { plan, workbench } = await readyFor(suiteOf(names, one), datasets);
  const all = plan.cases.flatMap((planned) =>
    planned.contenders.map((contender) => {
      const failed = workbench.unavailable(planned, contender);
      const reason = failed?.verdict === 'unsupported' ? failed.reason : null;
      return [`${contender.definition.id} ${planned.task}`, reason] as const;
    }),
  );
  return Object.fromEntries(all);
}

test('a key that has U+0000 in it, in a format that ends it there', async () => {
  const key = 'a\0b';
  const folder = scratchFolder('keys')('keys');
  const schema = {
    title: 'Thing',
    type: 'object',
    required: [key],
    properties: { [key]: { type: 'string' } },
  };
  await writeDataset(folder, schema, '[locales]\nen_US = 1\n[sizes.small]\ndocuments = 2\n');
  const one: SuiteCase = { dataset: 'keys', sizes: ['small'], tasks: ['deserialize'] };
  assert.deepEqual(await reasons([plain, bson], one, { keys: readDataset(folder) }), {
    [`${plain.id} deserialize`]: null,
    [`${bson.id} deserialize`]: 'BSON ends a key at U+0000, which is in the field "a\\u0000b" of Thing',
  });
});

test("documents that don't have what their objects hold, or have more: nobody reads them back", async () => {
  const tasks = ['serialize', 'deserialize'] as const;
  const one: SuiteCase = { dataset: 'organisation', sizes: ['attributes'], tasks };
  assert.deepEqual(await reasons([plain], one), {
    [`${plain.id} serialize`]: null,
    [`${plain.id} deserialize`]:
      "this dataset's objects and documents have different fields, so documents can't be read back",
  });
});
