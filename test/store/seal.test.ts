import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Random } from '../../src/stats/random.ts';
import { StoreError } from '../../src/store/error.ts';
import { RUN_FILE, SAMPLES_FILE, SEAL_FILE } from '../../src/store/folder/files.ts';
import { readRecord, readRun } from '../../src/store/folder/reader.ts';
import { reopenRun } from '../../src/store/folder/writer.ts';
import { nameRun } from '../../src/store/name.ts';
import { defineSamples } from '../../src/store/query/views.ts';
import type { Sample } from '../../src/store/record/record.ts';
import { temporary } from '../machine/temporary.ts';
import { begun, record, sample, temporaryFolder } from './record.ts';
import { writeRun } from './write-run.ts';

const SAMPLES = Array.from({ length: 400 }, (_, i): Sample => ({ ...sample(i), round: Math.floor(i / 100) }));
const threeRounds = { ...record, cases: [{ ...record.cases[0]!, rounds: 3 }] };
const finishedAt = '2025-01-31T10:00:00.000Z';
const queries = temporary('seal');

function finished(t: TestContext): string {
  const folder = join(temporaryFolder(t), record.id);
  writeRun(folder, { ...threeRounds, finishedAt }, SAMPLES);
  return folder;
}

function bySql(folder: string): void {
  defineSamples((work) => [work(readRun(folder))], mkdtempSync(join(queries, 'one-')));
}

/** Reports and SQL refuse the run and name the file. */
function refused(folder: string, name: string, why: string, sqlToo = true): void {
  const expected = (error: unknown) => error instanceof StoreError && error.message.includes(`${name}: `);
  assert.throws(() => readRun(folder), expected, why);
  if (sqlToo) assert.throws(() => bySql(folder), expected, `${why}, in SQL`);
}

test('the seal equals the output of sha256sum', (t) => {
  const folder = finished(t);
  const sums = execFileSync('sha256sum', [RUN_FILE, SAMPLES_FILE], { cwd: folder, encoding: 'utf8' });
  assert.equal(readFileSync(join(folder, SEAL_FILE), 'utf8'), sums);
});

test('a run is refused if a file has a flipped bit, or is cut, longer or unreadable', (t) => {
  const folder = finished(t);
  for (const name of [RUN_FILE, SAMPLES_FILE, SEAL_FILE]) {
    const file = join(folder, name);
    const whole = readFileSync(file);
    const random = new Random(7);
    for (let flip = 0; flip < 40; flip++) {
      const at = random.below(whole.length);
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1 << (flip % 8);
      writeFileSync(file, damaged);
      const where = `${name}: bit ${flip % 8} of byte ${at}`;
      refused(folder, name === SEAL_FILE ? '' : name, where, flip < 5);
    }
    const cutAtLineEnd = whole.subarray(0, whole.lastIndexOf(10, whole.length - 2) + 1);
    for (const other of [cutAtLineEnd, Buffer.concat([whole, whole.subarray(-20)])]) {
      writeFileSync(file, other);
      refused(folder, name === SEAL_FILE ? '' : name, `${name} of ${other.length} bytes`);
    }
    writeFileSync(file, whole);
    bySql(folder);
  }
  rmSync(join(folder, SEAL_FILE));
  symlinkSync(SEAL_FILE, join(folder, SEAL_FILE));
  refused(folder, SEAL_FILE, 'a link to itself is unreadable, not missing');
});

test('recorded samples of a killed run are compared with their digest', (t) => {
  const { folder, run } = begun(t, threeRounds, SAMPLES.slice(0, 10));
  run.save({});
  run.sample(sample(10));
  const file = join(folder, SAMPLES_FILE);
  const whole = readFileSync(file, 'utf8');
  assert.equal(readRun(folder).samples.count, 11);
  for (const other of [whole.replace('50123456', '50123457'), whole.slice(0, 300)]) {
    writeFileSync(file, other);
    assert.throws(() => readRun(folder), /samples\.csv: not the 10 samples that were recorded/);
  }
});

test('a run that was killed before its seal was written can be resumed', (t) => {
  const folder = finished(t);
  rmSync(join(folder, SEAL_FILE));
  const { record: found } = readRun(folder);
  assert.deepEqual([found.finishedAt, found.partial], [null, true]);
  reopenRun(readRun(folder), found).finish(true);
  assert.equal(readRecord(folder).partial, false);
});

test('a resumed run has no seal until it ends, and is readable between its record and its samples', (t) => {
  const folder = finished(t);
  const file = join(folder, SAMPLES_FILE);
  const longer = readFileSync(file);
  const again = reopenRun(readRun(folder), readRecord(folder));
  assert.ok(!existsSync(join(folder, SEAL_FILE)));
  const shorter = readFileSync(file);
  writeFileSync(file, longer);
  assert.equal(readRun(folder).samples.count, 400, 'the record has the digest of the first 300');
  writeFileSync(file, shorter);
  assert.equal(readRun(folder).samples.count, 300);
  again.sample({ ...sample(0), round: 3 });
  again.finish(true);
  assert.equal(readRecord(folder).samples.count, 301);
});

test('a run is readable at each step of naming it', (t) => {
  const folder = finished(t);
  const seal = () => readFileSync(join(folder, SEAL_FILE), 'utf8');
  const before = { seal: seal(), record: readFileSync(join(folder, RUN_FILE)) };
  nameRun(folder, 'before the change');
  const after = { seal: seal(), record: readFileSync(join(folder, RUN_FILE)) };
  assert.equal(readRecord(folder).name, 'before the change');
  assert.equal(after.seal.split('\n').length, before.seal.split('\n').length);
  // While the record is replaced, the seal is valid for both.
  const [old, samples] = before.seal.split('\n');
  writeFileSync(join(folder, SEAL_FILE), `${old}\n${after.seal.split('\n')[0]}\n${samples}\n`);
  for (const state of [before, after]) {
    writeFileSync(join(folder, RUN_FILE), state.record);
    assert.equal(readRun(folder).samples.count, 400);
  }
  nameRun(folder, 'again');
  assert.equal(readRun(folder).record.name, 'again');
  assert.equal(seal().split('\n').length, 3);
});
