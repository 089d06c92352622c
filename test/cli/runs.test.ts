import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runsFolder } from '../../src/store/locate.ts';
import { scratchFolder, wiremark as started } from '../contract/command.ts';
import { record, sample } from '../store/record.ts';
import { forge, writeRun, writtenBy } from '../store/write-run.ts';
import { makeRun } from '../web/serve-runs.ts';
import { refuses, succeeds, wiremark } from './in-process.ts';

const scratch = scratchFolder('runs');
const ids = [1, 2, 3].map((day) => `2025010${day}T094502.137Z-record-000${day}`);

async function threeRuns(name: string): Promise<string> {
  const root = scratch(name);
  for (const [i, id] of ids.entries()) {
    const startedAt = `2025-01-0${i + 1}T09:45:02.137Z`;
    const suite = { ...record.suite, name: i === 0 ? 'users' : 'record' };
    const cases = [{ ...record.cases[0]!, ended: i < 2 ? 'rounds' : 'budget' } as const];
    const ended = { finishedAt: `2025-01-0${i + 1}T09:46:43.137Z`, partial: i === 2, seconds: 101 };
    const folder = join(runsFolder(root), id);
    writeRun(folder, { ...record, id, startedAt, suite, cases, ...ended }, [sample(0)]);
  }
  return root;
}

const jsonOf = async (root: string, ...args: readonly string[]) =>
  JSON.parse((await runs(root, ...args, '--format', 'json')).stdout);
const runs = (root: string, ...args: readonly string[]) => wiremark(root, ['runs', ...args]);
const listed = async (root: string, ...args: readonly string[]): Promise<string[]> =>
  (await jsonOf(root, 'list', ...args)).map(({ id }: { id: string }) => id);

test('runs are listed newest first, with the words that name them in commands', async () => {
  const root = await threeRuns('listed');
  const { stdout } = await succeeds(root, ['runs']);
  const [head, ...lines] = stdout.trimEnd().split('\n');
  assert.match(head!, /^RUN +NAME +FASTEST +TOOK +ROWS +STATE$/);
  assert.equal(lines.length, 3);
  const told = /^last +record, 2025-01-03 \d\d:\d\d +mill\/\S+ +1 min 41 s +1 ok, 1 mismatch +out of budget$/;
  assert.match(lines[0]!, told);
  assert.match(lines[1]!, /^last~1 +record, 2025-01-02 /);
  assert.match(lines[2]!, /^last~2 +users, 2025-01-01 /);
  assert.deepEqual(await listed(root), ids.toReversed());
  assert.deepEqual(await listed(root, '--suite', 'us*'), ids.slice(0, 1));
  const none = await succeeds(root, ['runs', 'list', '--suite', 'x']);
  assert.match(none.stderr, /none of the 3 runs matches --suite x$/m);
});

test('a run is named, renamed and found by its name', async () => {
  const root = await threeRuns('labels');
  const named = await runs(root, 'name', 'last~2', 'before it');
  assert.match(named.stdout, /^users, 2025-01-01 \d\d:\d\d is now "before it"$/m);
  const again = await runs(root, 'name', 'before it', 'weekly 1');
  assert.equal(again.stdout, 'before it is now "weekly 1"\n');
  const taken = await runs(root, 'name', 'last', 'weekly 1');
  assert.match(taken.stderr, /the run of 2025-01-01 \S+ already has the name "weekly 1": choose another/);
  await runs(root, 'name', 'weekly 1', 'before it');
  // A copied folder takes the name along.
  const other = scratch('elsewhere');
  cpSync(join(runsFolder(root), ids[0]!), join(runsFolder(other), 'any name'), { recursive: true });
  assert.equal((await jsonOf(other, 'list'))[0].name, 'before it');
});

