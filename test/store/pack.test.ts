/** Samples of a run that is over, as Parquet. */
import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DuckDbMissing, StoreError } from '../../src/store/error.ts';
import { packSamples } from '../../src/store/pack.ts';
import { readRecord, readRun } from '../../src/store/reader.ts';
import type { RunRecord, Sample } from '../../src/store/record.ts';
import { createRun, reopenRun } from '../../src/store/writer.ts';
import { record, sample, temporaryFolder } from './record.ts';
import { writtenBy } from './writing.ts';

/** Every kind of sample, with the largest number that a line can carry. */
const SAMPLES: readonly Sample[] = [
  { ...sample(0), phase: 'start', ops: 0, ns: Number.MAX_SAFE_INTEGER },
  { ...sample(0), phase: 'first', ops: 1, waitNs: 0 },
  { ...sample(0), phase: 'warmup', compileNs: 0 },
  { ...sample(1), phase: 'warmup', compileNs: 12_345_678_901 },
  { ...sample(0), phase: 'disturbed' },
  { ...sample(0), phase: 'fresh', elapsedNs: 12_345_678_901 },
  { ...sample(0), phase: 'idle', ops: 0, elapsedNs: 0 },
  ...Array.from({ length: 5000 }, (_, i) => sample(5000 - i)),
];

/** A run that is over, not packed. @returns its folder */
function finished(t: TestContext, samples = SAMPLES, complete = true, planned: RunRecord = record): string {
  const folder = join(temporaryFolder(t), `it's [a] run*`);
  const run = createRun(folder, planned);
  for (const one of samples) run.sample(one);
  run.finish(complete);
  return folder;
}

/** Makes it a run of before digests were recorded. */
async function forgetSamples(folder: string): Promise<void> {
  const file = join(folder, 'run.json');
  writeFileSync(file, JSON.stringify({ ...(await readRecord(file)), samples: undefined }));
}

test('what was packed is read back, whole and in order, and the lines are gone', async (t) => {
  const folder = finished(t);
  const before = await readRun(folder);
  // As a process leaves it that was killed while it packed.
  writeFileSync(join(folder, 'samples.parquet.writing'), 'a part');
  assert.deepEqual(await packSamples(folder), { packed: true, samples: SAMPLES.length });
  assert.deepEqual(readdirSync(folder).sort(), ['run.json', 'samples.parquet']);
  const after = await readRun(folder);
  assert.deepEqual(after.samples, SAMPLES);
  assert.deepEqual({ ...after.record, samples: null }, { ...before.record, samples: null });
});

test('a run without samples is packed too', async (t) => {
  const folder = finished(t, []);
  assert.deepEqual(await packSamples(folder), { packed: true, samples: 0 });
  assert.deepEqual((await readRun(folder)).samples, []);
});

test('without DuckDB the lines stay, and the reason is told', async (t) => {
  const folder = finished(t);
  const packing = await packSamples(folder, () =>
    Promise.reject(new DuckDbMissing(new Error('no such file'))),
  );
  assert.equal(packing.packed, false);
  assert.match(packing.packed ? '' : packing.reason, /DuckDB can't be loaded .*no such file/);
  assert.deepEqual(readdirSync(folder).sort(), ['run.json', 'samples.jsonl']);
  assert.deepEqual((await readRun(folder)).samples, SAMPLES);
});

test('lines that are not all samples stay as they are', async (t) => {
  for (const [line, reason] of [
    ['{"case":0,"cont', /Malformed JSON/],
    ['{"case":0,"contender":1}\n', /not every line is a whole sample/],
    ['\n', /lines, but/],
  ] as const) {
    const folder = finished(t, [sample(0)]);
    await forgetSamples(folder);
    const file = join(folder, 'samples.jsonl');
    writeFileSync(file, line, { flag: 'a' });
    const text = readFileSync(file, 'utf8');
    const packing = await packSamples(folder);
    assert.match(packing.packed ? '' : packing.reason, reason);
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.deepEqual(readdirSync(folder).sort(), ['run.json', 'samples.jsonl']);
  }
});

test('a run that is not over is not packed, nor one that another process writes', async (t) => {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, record);
  await assert.rejects(packSamples(folder), /still measuring/);
  rmSync(join(folder, 'writer.lock'), { recursive: true });
  await assert.rejects(packSamples(folder), /not over/, 'as a killed process leaves it');
  run.finish(true);
  // The process that started this one lives as long as it does.
  writtenBy(process.ppid, folder);
  await assert.rejects(packSamples(folder), StoreError);
  assert.ok(existsSync(join(folder, 'samples.jsonl')));
});

