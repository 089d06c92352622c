/** `wiremark sql` as a user has it: output, exit codes, and that results are the report's. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { RESULT_COLUMNS } from '../../src/analysis/columns.ts';
import { formatResult } from '../../src/cli/sql/format.ts';
import { openKept } from '../../src/cli/sql/kept.ts';
import { resultsOf, SQL_COLUMNS } from '../../src/cli/sql/sql.ts';
import { readRecord } from '../../src/store/folder/reader.ts';
import { SAMPLE_COLUMNS } from '../../src/store/folder/samples.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { memoryLimit, openDuckDb } from '../../src/store/query/query.ts';
import { RUNS, SAMPLES } from '../../src/store/query/relations.ts';
import type { QueryValue } from '../../src/store/query/values.ts';
import { begin, scratchFolder } from '../contract/command.ts';
import { place } from '../contract/place.ts';
import { copyRecorded, recordedFolder } from '../report/make-recorded-run.ts';
import { refuses, succeeds, wiremark } from './in-process.ts';

const scratch = scratchFolder('sql');
const root = scratch('runs');
copyRecorded(root, 'a copy');
const sql = async (...args: readonly string[]) => await succeeds(root, ['sql', ...args]);

const recorded = { folder: recordedFolder, record: readRecord(recordedFolder) };
const fail = (message: string) => assert.fail(message);
const quiet = { progress() {}, warn: fail, damaged: ({ message }: Error) => fail(message) };

test('results are what the report says, in every column', async () => {
  const names = RESULT_COLUMNS.map(({ id }) => `"${id}"`);
  const { stdout } = await sql(`select ${names.join(', ')} from results`, '--format', 'csv');
  assert.equal(stdout, (await wiremark(root, ['report', '--format', 'csv'])).stdout);
});

test('every column of the results has the type of its values', async () => {
  const rows = await resultsOf([recorded], quiet).rows();
  assert.ok(rows.length > 20);
  const types = { VARCHAR: 'string', BOOLEAN: 'boolean', INTEGER: 'number', DOUBLE: 'number' };
  for (const [i, { id, type }] of SQL_COLUMNS.entries())
    for (const { [i]: value } of rows) {
      if (value === null) continue;
      assert.equal(typeof value, types[type as keyof typeof types], id);
      if (type === 'INTEGER') assert.ok(Number.isInteger(value), id);
    }
});

test('the query may come from standard input, and the result go to a file', async () => {
  const { output, ended } = begin(root, ['sql', '-'], 'select 1 as one');
  assert.deepEqual([await ended, output()], [0, 'one\n  1\n']);
  const out = join(root, 'one.json');
  const written = await sql('select 1 as one', '--out', out);
  assert.equal(written.stdout, '');
  assert.match(written.stderr, /wrote .*one\.json/);
  assert.deepEqual(JSON.parse(readFileSync(out, 'utf8')), [{ one: 1 }]);
});

test('a wrong query, run or file is exit code 2 with what is wrong, and writes nothing', async () => {
  const out = join(root, 'nothing.csv');
  for (const [args, message] of [
    [['selct 1', '--out', out], /^wiremark: line 1, column 1: syntax error at or near "selct"$/m],
    [["select * from read_text('/etc/hostname')"], /Permission Error/],
    [['from runs', '--run', 'nope'], /no run "nope"/],
    [['from runs', '--out', join(root, 'no', 'such', 'folder')], /can't write/],
    [['from runs', '--format', 'xml'], /Allowed choices are terminal, csv, json/],
  ] as const)
    await refuses(root, ['sql', ...args], message);
  assert.ok(!existsSync(out));
});

test('runs that were named are asked alone, and what is damaged is left out aloud, or refused by its name', async () => {
  const three = scratch('three');
  copyRecorded(three, 'first');
  copyRecorded(three, 'second', { id: '20260102T030405.678Z-recorded-cafe' });
  const flipped = copyRecorded(three, 'flipped', { id: '20260102T030405.678Z-recorded-dead' });
  appendFileSync(join(flipped, 'samples.csv'), '0,0,0,block,0,1,1,1,,,\n');
  mkdirSync(join(runsFolder(three), 'empty'));
  const asked = (query: string, ...words: readonly string[]) =>
    succeeds(three, ['sql', query, '--format', 'csv', ...words]);
  const all = await asked(
    'select (select count(distinct run) from samples), (select count(distinct run) from results)',
  );
  assert.equal(all.stdout.split('\n')[1], '2,2');
  assert.match(all.stderr, /empty: not a run: it has no run\.json; left out/);
  assert.equal(all.stderr.match(/samples\.csv: not the \d+ samples that were recorded/g)?.length, 1);
  const one = await asked('select id[-4:] as id from runs', '--run', 'cafe', '--run', 'cafe');
  assert.equal(one.stdout, 'id\ncafe\n');
  assert.doesNotMatch(one.stderr, /left out/);
  for (const of of ['samples', 'results'])
    await refuses(three, ['sql', `from ${of}`, '--run', 'flipped'], /not the \d+ samples that were recorded/);
  assert.equal((await wiremark(three, ['report', 'flipped'])).status, 2);
});

test('a table ends after so many rows, aloud; what is for programs has all, a piece at a time', async () => {
  const rows = (text: string) => text.trimEnd().split('\n').length - 1;
  const table = await sql('from range(20000)');
  assert.equal(rows(table.stdout), 10_000);
  assert.match(table.stderr, /there are more than 10,000 rows: --rows N prints more/);
  const csv = await sql('from range(20000)', '--format', 'csv');
  assert.equal(rows(csv.stdout), 20_000);
  assert.equal(csv.stderr, '');
  // As a whole it would fill any memory.
  const few = await sql('from range(1000000000000)', '--format', 'csv', '--rows', '3');
  assert.equal(few.stdout, 'range\n0\n1\n2\n');
  assert.match(few.stderr, /more than 3 rows/);
  assert.equal((await sql('from range(3)', '--rows', '3')).stderr, '');
  // As many as the database gives at a time.
  const piece = await sql('select range as i from range(5000)', '--format', 'json', '--rows', '2048');
  assert.equal(JSON.parse(piece.stdout).length, 2048);
});

test('results that were kept are those that were made, and are made again when the copy is damaged', async () => {
  const cache = scratch('kept');
  const kept = openKept({ ...place, cache, code: 'of this test' });
  const ask = () => resultsOf([recorded], quiet, kept).rows();
  const made = await ask();
  const [version] = readdirSync(join(cache, 'results'));
  const [name] = readdirSync(join(cache, 'results', version!));
  const copy = join(cache, 'results', version!, name!);
  const whole = readFileSync(copy, 'utf8');
  assert.deepEqual(await ask(), made);
  const { record } = recorded;
  const again = kept(record, () => assert.fail('they are made again'));
  assert.equal(JSON.stringify(again), JSON.stringify(made));
  writeFileSync(copy, whole.replace('"mill/json"', '"mill/jsom"'));
  assert.deepEqual(await ask(), made);
  assert.equal(readFileSync(copy, 'utf8'), whole);
  const samples = { ...record.samples, sha256: '00' };
  for (const other of [
    { ...record, name: 'other' },
    { ...record, samples },
  ])
    assert.deepEqual(
      kept(other, () => []),
      [],
    );
});

test('a query has a part of the memory that is free', async () => {
  assert.equal(memoryLimit(8 * 2 ** 30), '4096MiB');
  assert.equal(memoryLimit(0), '256MiB');
  const { connection, close } = await openDuckDb();
  const [[limit] = []] = (await connection.runAndReadAll("select current_setting('memory_limit')")).getRows();
  close();
  const [, size, unit] = /^([\d.]+) (MiB|GiB)$/.exec(String(limit))!;
  assert.ok(Number(size) * (unit === 'GiB' ? 2 ** 30 : 2 ** 20) <= totalmem() / 2);
});

test('without a query the views and their columns are printed', async () => {
  const { stdout } = await sql();
  for (const view of [RUNS, SAMPLES, { name: 'results', columns: SQL_COLUMNS }]) {
    assert.match(stdout, new RegExp(`^${view.name}: a row for each `, 'm'));
    for (const { id, type } of view.columns) {
      const line = stdout.split('\n').find((line) => line.startsWith(`${id} `));
      assert.ok(line?.includes(` ${type}`), id);
    }
  }
});

async function tableOf(types: readonly string[], rows: readonly (readonly QueryValue[])[]): Promise<string> {
  const columns = types.map((type, i) => ({ name: `c${i}`, type }));
  const result = {
    columns,
    rows: async function* () {
      yield rows;
    },
  };
  let text = '';
  for await (const piece of formatResult(result, 'terminal')) text += piece;
  return text;
}

test('a table has its numbers right, with the decimals that the column needs, and integers whole', async () => {
  const rows = [
    [9_223_372_036_854_775_807n, 1234.567891, 'a\u001b[31mb', [0.1 + 0.2, null]],
    [7n, 0.25, null, []],
    [null, 3, 'c', [5]],
  ];
  assert.equal(
    await tableOf(['BIGINT', 'DOUBLE', 'VARCHAR', 'DOUBLE[]'], rows),
    [
      '                 c0       c1  c2  c3',
      '9223372036854775807  1234.57  ab  [0.3, null]',
      '                  7     0.25      []',
      '                        3.00  c   [5]',
      '',
    ].join('\n'),
  );
});

const documented = (name: string) => readFileSync(join(place.home, 'docs', name), 'utf8');

test('docs/DATA.md names every column of samples.csv, and its queries are answered', async () => {
  for (const { id, type } of SAMPLE_COLUMNS)
    assert.match(documented('DATA.md'), new RegExp(`^\\| \`${id}\`.* \\| ${type} \\|`, 'm'));
  const queries = [...documented('DATA.md').matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query]) => query!);
  assert.ok(queries.length >= 5);
  for (const query of queries) await sql(query);
});
