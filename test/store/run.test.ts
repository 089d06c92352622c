import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { StoreError } from '../../src/store/error.ts';
import { readRecord, readRun } from '../../src/store/folder/reader.ts';
import { createRun } from '../../src/store/folder/writer.ts';
import { begun, record, sample, temporaryFolder, twoCases } from './record.ts';
import { writeRun } from './write-run.ts';

test('a run is read back as it was written', (t) => {
  const all = Array.from({ length: 20 }, (_, i) => sample(i));
  const { folder, run } = begun(t, record, all);
  run.finish(true, new Date('2025-01-31T10:00:00Z'));
  const found = readRun(folder);
  const { samples } = found.record;
  const ended = { ...record, partial: false, finishedAt: '2025-01-31T10:00:00.000Z', samples };
  assert.deepEqual(found.record, ended);
  assert.equal(samples.count, 20);
  assert.deepEqual(found.samples.of(0), all);
  assert.deepEqual(found.samples.warnings, []);
  assert.deepEqual(readdirSync(folder).sort(), ['SHA256SUMS', 'run.json', 'samples.csv']);
});

test('the old record stays whole when the new one cannot be written', (t) => {
  const { folder, run } = begun(t, record);
  // A folder in place of the temporary file makes writing fail, as a full disk does.
  mkdirSync(join(folder, 'run.json.writing'));
  assert.throws(() => run.save({ outcomes: [] }), /EISDIR/);
  assert.deepEqual(readRecord(folder), record);
  rmdirSync(join(folder, 'run.json.writing'));
  run.finish(true);
  assert.equal(readRun(folder).record.partial, false);
});

test('saved facts are added to the record; an interrupted run stays partial', (t) => {
  const { folder, run } = begun(t, { ...record, outcomes: [] });
  run.save({ runtimes: { node: 'v22.0.0' } });
  run.save({ outcomes: record.outcomes });
  assert.deepEqual(readRun(folder).record.runtimes, { node: 'v22.0.0' });
  run.finish(false, new Date('2025-01-31T10:00:00Z'));
  const found = readRun(folder).record;
  assert.deepEqual(found.outcomes, record.outcomes);
  assert.equal(found.partial, true);
  assert.deepEqual(run.record, found);
});

const NO_SAMPLE = /samples\.csv:3: not a sample/;

test('samples beyond the record of a killed run are read strictly, and errors name the line', (t) => {
  const folder = join(temporaryFolder(t), record.id);
  writeRun(folder, twoCases, [sample(0)]);
  const file = join(folder, 'samples.csv');
  const whole = readFileSync(file, 'utf8');
  const line = '0,0,1,block,0,1000,5,6,,,\n';
  const read = () => {
    const { samples } = readRun(folder);
    return [samples.of(0), samples.of(1)].flat().length;
  };
  writeFileSync(file, whole + line);
  assert.equal(read(), 2);
  const wrong = ['5,6,,', '5,6,,,,', '5,,,,', '5.5,6,,,', '-5,6,,,', '9007199254740992,6,,,'];
  for (const [other, message] of [
    ...wrong.map((figures) => [`0,0,1,block,0,1000,${figures}\n`, NO_SAMPLE] as const),
    ['0,0,1,blocks,0,1000,5,6,,,\n', NO_SAMPLE],
    ['\n', NO_SAMPLE],
    ['x\n', NO_SAMPLE],
    // An unknown contender, an unknown case, an earlier case, an earlier round.
    ['0,2,1,block,0,1000,5,6,,,\n', NO_SAMPLE],
    ['2,0,1,block,0,1000,5,6,,,\n', NO_SAMPLE],
    [`1${line.slice(1)}${line}`, /samples\.csv:4: not a sample/],
    [line + line.replace('0,0,1', '0,0,0'), /samples\.csv:4: not a sample/],
  ] as const) {
    writeFileSync(file, whole + other);
    assert.throws(read, { name: 'StoreError', message }, other);
  }
});

test('an invalid sample is refused, and the others stay readable', (t) => {
  const { folder, run } = begun(t, record, [sample(0)]);
  for (const change of [{ cpuNs: 2 ** 64 }, { ns: 1.5 }, { ns: -1 }, { ns: Number.NaN }, { ops: Infinity }])
    assert.throws(() => run.sample({ ...sample(1), ...change }), RangeError);
  run.sample(sample(2));
  run.finish(true);
  assert.deepEqual(readRun(folder).samples.of(0), [sample(0), sample(2)]);
});

test('another file, a damaged record and a missing one have different errors', (t) => {
  const folder = temporaryFolder(t);
  const file = join(folder, 'run.json');
  assert.throws(() => readRecord(folder), /run\.json: can't be read/);
  const rejected = (content: unknown, message: RegExp) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    assert.throws(() => readRecord(folder), { name: 'StoreError', file, message });
  };
  rejected('<html>', /not JSON/);
  rejected('null', /not a wiremark run/);
  rejected({ name: 'package' }, /not a wiremark run \(schema: /);
  rejected({ ...record, machine: { ...record.machine, cores: 'two' } }, /\(machine\.cores: /);
});

test('a run never overwrites a folder, and a failed start leaves nothing', (t) => {
  const runs = temporaryFolder(t);
  mkdirSync(join(runs, record.id));
  writeFileSync(join(runs, record.id, 'mine.txt'), '');
  assert.throws(() => createRun(join(runs, record.id), record), StoreError);
  assert.deepEqual(readdirSync(runs, { recursive: true }).sort(), [record.id, `${record.id}/mine.txt`]);
  mkdirSync(join(runs, '.4194304-17.writing'));
  createRun(join(runs, 'other'), record).finish(true);
  assert.deepEqual(readdirSync(runs).sort(), [record.id, 'other']);
});
