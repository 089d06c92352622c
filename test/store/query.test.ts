import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { QueryError } from '../../src/store/error.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { createRun } from '../../src/store/folder/writer.ts';
import { type ListedRun, listRuns, runsFolder } from '../../src/store/locate.ts';
import { query } from '../../src/store/query/query.ts';
import {
  defineResults,
  defineRuns,
  defineSamples,
  type EachRun,
  type View,
} from '../../src/store/query/views.ts';
import type { RunRecord, Sample } from '../../src/store/record/record.ts';
import { temporary } from '../machine/temporary.ts';
import { record, sample, temporaryFolder } from './record.ts';

const scratch = temporary('query');

const RESULTS: View = {
  name: 'results',
  what: '',
  columns: [
    { id: 'run', type: 'VARCHAR', what: '' },
    { id: 'ratio', type: 'DOUBLE', what: '' },
    { id: 'rank', type: 'INTEGER', what: '' },
  ],
};

async function ask(runs: readonly ListedRun[], text: string) {
  const folder = mkdtempSync(join(scratch, 'one-'));
  const eachRun: EachRun = (work) => runs.map((run) => work(readRun(run.folder)));
  const tables = [
    defineRuns(runs, folder),
    defineResults(RESULTS, eachRun, folder, ({ record: { id } }) => [{ run: id, ratio: 0.1, rank: 1 }]),
    defineSamples(eachRun, folder),
  ];
  return query(tables, text, 1e6);
}

const rowsOf = async (runs: readonly ListedRun[], text: string) => (await ask(runs, text)).rows;

/** Begins a run below root that is the `number`th by age. */
function begin(root: string, number: number, samples: readonly Sample[], changes: Partial<RunRecord> = {}) {
  const id = `2025011${number}T094502.137Z-record-000${number}`;
  const startedAt = `2025-01-1${number}T09:45:02.137Z`;
  const folder = join(runsFolder(root), id);
  const run = createRun(folder, { ...record, id, startedAt, ...changes });
  for (const one of samples) run.sample(one);
  return { run, folder };
}

async function threeRuns(t: TestContext) {
  const root = temporaryFolder(t);
  const samples: Sample[] = [
    { ...sample(0), phase: 'start', ops: 0, ns: 9_007_199_254_740_991 },
    { ...sample(1), phase: 'warmup', compileNs: 7, elapsedNs: 50_999_999 },
    ...Array.from({ length: 4 }, (_, i) => sample(i)),
  ];
  const whole = begin(root, 0, samples, { name: "it's" });
  whole.run.finish(true, new Date('2025-01-10T10:00:00.5Z'));
  const interrupted = begin(root, 1, samples);
  interrupted.run.finish(false);
  const going = begin(root, 2, samples, { machine: { ...record.machine, cores: 64 } });
  appendFileSync(join(going.folder, 'samples.csv'), '0,0,');
  const { runs } = await listRuns(root);
  return { root, runs, folders: [whole, interrupted, going].map(({ folder }) => folder) };
}

test('runs has a row for each run, with name, times and versions', async (t) => {
  const { runs, folders } = await threeRuns(t);
  const [first, second, third] = await rowsOf(
    runs,
    `select id, name, suite, started_at, finished_at, partial, runtimes['mill'], cores, target, folder,
       epoch_ms(finished_at) from runs order by started_at`,
  );
  assert.deepEqual(first, [
    ...['20250110T094502.137Z-record-0000', "it's", 'record'],
    ...['2025-01-10 09:45:02.137', '2025-01-10 10:00:00.5', false, 'v20.20.2', 2, 0.02, folders[0]],
    Date.parse('2025-01-10T10:00:00.5Z'),
  ]);
  assert.deepEqual([second![1], second![5], third![4], third![7]], [null, true, null, 64]);
});

