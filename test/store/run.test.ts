import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StoreError } from '../../src/store/error.ts';
import { readRecord, readRun } from '../../src/store/reader.ts';
import { RUN_SCHEMA } from '../../src/store/record.ts';
import { createRun } from '../../src/store/writer.ts';
import { record, sample, temporaryFolder } from './record.ts';

test('what was written is read back, whole and in order', async (t) => {
  const folder = join(temporaryFolder(t), 'runs', record.id);
  const run = createRun(folder, record);
  for (let i = 0; i < 20; i++) run.sample(sample(i));
  run.finish(true, new Date('2025-01-31T10:00:00Z'));
  const found = await readRun(folder);
  const { samples, ...known } = found.record;
  assert.deepEqual(known, { ...record, partial: false, finishedAt: '2025-01-31T10:00:00.000Z' });
  assert.equal(samples?.count, 20);
  assert.deepEqual(
    found.samples,
    Array.from({ length: 20 }, (_, i) => sample(i)),
  );
  assert.deepEqual(found.warnings, []);
  assert.deepEqual(readdirSync(folder).sort(), ['run.json', 'samples.jsonl']);
});

test('every sample can be read as soon as it is given, with the run unfinished and partial', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, { ...record, partial: false, finishedAt: '2025-01-31T10:00:00Z' });
  for (let i = 0; i < 3; i++) {
    run.sample(sample(i));
    const found = await readRun(folder);
    assert.equal(found.samples.length, i + 1);
    assert.equal(found.record.partial, true);
    assert.equal(found.record.finishedAt, null);
  }
  run.finish(false);
});

test('when the record can no longer be written, the old one stays whole', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, record);
  // A folder in the way of the temporary file: the nearest thing to a full disk that a test can have.
  mkdirSync(join(folder, 'run.json.writing'));
  assert.throws(() => run.save({ outcomes: [] }), /EISDIR/);
  assert.deepEqual(await readRecord(join(folder, 'run.json')), record);
  assert.deepEqual(run.record, record);
  rmdirSync(join(folder, 'run.json.writing'));
  run.finish(true);
  assert.equal((await readRun(folder)).record.partial, false);
});

test('facts are added as they become known; an interrupted run stays partial', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, { ...record, outcomes: [] });
  run.save({ runtimes: { node: 'v22.0.0' } });
  run.save({ outcomes: record.outcomes });
  assert.deepEqual((await readRun(folder)).record.runtimes, { node: 'v22.0.0' });
  run.finish(false, new Date('2025-01-31T10:00:00Z'));
  const found = (await readRun(folder)).record;
  assert.deepEqual(found.outcomes, record.outcomes);
  assert.equal(found.partial, true);
  assert.deepEqual(run.record, found);
});

test('a run is never written over another', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  createRun(folder, record).finish(true);
  assert.throws(() => createRun(folder, record), StoreError);
  assert.equal((await readRun(folder)).record.partial, false);
});

test('a process that is killed keeps every sample it had given', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const child = fileURLToPath(new URL('killed-run.ts', import.meta.url));
  const { signal, stderr } = spawnSync(process.execPath, ['--import', 'tsx', child, folder, '500'], {
    encoding: 'utf8',
  });
  assert.equal(signal, 'SIGKILL', stderr);
  const found = await readRun(folder);
  assert.equal(found.samples.length, 500);
  assert.equal(found.record.partial, true);
});

test('a last line that was cut short costs that line and is said', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, record);
  for (let i = 0; i < 3; i++) run.sample(sample(i));
  const file = join(folder, 'samples.jsonl');
  const { length } = readFileSync(file);
  truncateSync(file, length - 1);
  const found = await readRun(folder);
  assert.equal(found.samples.length, 2);
  assert.equal(found.warnings.length, 1);
  assert.match(found.warnings[0]!, /samples\.jsonl:3: .*cut short/);
});

test('damage anywhere else is an error with its place', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, record);
  run.sample(sample(0));
  run.finish(true);
  const file = join(folder, 'samples.jsonl');
  const untold = await readRecord(join(folder, 'run.json'));
  // As an older wiremark left it, or one that was killed: nothing tells what the file should be.
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...untold, samples: undefined }));
  appendFileSync(file, '{"case":0,"contender":\n');
  await assert.rejects(readRun(folder), /samples\.jsonl:2: not JSON/);
  writeFileSync(file, `${JSON.stringify({ ...sample(0), ns: 1.5 })}\n`);
  await assert.rejects(readRun(folder), /samples\.jsonl:1: not a sample \(ns: /);
  writeFileSync(file, `${JSON.stringify({ ...sample(0), contender: 2 })}\n`);
  await assert.rejects(readRun(folder), /samples\.jsonl:1: .*case 0, contender 2/);
});

test('a newer run, a foreign file and a missing one are told apart', async (t) => {
  const file = join(temporaryFolder(t), 'run.json');
  await assert.rejects(readRecord(file), /run\.json: can't be read/);
  const rejected = async (content: unknown, message: RegExp) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    await assert.rejects(
      readRecord(file),
      (error) => error instanceof StoreError && error.file === file && message.test(error.message),
    );
  };
  const newer = { ...record, schema: RUN_SCHEMA + 1, newKey: true };
  await rejected(newer, /newer wiremark .*schema is 4, this one reads 3.*update/);
  await rejected('<html>', /not JSON/);
  await rejected('null', /not a wiremark run/);
  await rejected({ name: 'package' }, /not a wiremark run \(schema: /);
  await rejected({ ...record, machine: { ...record.machine, cores: 'two' } }, /\(machine\.cores: /);
  await rejected({ ...record, contenders: record.contenders.slice(0, 1) }, /\(cases\.0\.contenders: /);
});

test('a fact that a later version adds without a new schema number does no harm', async (t) => {
  const file = join(temporaryFolder(t), 'run.json');
  writeFileSync(file, JSON.stringify({ ...record, weather: 'fine' }));
  assert.deepEqual(await readRecord(file), record);
});
