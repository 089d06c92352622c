/** Every serializer of the Node runner, built with the real npm, on real documents and on every kind of type. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRunner } from '../../src/define/runner.ts';
import { writeArtifacts } from '../../src/runner/artifacts.ts';
import { buildNpm } from '../../src/runner/build/npm.ts';
import { testDataset, verifyRow } from './verify-row.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'wiremark-node-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const runner = readRunner(join(root, 'runners/node/runner.toml'));
const build = join(folder, 'build');
mkdirSync(build);
const builds = await buildNpm({
  runner,
  serializers: runner.serializers,
  datasets: new Map(),
  folder: build,
  progress: () => {},
});
const datasets = [
  await testDataset(join(root, 'datasets/record'), 'single', join(folder, 'data')),
  await testDataset(join(root, 'test/data/every-kind'), 'small', join(folder, 'data')),
];

for (const serializer of runner.serializers) {
  const result = builds.get(serializer.id)!;
  for (const dataset of datasets) {
    for (const task of serializer.tasks) {
      const title = `node/${serializer.id}, ${dataset.definition.name}, ${task}`;
      test(title, { skip: result.ok ? false : result.reason }, async () => {
        assert.ok(result.ok);
        const artifacts = await writeArtifacts(
          join(folder, 'artifacts'),
          dataset.definition.name,
          dataset.model,
          ['node-model', ...serializer.generate],
        );
        const row = { runner, serializer, dataset, placeholders: result.placeholders, artifacts, folder };
        const verdict = await verifyRow(row, task);
        const loss = expectedLoss(serializer.id, dataset.definition.name);
        if (loss === null) assert.deepEqual(verdict, { verdict: 'ok' });
        else {
          assert.equal(verdict.verdict, 'mismatch');
          assert.match('reason' in verdict ? verdict.reason : '', loss);
        }
      });
    }
  }
}

/** The built-in JSON has no int64: there must be a mismatch, and it must be this one. */
function expectedLoss(id: string, dataset: string): RegExp | null {
  return id === 'json' && dataset === 'every-kind' ? /expected -?\d{17,}, found -?\d{16,}/ : null;
}
