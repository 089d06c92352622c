import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { RESULT_COLUMNS } from '../../src/analysis/columns.ts';
import { RESULTS, sql as sqlMain } from '../../src/cli/sql/sql.ts';
import { SEAL_FILE } from '../../src/store/folder/files.ts';
import { SAMPLE_COLUMNS } from '../../src/store/folder/samples.ts';
import { runsFolder } from '../../src/store/locate.ts';
import { RUNS, SAMPLES } from '../../src/store/query/views.ts';
import { begin, scratchFolder } from '../contract/command.ts';
import { place } from '../contract/place.ts';
import { copyRecorded } from '../report/recorded.ts';
import { refuses, succeeds, wiremark } from './in-process.ts';

const scratch = scratchFolder('sql');
const root = scratch('runs');
copyRecorded(root, 'a copy');
const sql = async (...args: readonly string[]) => await succeeds(root, ['sql', ...args]);

test('results equal the report in every column', async () => {
  const names = RESULT_COLUMNS.map(({ id }) => `"${id}"`);
  const { stdout } = await sql(`select ${names.join(', ')} from results`, '--format', 'csv');
  assert.equal(stdout, (await wiremark(root, ['report', '--format', 'csv'])).stdout);
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
    [['selct 1', '--out', out], /^wiremark: line 1: syntax error at or near "selct"/m],
    [["select * from read_text('/etc/hostname')"], /Permission Error/],
    [['from runs', '--run', 'nope'], /no run "nope"/],
    [['from runs', '--out', join(root, 'no', 'such', 'folder')], /can't be used: no such file/],
    [['from runs', '--format', 'xml'], /Allowed choices are terminal, csv, json/],
  ] as const)
    await refuses(root, ['sql', ...args], message);
  assert.ok(!existsSync(out));
});

test('--run selects runs; damaged runs are left out with a warning, or refused if selected', async () => {
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

  const torn = copyRecorded(three, 'torn', { id: '20260102T030405.678Z-recorded-d00d' });
  rmSync(join(torn, SEAL_FILE));
  appendFileSync(join(torn, 'samples.csv'), '0,99,0,block,0,1,1,1,,,\n');
  const rest = await asked('select count(distinct run) from results');
  assert.equal(rest.stdout.split('\n')[1], '2');
  assert.match(rest.stderr, /samples\.csv:\d+: not a sample of this run .*; the run is left out/);
});

test('a table has at most 10,000 rows and says so; csv has all', async () => {
  const rows = (text: string) => text.trimEnd().split('\n').length - 1;
  const table = await sql('from range(1000000000000)');
  assert.equal(rows(table.stdout), 10_000);
  assert.match(table.stderr, /there are more than 10000 rows; csv and json print all/);
  const csv = await sql('from range(20000)', '--format', 'csv');
  assert.equal(rows(csv.stdout), 20_000);
  assert.equal(csv.stderr, '');
});

test('results are made once for each run and code', async () => {
  const cache = scratch('results');
  const folder = join(cache, 'results', 'test');
  const from = scratch('results-from');
  copyRecorded(from, 'one');
  const out = join(from, 'out.csv');
  const ask = async () => {
    process.chdir(from);
    await sqlMain({ ...place, cache, code: 'test' }, 'from results', { format: 'csv', out });
  };
  await ask();
  const [name, ...more] = readdirSync(folder);
  assert.deepEqual(more, []);
  const before = statSync(join(folder, name!)).mtimeMs;
  await ask();
  assert.equal(statSync(join(folder, name!)).mtimeMs, before);
});

test('without a query the views and their columns are printed', async () => {
  const { stdout } = await sql();
  for (const view of [RUNS, SAMPLES, RESULTS]) {
    assert.match(stdout, new RegExp(`^${view.name}: a row for each `, 'm'));
    for (const { id, type } of view.columns) {
      const line = stdout.split('\n').find((line) => line.startsWith(`${id} `));
      assert.ok(line?.includes(` ${type}`), id);
    }
  }
});

test('a table aligns numbers at six digits, and keeps complete integers, lists and line breaks', async () => {
  const values = `(1234.567891, 9223372036854775807, [0.5, null], e'a\\nb'), (0.25, 7, null, e'c\\x1b[31md')`;
  const { stdout } = await sql(`select * from (values ${values}) t(x, y, z, s)`);
  assert.deepEqual(stdout.split('\n'), [
    '      x                    y  z           s',
    '1234.57  9223372036854775807  [0.5,null]  a',
    '                                          b',
    '   0.25                    7              cd',
    '',
  ]);
  assert.equal((await sql('select 12345678.9::double as x')).stdout, '       x\n12345679\n');
});

const documented = (name: string) => readFileSync(join(place.home, 'docs', name), 'utf8');

test('docs/DATA.md names every column of samples.csv, and its queries work', async () => {
  for (const { id, type } of SAMPLE_COLUMNS)
    assert.match(documented('DATA.md'), new RegExp(`^\\| \`${id}\`.* \\| ${type} \\|`, 'm'));
  const queries = [...documented('DATA.md').matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query]) => query!);
  assert.ok(queries.length >= 5);
  for (const query of queries) await sql(query);
});