test('where both are there, as after a crash between, what has more samples is read, and it is said', async (t) => {
  const folder = finished(t);
  const [lines, packed] = [join(folder, 'samples.jsonl'), join(folder, 'samples.parquet')];
  copyFileSync(lines, `${lines}.kept`);
  await packSamples(folder);
  copyFileSync(`${lines}.kept`, lines);
  const same = await readRun(folder);
  assert.deepEqual(same.samples, SAMPLES);
  assert.match(same.warnings[0]!, /both there: samples\.parquet is read .*samples\.jsonl can be deleted/);

  // Somebody is packing it at this moment: nothing is wrong.
  const over = writtenBy(process.ppid, folder);
  assert.deepEqual((await readRun(folder)).warnings, []);
  over();

  await forgetSamples(folder);
  writeFileSync(lines, `${JSON.stringify(sample(99))}\n`, { flag: 'a' });
  const longer = await readRun(folder);
  assert.equal(longer.samples.length, SAMPLES.length + 1);
  assert.match(longer.warnings[0]!, /samples\.jsonl is read/);

  truncateSync(packed, 100);
  const damaged = await readRun(folder);
  assert.equal(damaged.samples.length, SAMPLES.length + 1);
  assert.match(damaged.warnings[0]!, /samples\.jsonl is read \(the other is damaged\)/);
});

test('a damaged or foreign file is an error with its name', async (t) => {
  const folder = finished(t, [{ ...sample(0), contender: 1 }]);
  await packSamples(folder);
  const json = join(folder, 'run.json');
  const fewer = {
    ...record,
    finishedAt: '2025-01-31T10:00:00Z',
    cases: [{ ...record.cases[0]!, contenders: [0] }],
  };
  writeFileSync(json, JSON.stringify(fewer));
  await assert.rejects(readRun(folder), /samples\.parquet: sample 1: a sample of case 0, contender 1, which/);
  truncateSync(join(folder, 'samples.parquet'), 20);
  await assert.rejects(
    readRun(folder),
    (error) => error instanceof StoreError && /samples\.parquet: not samples \(/.test(error.message),
  );
});

test('a packed run goes on in lines, without the round that was under way', async (t) => {
  const at = (round: number): Sample => ({ ...sample(0), round, compileNs: 5 });
  const planned = { ...record, cases: [{ ...record.cases[0]!, rounds: 2 }] };
  const folder = finished(t, [at(0), at(1), at(2)], false, planned);
  await packSamples(folder);
  const found = await readRun(folder);
  const again = reopenRun(found, found.record);
  assert.ok(!existsSync(join(folder, 'samples.parquet')));
  again.sample(at(2));
  again.sample(at(3));
  const killed = await readRun(folder);
  assert.deepEqual(killed.samples, [at(0), at(1), at(2), at(3)], 'as a killed process would leave it');
  again.finish(true);
  await packSamples(folder);
  assert.deepEqual((await readRun(folder)).samples, [at(0), at(1), at(2), at(3)]);
  assert.deepEqual(readdirSync(folder).sort(), ['abandoned.jsonl', 'run.json', 'samples.parquet']);
  assert.equal(readFileSync(join(folder, 'abandoned.jsonl'), 'utf8'), `${JSON.stringify(at(2))}\n`);
});

test('a packed run whose rounds are all whole goes on too', async (t) => {
  const planned = { ...record, cases: [{ ...record.cases[0]!, rounds: 1 }] };
  const folder = finished(t, [sample(0)], false, planned);
  await packSamples(folder);
  const found = await readRun(folder);
  reopenRun(found, found.record).sample({ ...sample(1), round: 1 });
  assert.deepEqual(readdirSync(folder).sort(), ['run.json', 'samples.jsonl', 'writer.lock']);
  assert.equal((await readRun(folder)).samples.length, 2);
});
