/** Pipes and devices in place of a run's files are refused at once. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRecord, readRun } from '../../src/store/folder/reader.ts';
import { listRuns, locateRun, runsFolder } from '../../src/store/locate.ts';
import { recordedFolder } from '../report/make-recorded-run.ts';
import { temporaryFolder } from './record.ts';

const skip = process.platform === 'win32';
const PIPE = /it is a pipe \(FIFO\), not a regular file/;

function pipe(file: string): void {
  rmSync(file, { force: true });
  execFileSync('mkfifo', [file]);
}

test('a run whose record is a pipe is a problem, and is not found', { skip }, async (t) => {
  const root = temporaryFolder(t);
  const [broken, whole] = ['broken', 'whole'].map((name) => join(runsFolder(root), name));
  for (const folder of [broken!, whole!]) cpSync(recordedFolder, folder, { recursive: true });
  pipe(join(broken!, 'run.json'));
  const { runs, problems } = await listRuns(root);
  assert.deepEqual([runs.length, problems.length], [1, 1]);
  assert.equal(await locateRun(root, 'last'), whole);
  assert.throws(() => readRecord(broken!), PIPE);
});

test('pipes and devices are refused', { skip }, (t) => {
  const folder = join(temporaryFolder(t), 'run');
  cpSync(recordedFolder, folder, { recursive: true });
  for (const name of ['samples.csv', 'run.json', 'SHA256SUMS']) {
    const kept = readFileSync(join(folder, name));
    pipe(join(folder, name));
    assert.throws(() => readRun(folder), PIPE);
    rmSync(join(folder, name));
    symlinkSync('/dev/zero', join(folder, name));
    assert.throws(() => readRun(folder), /it is a device, not a regular file/);
    rmSync(join(folder, name));
    writeFileSync(join(folder, name), kept);
  }
  assert.ok(readRun(folder).samples.count > 0);
});
