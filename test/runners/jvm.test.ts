/**
 * Every Java serializer of the JVM runner on every kind of type. The contract suite drives them on real documents; the
 * Scala rows are in scala.test.ts. Built in a folder of the cache that stays, since Maven takes its time.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRunner } from '../../src/define/runner.ts';
import { buildRunner } from '../../src/runner/build/build.ts';
import { place } from '../contract/place.ts';
import { testDataset, verifyRow } from './verify-row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'wiremark-jvm-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const runner = readRunner(join(root, 'runners/jvm/runner.toml'));
const serializers = runner.serializers.filter(({ file }) => file.endsWith('.java'));
const dataset = await testDataset(join(root, 'test/data/every-kind'), 'small', join(scratch, 'data'));
const cache = join(place.cache, 'tests');
mkdirSync(cache, { recursive: true });
const builds = await buildRunner({
  runner,
  serializers,
  datasets: new Map([['every-kind', dataset.model]]),
  cache,
  progress: () => {},
});

for (const serializer of serializers) {
  const result = builds.get(serializer.id)!;
  for (const task of serializer.tasks) {
    test(`jvm/${serializer.id}, every kind, ${task}`, {
      skip: result.ok ? false : result.reason,
    }, async () => {
      assert.ok(result.ok);
      const row = { runner, serializer, dataset, placeholders: result.placeholders, folder: scratch };
      assert.deepEqual(await verifyRow(row, task), { verdict: 'ok' });
    });
  }
}
