/** A key that a format has no way for costs the rows of that format, each with its reason, and stops nothing else. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadCatalog } from '../../src/bench/definitions.ts';
import { openWorkbench } from '../../src/bench/workbench.ts';
import { makeFixtures, readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { SuiteDefinition } from '../../src/define/types.ts';
import { makePlan } from '../../src/plan/plan.ts';
import { RunnerFailure } from '../../src/runner/client.ts';
import { scratchFolder } from './command.ts';
import { place } from './place.ts';
import { found, here, nameOf, plain } from './shipped.ts';

const folder = scratchFolder('keys');
const bson = found(here.serializers, ({ format }) => format === 'bson');

const SCHEMA = {
  title: 'Thing',
  type: 'object',
  required: ['a\0b'],
  properties: { 'a\0b': { type: 'string' } },
};

test('U+0000 in the key of a field', async (t) => {
  const suite: SuiteDefinition = {
    ...{ name: 'keys', title: 'Keys', file: '', style: 'default', batch: 1, quick: true },
    cases: [{ dataset: 'keys', sizes: ['small'], tasks: ['deserialize'] }],
    serializers: [plain, bson].map((one) => nameOf(here, one)),
    baseline: nameOf(here, plain),
  };
  const catalog = { ...loadCatalog(place.home), datasets: new Map([['keys', await dataset()]]) };
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

async function dataset() {
  const path = join(folder('of'), 'keys');
  mkdirSync(path);
  writeFileSync(join(path, 'schema.json'), JSON.stringify(SCHEMA));
  const write = (digest: string) =>
    writeFileSync(
      join(path, 'dataset.toml'),
      `title = "Keys"\nseed = 1\n[locales]\nen_US = 1\n[sizes.small]\ndocuments = 2\ndigest = "${digest}"\n`,
    );
  write(`sha256:${'0'.repeat(64)}`);
  const definition = readDataset(path);
  write((await makeFixtures(definition, readModel(definition), definition.sizes[0]!)).digest);
  return readDataset(path);
}
