/** A key that a format has no way for costs the rows of that format, each with its reason, and stops nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCatalog } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import { readDataset } from '../../src/define/dataset.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { RunnerFailure } from '../../src/runner/client.ts';
import { scratchFolder } from './command.ts';
import { suiteOf, writeDataset } from './definitions.ts';
import { place } from './place.ts';
import { found, here, nameOf, plain } from './shipped.ts';

const folder = scratchFolder('keys')('keys');
const bson = found(here.serializers, ({ format }) => format === 'bson');

const SCHEMA = {
  title: 'Thing',
  type: 'object',
  required: ['a\0b'],
  properties: { 'a\0b': { type: 'string' } },
};

test('U+0000 in the key of a field', async (t) => {
  await writeDataset(folder, SCHEMA, '[locales]\nen_US = 1\n[sizes.small]\ndocuments = 2\n');
  const suite = suiteOf(
    [plain, bson].map((one) => nameOf(here, one)),
    { dataset: 'keys', sizes: ['small'], tasks: ['deserialize'] },
  );
  const catalog = { ...loadCatalog(place.home), datasets: new Map([['keys', readDataset(folder)]]) };
  const plan = makePlan(suite, catalog.runners, {});
  const workbench = await openWorkbench({ plan, catalog, cache: place.cache, progress: () => {} });
  const planned = plan.cases[0]!;
  for (const contender of planned.contenders) {
    const launched = await workbench.launchOf(planned, contender).catch((error: unknown) => error);
    const failed = launched instanceof RunnerFailure ? launched.verdict : null;
    if (failed?.verdict === 'unavailable') t.skip(failed.reason);
    else if (contender.definition.format !== 'bson') assert.equal(failed, null);
    else {
      const reason = 'BSON ends a key at U+0000, which is in the field "a\\u0000b" of Thing';
      assert.deepEqual(failed, { verdict: 'unsupported', reason });
    }
  }
});
