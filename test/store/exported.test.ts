import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { keepData } from '../../src/run/user-data.ts';
import { exportRun, importRun } from '../../src/store/exported.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { createRun } from '../../src/store/folder/writer.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { begun, record, sample, temporaryFolder } from './record.ts';

const request = {
  ...record.request,
  suite: '/home/me/secret/mine.toml',
  runners: ['/home/me/secret/runner.toml'],
  data: { source: '/home/me/secret/orders.ndjson', schema: '/home/me/secret/orders.json' },
} as const;

/** An exported run whose folder also had private files. */
async function exported(t: TestContext): Promise<Buffer> {
  const { folder, run } = begun(t, { ...record, request }, [sample(0)]);
  run.finish(true);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  keepData(folder, withDocuments(t), null);
  return exportRun(folder);
}

function withDocuments(t: TestContext): string {
  const dataset = temporaryFolder(t);
  for (const name of ['schema.json', 'documents.ndjson']) writeFileSync(join(dataset, name), '"secret"');
  return dataset;
}

function sent(t: TestContext, content: Buffer | string): { root: string; file: string } {
  const root = temporaryFolder(t);
  const file = join(root, 'sent.wiremark');
  writeFileSync(file, content);
  return { root, file };
}

test('an imported run is complete, without other files and paths of the machine', async (t) => {
  const content = await exported(t);
  const { root, file } = sent(t, content);
  const { id } = await importRun(root, file, false);
  const folder = join(runsFolder(root), id);
  assert.deepEqual(readdirSync(folder).sort(), ['SHA256SUMS', 'run.json', 'samples.csv']);
  const run = readRun(folder);
  assert.deepEqual(run.samples.of(0), [sample(0)]);
  assert.deepEqual([run.record.request.suite, run.record.request.runners], ['mine.toml', ['runner.toml']]);
  assert.deepEqual(run.record.request.data, { source: 'orders.ndjson', schema: 'orders.json' });
  assert.doesNotMatch(readFileSync(join(folder, 'run.json'), 'utf8'), /secret/);
  assert.doesNotMatch(gunzipSync(content).toString('latin1'), /secret/);
});

test('damaged and other files are refused and leave nothing', async (t) => {
  const whole = await exported(t);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 1;
  const text = gunzipSync(whole).toString();
  const changed = (from: string | RegExp, to: string) => gzipSync(text.replace(from, to));
  for (const [content, why] of [
    [flipped, /sent\.wiremark: not an exported run, damaged/],
    [whole.subarray(0, whole.length - 9), /damaged/],
    ['a text', /damaged/],
    [gzipSync('{}'), /not an exported run, damaged/],
    [changed('One record', 'One recorb'), /sent\.wiremark: run\.json: not the record that was sealed/],
    [changed(/samples\.csv \d+/, 'samples.csv 999999999'), /not an exported run, damaged/],
    [changed(/samples\.csv \d+/, '../../escaped 1'), /not an exported run, damaged/],
    [changed(/run\.json \d+/, 'samples.csv 0\nsamples.csv 1'), /not an exported run, damaged/],
    // Small while compressed, too large decompressed.
    [gzipSync(Buffer.alloc(2 ** 29)), /larger than 288 MiB/],
  ] as const) {
    const { root, file } = sent(t, content);
    await assert.rejects(importRun(root, file, false), { name: 'StoreError', message: why });
    const left = readdirSync(root, { recursive: true }).map(String);
    const more = left.filter((name) => !'.wiremark/runs'.startsWith(name));
    assert.deepEqual(more, ['sent.wiremark']);
  }
});

test('a run whose id is a path is refused', async (t) => {
  const folder = join(temporaryFolder(t), 'run');
  createRun(folder, { ...record, id: '../out' }).finish(true);
  const imported = importRun(temporaryFolder(t), folder, true);
  await assert.rejects(imported, /its id can.t be the name of a folder/);
});
