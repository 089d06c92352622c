import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readRun, type StoredRun } from '../../src/store/folder/reader.ts';
import { reopenRun } from '../../src/store/folder/writer.ts';
import type { Sample } from '../../src/store/record/record.ts';
import { begun, record, sample, temporaryFolder, twoCases } from './record.ts';
import { writtenBy } from './write-run.ts';

const at = (number: number, round: number): Sample => ({ ...sample(0), case: number, round });
const all = ({ record, samples }: StoredRun) => record.cases.flatMap((_, number) => samples.of(number));
const given = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];

test('a resumed run keeps complete rounds and measures an incomplete one again', (t) => {
  const { folder, run } = begun(t, twoCases, given);
  run.finish(false);
  const found = readRun(folder);
  const again = reopenRun(found, { ...found.record, tool: 'added' });
  again.sample(at(1, 1));
  again.sample(at(1, 2));
  again.finish(true);
  const after = readRun(folder);
  assert.deepEqual(all(after), [...given.slice(0, 3), at(1, 1), at(1, 2)]);
  assert.equal(after.record.tool, 'added');
  assert.equal(after.record.partial, false);
  assert.deepEqual(after.record.request, twoCases.request);
  assert.deepEqual(after.record.cases, twoCases.cases);
});

test('resuming removes an incomplete last line', (t) => {
  const { folder } = begun(t, twoCases, given.slice(0, 3));
  appendFileSync(join(folder, 'samples.csv'), '1,0,1,blo');
  // As a killed process leaves it.
  rmSync(join(folder, 'writer.lock'), { recursive: true });
  const found = readRun(folder);
  assert.match(found.samples.warnings.join(), /samples\.csv:5: .*cut short/);
  const again = reopenRun(found, found.record);
  again.sample(at(1, 1));
  again.finish(false);
  const after = readRun(folder);
  assert.deepEqual(after.samples.warnings, []);
  assert.deepEqual(all(after), [...given.slice(0, 3), at(1, 1)]);
});

test('a run that another process writes cannot be resumed', async (t) => {
  const { folder, run } = begun(t, twoCases);
  run.finish(false);
  assert.ok(!existsSync(join(folder, 'writer.lock')));
  const other = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
  t.after(() => other.kill());
  writtenBy(other.pid, folder);
  const found = readRun(folder);
  const message = new RegExp(`process ${other.pid} is still measuring`);
  assert.throws(() => reopenRun(found, found.record), { name: 'StoreError', message });
  const ended = new Promise((resolve) => other.on('exit', resolve));
  other.kill();
  await ended;
  reopenRun(found, found.record).finish(true);
  assert.equal(readRun(folder).record.partial, false);
});

test('a killed process loses no sample, and its run can be resumed', (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const child = fileURLToPath(new URL('killed-run.ts', import.meta.url));
  const { signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', child, folder, '500']);
  assert.equal(signal, 'SIGKILL', stderr.toString());
  const found = readRun(folder);
  assert.deepEqual([all(found).length, found.record.finishedAt, found.record.partial], [500, null, true]);
  const again = reopenRun(found, found.record);
  again.finish(true);
  assert.equal(readRun(folder).record.partial, false);
  assert.deepEqual(all(readRun(folder)), [], 'no round was complete');
});
