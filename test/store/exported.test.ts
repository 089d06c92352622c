/** Runs as one file: what they carry, and what a stranger's may do. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StoreError } from '../../src/store/error.ts';
import { exportRun, importRun } from '../../src/store/exported.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { readRun } from '../../src/store/reader.ts';
import { createRun } from '../../src/store/writer.ts';
import { record, sample, temporaryFolder } from './record.ts';

const request = {
  suite: '/home/me/secret/mine.toml',
  runners: ['/home/me/secret/runner.toml'],
  filters: {},
  limits: false,
  memory: false,
  packages: {},
};

/** An exported run with what else lay in its folder. */
async function exported(t: TestContext): Promise<Buffer> {
  const folder = join(temporaryFolder(t), 'run');
  const run = createRun(folder, { ...record, request });
  run.sample(sample(0));
  run.finish(true);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  return exportRun(folder);
}

function sent(t: TestContext, content: Buffer | string): { root: string; file: string } {
  const root = temporaryFolder(t);
  const file = join(root, 'sent.wiremark');
  writeFileSync(file, content);
  return { root, file };
}

test('a run arrives whole, without what is not its own, and without paths of the machine', async (t) => {
  const content = await exported(t);
  const { root, file } = sent(t, content);
  const { id } = await importRun(root, file, false);
  const folder = join(runsFolder(root), id);
  assert.deepEqual(readdirSync(folder).sort(), ['run.json', 'samples.jsonl']);
  const run = await readRun(folder);
  assert.deepEqual(run.samples, [sample(0)]);
  assert.deepEqual([run.record.request!.suite, run.record.request!.runners], ['mine.toml', ['runner.toml']]);
  assert.doesNotMatch(readFileSync(join(folder, 'run.json'), 'utf8'), /secret/);
});

test('a folder can be imported too; one that is here stays as it is', async (t) => {
  const { root, file } = sent(t, await exported(t));
  const { id } = await importRun(root, file, false);
  const other = temporaryFolder(t);
  await importRun(other, join(runsFolder(root), id), true);
  assert.deepEqual((await readRun(join(runsFolder(other), id))).samples, [sample(0)]);
  await assert.rejects(importRun(other, file, false), /is here already/);
  assert.deepEqual(readdirSync(runsFolder(other)), [id]);
});

test('what was damaged on its way, or is something else, is refused and leaves nothing', async (t) => {
  const whole = await exported(t);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1]! ^= 1;
  const json = JSON.parse(gunzipSync(whole).toString());
  const changed = (change: object) => gzipSync(JSON.stringify({ ...json, ...change }));
  const lines = { 'samples.jsonl': Buffer.from('').toString('base64') };
  const outside = { '../../escaped': Buffer.from('x').toString('base64') };
  for (const [content, why] of [
    [flipped, /sent\.wiremark: not an exported run, or damaged/],
    [whole.subarray(0, whole.length - 9), /or damaged/],
    ['a text', /or damaged/],
    [gzipSync('{}'), /not an exported run \(/],
    [changed({ files: { ...json.files, ...lines } }), /sent\.wiremark: samples\.jsonl: not the 1 samples/],
    [changed({ files: { ...json.files, ...outside } }), /not an exported run \(files/],
    [changed({ version: 2 }), /not an exported run \(version/],
  ] as const) {
    const { root, file } = sent(t, content);
    await assert.rejects(
      importRun(root, file, false),
      (error) => error instanceof StoreError && why.test(error.message),
    );
    assert.deepEqual(readdirSync(runsFolder(root)), []);
    assert.deepEqual(readdirSync(root).sort(), ['.wiremark', 'sent.wiremark']);
  }
});

test('an id that is a path is no folder of ours', async (t) => {
  const folder = join(temporaryFolder(t), 'run');
  mkdirSync(folder);
  createRun(join(folder, 'x'), { ...record, id: '../out' }).finish(true);
  await assert.rejects(importRun(temporaryFolder(t), join(folder, 'x'), true), /its id can be no folder/);
});