test('samples are the same for complete, interrupted and running runs', async (t) => {
  const { runs } = await threeRuns(t);
  const { rows } = await ask(
    runs,
    `select count(distinct run), count(*), dataset, size, task, runtime, serializer, format, round, phase, block, ops,
       ns, cpu_ns, wait_ns, compile_ns, ns_per_op from samples group by all order by ns, phase`,
  );
  assert.equal(rows.length, 6);
  for (const [runs, count] of rows) assert.deepEqual([runs, count], [3, 3]);
  assert.deepEqual(rows[0]!.slice(2), [
    ...['record', 'single', 'serialize', 'mill', 'json', 'json', 0, 'block', 0],
    ...[1000, 50_123_456, 50_000_000, null, null, 50123.456],
  ]);
  assert.deepEqual(rows.at(-1)!.slice(9, 13), ['start', 0, 0, 9_007_199_254_740_991]);
  assert.ok(rows.some((row) => row[9] === 'warmup' && row[15] === 7 && row[6] === 'cbor-x'));
});

test('results are joined with runs, and large integers have every digit', async (t) => {
  const { runs } = await threeRuns(t);
  const joined = 'select r.name, ratio, rank from RESULTS join runs r on r.id = run order by run limit 1';
  assert.deepEqual(await rowsOf(runs, joined), [["it's", 0.1, 1]]);
  const [[sum]] = (await rowsOf(runs, "select sum(ns) from samples where phase = 'start'")) as [[string]];
  assert.equal(sum, '27021597764222973');
});

test('tables can be described, a query can make views, and without runs tables are empty', async (t) => {
  const { runs } = await threeRuns(t);
  const columns = (await rowsOf(runs, 'describe samples')).map(([name]) => name);
  assert.deepEqual(columns.slice(-3), ['compile_ns', 'elapsed_ns', 'ns_per_op']);
  const tables = await rowsOf(runs, 'create temp view s as from samples; show tables');
  assert.deepEqual(tables, [['results'], ['runs'], ['s'], ['samples']]);
  assert.deepEqual(await rowsOf([], 'select count(*) from samples, runs'), [[0]]);
});

test("a wrong query is reported in DuckDB's words, with the line and its suggestion", async (t) => {
  const { runs } = await threeRuns(t);
  for (const [text, message] of [
    ['selct 1', /^line 1: syntax error at or near "selct"/],
    ['select nanos from samples', /^line 1: .* "nanos" not found .*Candidate bindings: .*"ns"/],
    ['select id,\n startedat from runs', /^line 2: .*"startedat".*Candidate bindings: "started_at"/],
    ['select * from sample', /^line 1: .*sample does not exist.* Did you mean "samples\W/],
    ["select cast('x' as int)", /Could not convert string 'x'/],
  ] as const)
    await assert.rejects(ask(runs, text), (error) => {
      assert.ok(error instanceof QueryError && !error.message.includes('\n'), text);
      assert.match(error.message, message);
      return true;
    });
});

test('a query reads no other files and writes none', async (t) => {
  const { root, runs, folders } = await threeRuns(t);
  const secret = join(root, 'secret.csv');
  writeFileSync(secret, 'a,b\n1,2\n');
  const samplesFile = join(folders[0]!, 'samples.csv');
  const before = readFileSync(samplesFile);
  for (const text of [
    `select * from read_csv('${secret}')`,
    `select * from '${samplesFile}'`,
    `copy runs to '${join(root, 'out.csv')}'`,
    `copy runs to '${samplesFile}'`,
    `attach '${join(root, 'new.db')}'`,
    'set enable_external_access = true',
    `export database '${root}'`,
  ])
    await assert.rejects(ask(runs, text), QueryError, text);
  assert.deepEqual(readFileSync(samplesFile), before);
  assert.deepEqual(readdirSync(root).sort(), ['.wiremark', 'secret.csv']);
});

test('values are plain and have all digits', async () => {
  const text = `select null, true, 0.1::double, 9223372036854775807, 12.50::decimal(9, 2),
    123456789012345678.5::decimal(30, 1), 'a"b', [1, null], {'x': 1, 'y': 'z'}, map {'k': 2::bigint},
    'nan'::double, timestamp '2025-01-31 09:45:02', interval 3 days`;
  assert.deepEqual(await rowsOf([], text), [
    [
      ...[null, true, 0.1, '9223372036854775807', 12.5, '123456789012345678.5', 'a"b', [1, null]],
      ...[{ x: 1, y: 'z' }, { k: 2 }, 'NaN', '2025-01-31 09:45:02', '3 days'],
    ],
  ]);
});
