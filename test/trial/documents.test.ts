import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type PreparedDataset, prepareDataset } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import type { SerializerDefinition, Task } from '../../src/define/types.ts';
import { codecs } from '../../src/oracle/codecs.ts';
import type { SerializerContender } from '../../src/plan/case.ts';
import type { SetKind } from '../../src/plan/verdict.ts';
import { type Inputs, type RunnerClient, RunnerFailure } from '../../src/trial/client.ts';
import { RowDocuments, type RowPlace } from '../../src/trial/documents.ts';
import { joinFrames } from '../../src/trial/frames.ts';
import { temporary } from '../machine/temporary.ts';

const folder = temporary('verify');
const dataset: PreparedDataset = await prepareDataset(
  readDataset(join(import.meta.dirname, '../data/person')),
  'small',
  folder,
);

function placeOf(id: string, changed: Partial<PreparedDataset> = {}, task: Task = 'serialize'): RowPlace {
  const definition = { id, format: 'json', output: 'text', deviations: [], varies: false };
  const contender: SerializerContender = {
    ...{ runtime: 'toy', variant: null, limit: null },
    definition: definition as unknown as SerializerDefinition,
  };
  const planned = {
    ...{ dataset: 'person', size: 'small', task, batch: 1 },
    ...{ contenders: [contender], unsupported: [], baseline: contender },
  };
  const start = () => Promise.reject(new Error('nothing is read back here'));
  return { planned, contender, dataset: { ...dataset, ...changed }, reader: contender, start };
}

const outputs = dataset.documents.map((document) => codecs.json.encode(dataset.model, document));
const path = join(folder, 'kept');
const client = {
  set: async () => {},
  kept: async () => {
    writeFileSync(path, joinFrames(outputs));
    return { path, count: outputs.length };
  },
} as unknown as RunnerClient;

test('results that were right for one set are compared again for another set, and for other documents of the same name', async () => {
  const rows = new RowDocuments({});
  const compare = async (place: RowPlace, kind: SetKind) => {
    const given = (await rows.give(place, client, kind))!;
    await given.compare(outputs.map((_, index) => index));
  };
  const wrong = (error: unknown) => error instanceof RunnerFailure && error.verdict.verdict === 'mismatch';
  const other = dataset.documents.toReversed();
  await compare(placeOf('a'), 'documents');
  await compare(placeOf('a'), 'documents');
  await assert.rejects(compare(placeOf('a', { hard: other }), 'hard'), wrong);
  await assert.rejects(compare(placeOf('a', { documents: other, digest: 'another' }), 'documents'), wrong);
  await assert.rejects(compare(placeOf('b', { documents: other }), 'documents'), wrong);
});

test("a row that reads JSON gets the user's own bytes, and a mismatch names their place", async () => {
  const place = (line: number) => ({ place: `orders.ndjson:${line + 5}`, column: 1 });
  const own = outputs.map((bytes, line) => ({
    bytes: Buffer.from(` ${Buffer.from(bytes)}`),
    ...place(line),
  }));
  let given = Buffer.alloc(0);
  const set = async ({ bytes }: Inputs) => {
    given = Buffer.from(bytes);
  };
  const [first, ...others] = dataset.documents;
  const documents = [{ ...(first as object), id: 1n }, ...others];
  const rows = new RowDocuments({});
  const changed = { own, documents };
  await rows.give(placeOf('a', changed, 'deserialize'), { ...client, set }, 'documents');
  assert.deepEqual(given, Buffer.from(joinFrames(own.map(({ bytes }) => bytes))));
  const writing = (await rows.give(placeOf('a', changed), client, 'documents'))!;
  const compared = writing.compare(outputs.map((_, index) => index));
  await assert.rejects(compared, /^RunnerFailure: orders\.ndjson:5 \/id: expected 1, found \d+$/);
});

test('a row that reads JSON also gets the hard documents in another spelling, and no other row', async () => {
  const rows = new RowDocuments({});
  assert.equal(await rows.give(placeOf('a'), client, 'respelled'), null);
  const place = placeOf('a', {}, 'deserialize');
  const limit = { ...place, contender: { ...place.contender, limit: 'copy' } } as unknown as RowPlace;
  assert.equal(await rows.give(limit, client, 'respelled'), null);
  let given = '';
  const set = async ({ bytes }: Inputs) => {
    given = Buffer.from(bytes).toString();
  };
  const taking = { set } as unknown as RunnerClient;
  const { count } = (await rows.give(place, taking, 'respelled'))!;
  assert.equal(count, dataset.hard.length);
  assert.ok(given.includes('\\uD83D\\uDE00') && given.includes('+00:00'));
});
