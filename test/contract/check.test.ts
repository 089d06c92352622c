import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { analyze, runRows } from '../../src/analysis/analyze.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { recordedFolder } from '../report/recorded.ts';
import { begin, rowsIn, scratchFolder, succeeds, until, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { another, here, PLAIN, patternHere, rowHere } from './shipped.ts';

const cwd = scratchFolder('check')('own');
const empty = "export default { version: '1', create: () => ({ serialize: () => '{}' }) };";
const hangs = "export default { version: '1', create: () => { for (;;); } };";
const broken = "throw new Error('no such library');";

const mine = writeNodeRunner(join(cwd, 'mine'), { runtime: 'mine', rows: { empty, hangs } });
writeFileSync(join(cwd, 'mine.toml'), suiteToml({ serializers: [PLAIN, 'mine/*'] }));
const check = (...words: string[]) => wiremark(cwd, ['check', 'mine.toml', '--runner', mine, ...words]);

test("a check's JSON has the fields of a run's, and a row that hangs is a timeout", () => {
  const out = join(cwd, 'check.json');
  const { status, stdout, stderr } = check('--patience', '4s', '--out', out);
  assert.deepEqual([status, stdout], [1, ''], stderr);
  const rows = rowsIn(readFileSync(out, 'utf8'));
  const fields = Object.keys(runRows(analyze(readRun(recordedFolder)))[0]!);
  // The recorded run's rows say nothing of their objects.
  for (const { objects: _, ...row } of rows) assert.deepEqual(Object.keys(row), fields);
  const rowOf = (name: string) => rows.find((row) => row.name === name)!;
  const { verdict, reason, version, nsPerOp } = rowOf(PLAIN);
  assert.deepEqual([verdict, reason, nsPerOp], ['ok', null, null]);
  assert.notEqual(version, null);
  assert.equal(rowOf('mine/empty').verdict, 'mismatch');
  assert.equal(rowOf('mine/hangs').verdict, 'timeout');
  assert.match(rowOf('mine/hangs').reason!, /4 s/);
});

test('a check ends with a total, or prints CSV', () => {
  const { status, stdout } = check('-S', 'hangs');
  assert.equal(status, 1);
  assert.match(stdout, patternHere(/^record\/single, serialize\nSERIALIZER +VERDICT\nHERE\/json +ok\n/));
  assert.match(stdout, /\n\n6 rows: 5 ok, 1 mismatch; took \d+ s\n$/);
  const csv = check('-s', 'json', '--format', 'csv');
  assert.equal(csv.status, 0, csv.stdout + csv.stderr);
  const rows: Record<string, string>[] = parse(csv.stdout, { columns: true });
  const found = rows.filter(({ limit }) => limit === '').map(({ name, verdict }) => [name, verdict]);
  assert.deepEqual(found, [[PLAIN, 'ok']]);
});

test('doctor --runner checks that runner only, and fails for a row that crashes', () => {
  const manifest = writeNodeRunner(join(cwd, 'broken'), { runtime: 'broken', rows: { broken, empty } });
  const words = ['doctor', '--runner', manifest];
  const { status, stdout, stderr } = wiremark(cwd, words);
  assert.equal(status, 1, stderr);
  assert.doesNotMatch(stderr, /languages/);
  assert.match(stdout, /^broken\/broken +crash +.*no such library/m);
  assert.match(stdout, /^broken\/empty +1$/m);
  assert.match(stdout, /^Languages\n.*\n[\s\S]*\nReady: 1 of 2 rows; missing: broken\/broken\.\n$/);
  assert.doesNotMatch(stdout, patternHere(/HERE\/json|This machine/));
  const json = succeeds(cwd, [...words, '-s', 'empty', '--format', 'json']).stdout;
  const [{ serializers }] = JSON.parse(json).runners;
  const found = serializers.map(({ name, version }: Record<string, unknown>) => [name, version]);
  assert.deepEqual(found, [['broken/empty', '1']]);
});

test('doctor says that several languages take minutes, and how to check fewer', async () => {
  const two = begin(cwd, ['doctor', '-s', `${PLAIN},${another.runtime}/*`, '-t', 'serialize']);
  const [first] = [here.runtime, another.runtime].sort();
  const notice = new RegExp(
    `^wiremark: Checking \\d+ serializers in 2 languages\\. .*installs packages.* -r ${first}$`,
    'm',
  );
  await until(two, () => notice.test(two.errors()));
  two.child.kill('SIGTERM');
  await two.ended;
});

test('list prints the definitions that filters select, as JSON or Markdown', () => {
  const list = (words: string) => wiremark(cwd, ['list', '-r', here.runtime, ...words.split(' ')]).stdout;
  const { suites, datasets, serializers } = JSON.parse(list('-f bson -d users --format json'));
  const names = (all: { name: string }[]) => all.map(({ name }) => name);
  assert.deepEqual([names(suites).includes('league'), names(suites).includes('quickstart')], [true, false]);
  assert.deepEqual(names(datasets), ['users']);
  assert.deepEqual(names(serializers), [rowHere('bson')]);
  assert.match(list('--format md'), /^\| SUITE .*\n\| :-/);
});
