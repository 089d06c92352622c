/** Going on with a run in its own folder. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StoreError } from '../../src/store/error.ts';
import { readRun } from '../../src/store/reader.ts';
import type { RunRecord, Sample } from '../../src/store/record.ts';
import { createRun, reopenRun, wholeSamples } from '../../src/store/writer.ts';
import { record, sample, temporaryFolder } from './record.ts';
import { writtenBy } from './writing.ts';

const twoCases: RunRecord = {
  ...record,
  request: {
    suite: 'record',
    runners: [],
    filters: { runtime: ['node'] },
    limits: true,
    memory: false,
    packages: { 'node/cbor-x': ['cbor-x@1.6.0'] },
  },
  cases: [
    { ...record.cases[0]!, rounds: 2, ended: 'rounds' },
    { ...record.cases[0]!, task: 'deserialize', rounds: 1 },
  ],
};
const at = (number: number, round: number): Sample => ({ ...sample(0), case: number, round });
const given = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];

test('whole rounds stay, a round under way is put aside, new samples follow', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, twoCases);
  for (const one of given) run.sample(one);
  run.finish(false);
  const found = await readRun(folder);
  assert.deepEqual(wholeSamples(found), given.slice(0, 3));
  const again = reopenRun(found, { ...found.record, tool: 'added' });
  again.sample(at(1, 1));
  again.sample(at(1, 2));
  again.finish(true);
  const after = await readRun(folder);
  assert.deepEqual(after.samples, [...given.slice(0, 3), at(1, 1), at(1, 2)]);
  assert.equal(after.record.tool, 'added');
  assert.equal(after.record.partial, false);
  assert.deepEqual(after.record.request, twoCases.request);
  assert.deepEqual(after.record.cases, twoCases.cases);
  assert.equal(readFileSync(join(folder, 'abandoned.jsonl'), 'utf8'), `${JSON.stringify(at(1, 1))}\n`);
});

test('a last line that was cut short is gone, and what follows can be read', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, twoCases);
  for (const one of given.slice(0, 3)) run.sample(one);
  appendFileSync(join(folder, 'samples.jsonl'), '{"case":1,"cont');
  // As a killed process leaves it.
  rmSync(join(folder, 'writer.lock'), { recursive: true });
  const found = await readRun(folder);
  assert.match(found.warnings[0]!, /samples\.jsonl:4: .*cut short/);
  const again = reopenRun(found, found.record);
  again.sample(at(1, 1));
  again.finish(false);
  const after = await readRun(folder);
  assert.deepEqual(after.warnings, []);
  assert.deepEqual(after.samples, [...given.slice(0, 3), at(1, 1)]);
});

test('nobody else may go on with a run that is still being written', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  createRun(folder, twoCases).finish(false);
  assert.ok(!existsSync(join(folder, 'writer.lock')));
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  t.after(() => other.kill());
  writtenBy(other.pid, folder);
  const found = await readRun(folder);
  assert.throws(
    () => reopenRun(found, found.record),
    (error) =>
      error instanceof StoreError && error.message.includes(`process ${other.pid} is still measuring`),
  );
  const ended = new Promise((resolve) => other.on('exit', resolve));
  other.kill();
  await ended;
  reopenRun(found, found.record).finish(true);
  assert.equal((await readRun(folder)).record.partial, false);
});

test('a run whose process was killed can be gone on with', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const child = fileURLToPath(new URL('killed-run.ts', import.meta.url));
  const { signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', child, folder, '5'], {
    encoding: 'utf8',
  });
  assert.equal(signal, 'SIGKILL', stderr);
  const found = await readRun(folder);
  assert.equal(found.record.finishedAt, null);
  const again = reopenRun(found, found.record);
  assert.deepEqual((await readRun(folder)).samples, [], 'no round of it was whole');
  again.finish(true);
  assert.equal(readFileSync(join(folder, 'abandoned.jsonl'), 'utf8').trim().split('\n').length, 5);
});