test('the list shows each run under its label, with the best row of its first case', async () => {
  const root = scratch('best');
  makeRun(root, { day: '2026-01-01', changes: { name: 'before the change' } });
  makeRun(root, { day: '2026-02-02' });
  const [head, ...lines] = (await runs(root)).stdout.trimEnd().split('\n');
  assert.match(head!, /^RUN +NAME +FASTEST +SUITE +WHEN /);
  assert.match(lines[0]!, /^last +small, 2026-02-02 \d\d:\d\d +mill\/row 2\.\d+× +\d/);
  assert.match(lines[1]!, /^last~1 +before the change +mill\/row 2\.\d+× +small /);
  assert.doesNotMatch(lines.join(), /T120000/);
  await succeeds(root, ['runs', 'export', 'before the change']);
  const taken = /before-the-change\.wiremark is already here: remove it, or choose a file with --out/;
  await refuses(root, ['runs', 'export', 'before the change'], taken);
  assert.ok(existsSync(join(root, 'before-the-change.wiremark')), 'a file has the name of its run');
});

test('naming a run keeps unknown keys of run.json', async () => {
  const root = await threeRuns('later');
  const file = join(runsFolder(root), ids[0]!, 'run.json');
  const before = JSON.parse(readFileSync(file, 'utf8'));
  forge(join(runsFolder(root), ids[0]!), { weather: 'fine' });
  await wiremark(root, ['runs', 'name', ids[0]!, 'x']);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { ...before, weather: 'fine', name: 'x' });
});

test('a run that is being measured is listed as running and can not be changed', async () => {
  const root = await threeRuns('running');
  const folder = join(runsFolder(root), ids[2]!);
  rmSync(join(folder, 'SHA256SUMS'));
  // The process above this one lives. It writes a finished run, too: as naming does.
  for (const id of ids.slice(1)) writtenBy(process.ppid, join(runsFolder(root), id));
  const [, running, last1] = (await runs(root)).stdout.split('\n');
  assert.match(running!, /^0003 +record, 2025-01-03.*running$/);
  assert.match(last1!, /^last +record, 2025-01-02.*mismatch$/, 'a running run is not the last');
  for (const words of ['name 0003 x', 'export 0003'])
    await refuses(
      root,
      `runs ${words}`.split(' '),
      new RegExp(`process ${process.ppid} is still \\w+ this run`),
    );
  assert.deepEqual(await listed(root), ids.toReversed());
});

test('damaged runs and other folders are reported next to the list; wrong words are refused', async () => {
  const root = await threeRuns('damaged');
  const folder = runsFolder(root);
  for (const name of ['notes', '.hidden', 'torn']) mkdirSync(join(folder, name));
  for (const file of ['readme.txt', 'torn/run.json']) writeFileSync(join(folder, file), '{"schema":');
  cpSync(join(folder, ids[1]!), join(folder, 'copy of it'), { recursive: true });
  forge(join(folder, ids[0]!), { schema: 99 });
  const { stdout, stderr } = await succeeds(root, ['runs']);
  assert.equal(stdout.trimEnd().split('\n').length, 3);
  assert.equal(stderr.trimEnd().split('\n').length, 4, stderr);
  for (const problem of [
    /0001.run\.json: written by a newer wiremark/,
    /notes: not a run: it has no run\.json/,
    /copy of it: the same run as /,
    /torn.run\.json: not JSON/,
  ])
    assert.match(stderr, problem);
  for (const [args, message] of [
    [['export', 'nothing'], /no run "nothing": type last, last~1, .*`\S*wiremark runs` lists/],
    [['name', 'last'], /missing required argument 'name'/],
    [['name', 'last', 'last~2'], /are reserved/],
    [['name', 'last', 'a/b'], /no slashes/],
    [['name', 'last', 'a\nb'], /a name has .* no slashes, line breaks/],
    [['export', 'recrod'], /no run "recrod"\. Did you mean "record"\?/],
  ] as const)
    await refuses(root, ['runs', ...args], message);
});

