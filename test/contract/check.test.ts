/** `check` and `doctor` as users of a runner of their own have them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { analyze, runRows } from '../../src/analysis/analyze.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { recordedFolder } from '../report/make-recorded-run.ts';
import { begin, scratchFolder, succeeds, until, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { another, here, PLAIN, rowHere, toldHere } from './shipped.ts';

const cwd = scratchFolder('check')('own');

const SERIALIZERS: Record<string, string> = {
  empty: "export default { version: '1', create: () => ({ serialize: () => '{}' }) };",
  hangs: "export default { version: '1', create: () => { for (;;); } };",
  broken: "throw new Error('no such library');",
};

/** A runner with some of them. */
const ownRunner = (runtime: string, ids: readonly string[]) =>
  writeNodeRunner(join(cwd, runtime), {
    runtime,
    rows: Object.fromEntries(ids.map((id) => [id, SERIALIZERS[id]!])),
  });

writeFileSync(join(cwd, 'mine.toml'), suiteToml({ serializers: [PLAIN, 'mine/*'] }));
const mine = ownRunner('mine', ['empty', 'hangs']);
const check = (...words: string[]) => wiremark(cwd, ['check', 'mine.toml', '--runner', mine, ...words]);

test('a check ends with a total, gives up when told to, and says the same to programs as a run', async () => {
  const out = join(cwd, 'check.json');
  const { status, stdout, stderr } = check('--patience', '4s', '--out', out);
  assert.equal(status, 1, stderr);
  assert.equal(stdout, '');
  const { rows } = JSON.parse(readFileSync(out, 'utf8'));
  const found = new Map(rows.map((row: { name: string }) => [row.name, row]));
  const recorded = await readRun(recordedFolder);
  const keys = Object.keys(runRows(analyze(recorded))[0]!);
  for (const row of rows) assert.deepEqual(Object.keys(row), keys);
  const facts = (name: string) => {
    const { verdict, reason, version, nsPerOp } = found.get(name) as Record<string, unknown>;
    return { verdict, reason, version: version !== null, nsPerOp };
  };
  assert.deepEqual(facts(PLAIN), { verdict: 'ok', reason: null, version: true, nsPerOp: null });
  assert.equal(facts('mine/empty').verdict, 'mismatch');
  assert.equal(facts('mine/hangs').verdict, 'timeout');
  assert.match(facts('mine/hangs').reason as string, /4 s/);
});

test('people read a total last, and programs can have lines', () => {
  const { status, stdout } = check('-S', 'hangs');
  assert.equal(status, 1);
  assert.match(stdout, toldHere(/^record\/single, serialize\nSERIALIZER +VERDICT\nHERE\/json +ok\n/));
  assert.match(stdout, /\n\n6 rows: 5 ok, 1 mismatch; took \d+ s\n$/);
  const csv = check('-s', 'json', '--format', 'csv');
  assert.equal(csv.status, 0, csv.stdout + csv.stderr);
  const rows: Record<string, string>[] = parse(csv.stdout, { columns: true });
  assert.deepEqual(
    rows.filter(({ limit }) => limit === '').map(({ name, verdict }) => [name, verdict]),
    [[PLAIN, 'ok']],
  );
});

test('doctor looks at a runner of one alone, and fails when it crashes', () => {
  const broken = ownRunner('broken', ['broken', 'empty']);
  const { status, stdout, stderr } = wiremark(cwd, ['doctor', '--runner', broken]);
  assert.equal(status, 1, stderr);
  assert.doesNotMatch(stderr, /languages/);
  assert.match(stdout, /^broken\/broken +crash +.*no such library/m);
  assert.match(stdout, /^broken\/empty +1$/m);
  assert.doesNotMatch(stdout, toldHere(/HERE\/json|This machine/));
  const words = ['doctor', '--runner', broken, '-s', 'empty', '--format', 'json'];
  const well = succeeds(cwd, words);
  const { runners } = JSON.parse(well.stdout);
  assert.deepEqual(
    runners[0].serializers.map(({ name, version }: Record<string, unknown>) => [name, version]),
    [['broken/empty', '1']],
  );
});

test('what takes minutes is said before it begins, with the way to less of it', async () => {
  const two = begin(cwd, ['doctor', '-s', `${PLAIN},${another.runtime}/*`, '-t', 'serialize']);
  const [first] = [here.runtime, another.runtime].sort();
  const told = new RegExp(
    `^wiremark: Checking \\d+ serializers in 2 languages\\. .*installs packages.* -r ${first}$`,
    'm',
  );
  await until(two, () => told.test(two.errors()));
  two.child.kill('SIGTERM');
  await two.ended;
});

test('list is what filters leave, in each format that it has', () => {
  const list = (...words: string[]) => wiremark(cwd, ['list', ...words]);
  const { suites, datasets, serializers } = JSON.parse(
    list('-r', here.runtime, '-f', 'bson', '-d', 'users', '--format', 'json').stdout,
  );
  const names = (all: { name: string }[]) => all.map(({ name }) => name);
  assert.deepEqual([names(suites).includes('league'), names(suites).includes('quickstart')], [true, false]);
  assert.deepEqual(names(datasets), ['users']);
  assert.deepEqual(names(serializers), [rowHere('bson')]);
  assert.match(list('-r', here.runtime, '--format', 'md').stdout, /^\| SUITE .*\n\| :-/);
});
