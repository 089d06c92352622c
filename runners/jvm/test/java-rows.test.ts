/**
 * Every Java serializer of the JVM runner on every kind of type, and on what is hard to name, to nest or to number. The
 * contract suite drives them on real documents; the Scala rows are in scala.test.ts. Built in a folder of the cache that
 * stays, since Maven takes its time.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PreparedDataset } from '../../../src/dataset/prepare.ts';
import { readRunner } from '../../../src/define/runner.ts';
import { buildRunner } from '../../../src/runner/build/build.ts';
import type { BuildResult } from '../../../src/runner/build/types.ts';
import { place } from '../../../test/contract/place.ts';
import { tasksOn, testDataset, verifyRow } from '../../../test/contract/runtime/verify-row.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-jvm-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const runner = readRunner(join(root, 'runners/jvm/runner.toml'));
const serializers = runner.serializers.filter(({ file }) => file.endsWith('.java'));
const datasets: PreparedDataset[] = [];
for (const name of ['every-kind', 'contract-list', 'contract-deep', 'contract-wide', 'contract-names']) {
  datasets.push(await testDataset(join(root, 'datasets', name), 'small', join(scratch, 'data')));
}
const cache = join(place.cache, 'tests');
mkdirSync(cache, { recursive: true });
const builds = await buildRunner({
  runner,
  serializers,
  datasets: new Map(datasets.map(({ definition, model }) => [definition.name, model])),
  cache,
  progress: () => {},
});

/** What a library can't do, in the words of its row. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  'fory contract-deep': 'Fory takes minutes to generate code for lists more than 4 deep',
};

for (const dataset of datasets) {
  const { name } = dataset.definition;
  for (const serializer of serializers) {
    const result = builds.get(`${serializer.id}/${name}`)!;
    for (const task of tasksOn(name, serializer)) {
      test(`jvm/${serializer.id} ${name} ${task}`, { skip: missing(result) }, async () => {
        assert.ok(result.ok, JSON.stringify(result));
        const row = { runner, serializer, dataset, placeholders: result.placeholders, folder: scratch };
        const reason = UNSUPPORTED[`${serializer.id} ${name}`];
        const expected = reason === undefined ? { verdict: 'ok' } : { verdict: 'unsupported', reason };
        assert.deepEqual(await verifyRow(row, task), expected);
      });
    }
  }
}

/** Why a row can't be tested here; what can't be compiled is no such reason, and fails. */
function missing(result: BuildResult): string | false {
  return !result.ok && /repository|install/.test(result.cure ?? '') ? result.reason : false;
}