test('runs are removed by the words of the list', async () => {
  const root = await threeRuns('removed');
  const { stdout } = await succeeds(root, ['runs', 'remove', 'last', 'last~1']);
  assert.equal(stdout.match(/^removed /gm)?.length, 2);
  assert.equal((await runs(root)).stdout.trimEnd().split('\n').length, 2, 'a head and one run');
});

test('an interrupted run is listed as such, and is not the last if another is finished', async () => {
  const root = await threeRuns('interrupted');
  const id = '20250104T094502.137Z-record-0004';
  const startedAt = '2025-01-04T09:45:02.137Z';
  const stopped = { why: 'interrupt' } as const;
  writeRun(join(runsFolder(root), id), { ...record, id, startedAt, finishedAt: startedAt, stopped });
  const [, newest, next] = (await runs(root)).stdout.split('\n');
  assert.match(newest!, /^0004 +record, 2025-01-04.* interrupted$/);
  assert.match(next!, /^last +record, 2025-01-03/);
  const reported = await wiremark(root, ['report', 'last', '--format', 'json']);
  assert.equal(JSON.parse(reported.stdout).run.id, ids[2]);
  assert.equal((await jsonOf(root, 'list'))[0].partialReason.why, 'interrupt');
});

test('an exported run is read from its file, and imported', async () => {
  const root = await threeRuns('sender');
  const theirs = scratch('receiver');
  const file = join(theirs, 'sent.wiremark');
  await succeeds(root, ['runs', 'export', '--out', file]);
  const here = (await wiremark(root, ['report', '--format', 'csv'])).stdout;
  assert.match(here, /^record,single,serialize,mill,/m);
  const TMPDIR = scratch('temporary');
  assert.equal(started(theirs, ['report', file, '--format', 'csv'], { TMPDIR }).stdout, here);
  assert.deepEqual(readdirSync(TMPDIR), [], 'the unpacked run is removed');
  assert.match((await wiremark(theirs, ['sql', '--run', file, 'select id from runs'])).stdout, /0003/);
  assert.match((await runs(theirs, 'name', file, 'x')).stderr, /read-only: `\S*wiremark runs import`/);
  assert.match((await runs(theirs, 'import', file)).stdout, /^imported record, 2025-01-03/);
  assert.match((await runs(theirs, 'import', file)).stderr, /0003 is already here/);
  assert.deepEqual(readdirSync(runsFolder(theirs)), [ids[2]]);
  const all = await runs(theirs, 'import', runsFolder(root));
  assert.equal(all.status, 2);
  assert.match(all.stdout, /^imported users, 2025-01-01.*\nimported record, 2025-01-02.*\n$/);
  assert.match(all.stderr, /0003 is already here/);
  assert.match((await runs(root, 'import', theirs)).stderr, /neither a run nor a folder of runs/);
});

test('verify compares runs with their seals; a damaged run is exit code 1', async () => {
  const root = await threeRuns('verified');
  const well = await succeeds(root, ['runs', 'verify']);
  assert.equal(well.stdout.match(/-000\d\) {2}ok: (complete|out of budget), 1 sample$/gm)?.length, 3);
  assert.match(well.stdout, /^All 3 runs are intact$/m);
  const file = join(runsFolder(root), ids[1]!, 'samples.csv');
  writeFileSync(file, readFileSync(file, 'utf8').replace('50123456', '50123457'));
  assert.match((await runs(root)).stdout, /^last~1 .* damaged$/m);
  const { status, stdout } = await runs(root, 'verify');
  assert.equal(status, 1);
  assert.match(stdout, /record-0002 {2}damaged: .*samples\.csv: not the 1 samples that were recorded/);
  assert.match(stdout, /^2 of 3 runs are intact$/m);
  await succeeds(root, ['runs', 'verify', ids[0]!]);
  // A job that checks the wrong folder must not pass.
  const nothing = await runs(scratch('unverified'), 'verify');
  assert.deepEqual([nothing.status, nothing.stdout], [2, '']);
  assert.match(nothing.stderr, /\.wiremark.runs: no runs to verify$/m);
});
