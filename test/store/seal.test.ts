/** Samples of a run that is over are those that were recorded, or nothing is said of them. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StoreError } from '../../src/store/error.ts';
import { packSamples } from '../../src/store/pack.ts';
import { queryRuns } from '../../src/store/query/query.ts';
import { readRecord, readRun } from '../../src/store/reader.ts';
import type { Sample } from '../../src/store/record.ts';
import { createRun, reopenRun } from '../../src/store/writer.ts';
import { record, sample, temporaryFolder } from './record.ts';

const SAMPLES = Array.from({ length: 400 }, (_, i): Sample => ({ ...sample(i), round: Math.floor(i / 100) }));

function finished(t: TestContext): string {
  const folder = join(temporaryFolder(t), record.id);
  const run = createRun(folder, { ...record, cases: [{ ...record.cases[0]!, rounds: 3 }] });
  for (const one of SAMPLES) run.sample(one);
  run.finish(false);
  return folder;
}

const recordIn = (folder: string) => readRecord(join(folder, 'run.json'));

async function samplesBySql(folder: string): Promise<void> {
  const results = { name: 'results', what: '', columns: [], rows: async () => [] };
  const refuse = (error: StoreError) => {
    throw error;
  };
  const runs = [{ folder, record: await recordIn(folder) }];
  (await queryRuns(runs, 'select sum(ns) from samples', { ...results, columns: [RUN] }, refuse)).close();
}
const RUN = { id: 'run', type: 'VARCHAR', what: '' } as const;

/** The report's reader and SQL refuse what is in the folder, with the same words. */
async function refused(folder: string, why: string): Promise<void> {
  const expected = (error: unknown) =>
    error instanceof StoreError &&
    /: not the 400 samples that were recorded: .* Put a copy/.test(error.message);
  await assert.rejects(readRun(folder), expected, why);
  await assert.rejects(samplesBySql(folder), expected, `${why}, in SQL`);
}

test('count and digest are recorded when a run ends, and of the packed file before it is there', async (t) => {
  const folder = finished(t);
  const digest = (name: string) =>
    `sha256:${createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')}`;
  const lines = digest('samples.jsonl');
  assert.deepEqual((await recordIn(folder)).samples, { count: 400, digests: { 'samples.jsonl': lines } });
  await packSamples(folder);
  const digests = { 'samples.jsonl': lines, 'samples.parquet': digest('samples.parquet') };
  assert.deepEqual((await recordIn(folder)).samples, { count: 400, digests });
});

test('a flipped bit anywhere in the samples, or a file that is cut or longer, is refused', async (t) => {
  const folder = finished(t);
  for (const name of ['samples.jsonl', 'samples.parquet']) {
    if (name === 'samples.parquet') await packSamples(folder);
    const file = join(folder, name);
    const whole = readFileSync(file);
    let random = 7;
    for (let flip = 0; flip < 40; flip++) {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      const at = random % whole.length;
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1 << (flip % 8);
      writeFileSync(file, damaged);
      await refused(folder, `${name}: bit ${flip % 8} of byte ${at}`);
    }
    const cutAtLineEnd = whole.subarray(0, whole.lastIndexOf(10, whole.length - 2) + 1);
    for (const other of [cutAtLineEnd, Buffer.concat([whole, whole.subarray(-20)])]) {
      writeFileSync(file, other);
      await refused(folder, `${name} of ${other.length} bytes`);
    }
    writeFileSync(file, whole);
    assert.equal((await readRun(folder)).samples.length, 400);
    await samplesBySql(folder);
  }
});

test('damaged lines are never packed, which would make them right', async (t) => {
  const folder = finished(t);
  const file = join(folder, 'samples.jsonl');
  writeFileSync(file, readFileSync(file, 'utf8').replace('50123456', '50123457'));
  const packing = await packSamples(folder);
  assert.match(packing.packed ? '' : packing.reason, /not the 400 samples/);
});

test('wherever a process dies while it packs, the run can be read', async (t) => {
  const folder = finished(t);
  const [lines, packed] = [join(folder, 'samples.jsonl'), join(folder, 'samples.parquet')];
  copyFileSync(lines, `${lines}.kept`);
  await packSamples(folder);
  const readable = async (state: string) => assert.deepEqual((await readRun(folder)).samples, SAMPLES, state);
  await readable('packed');
  copyFileSync(`${lines}.kept`, lines);
  await readable('both are there');
  const whole = readFileSync(packed);
  truncateSync(packed, whole.length - 1);
  await readable('the packed one is damaged');
  renameSync(packed, `${packed}.writing`);
  await readable('not renamed yet');
});

test('a run that goes on has no digest until it ends again, wherever it is killed', async (t) => {
  const folder = finished(t);
  await packSamples(folder);
  const again = reopenRun(await readRun(folder), (await readRun(folder)).record);
  const open = await readRun(folder);
  assert.equal(open.record.samples, undefined);
  assert.equal(open.samples.length, 300);
  assert.ok(!existsSync(join(folder, 'samples.parquet')));
  again.sample(sample(0));
  again.finish(true);
  assert.equal((await recordIn(folder)).samples?.count, 301);
});

test('a run that was recorded before digests were is taken as it is', async (t) => {
  const folder = finished(t);
  const { samples: _, ...older } = await recordIn(folder);
  writeFileSync(join(folder, 'run.json'), JSON.stringify(older));
  assert.equal((await readRun(folder)).samples.length, 400);
  await samplesBySql(folder);
});
