import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { RUN_FILE, SAMPLES_FILE } from '../../src/store/folder/files.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { spelledTime } from '../../src/store/record/run-label.ts';
import { contender, failed } from '../report/small-run.ts';
import { temporaryFolder } from '../store/record.ts';
import { writeRun, writtenBy } from '../store/write-run.ts';
import { folderOf, MACHINE, makeRun, serving, servingRuns } from './serve-runs.ts';

async function servingOne(t: TestContext) {
  const { keys, ...served } = await servingRuns(t, [{ day: '2026-01-01' }]);
  return { key: keys[0]!, ...served };
}

test('the list has every run, newest first, and new ones without a restart', async (t) => {
  const root = temporaryFolder(t);
  const { get } = await serving(t, root);
  for (const page of ['/', '/history'])
    assert.match((await get(page)).body, /no runs here yet. (&quot;|")\.\/wiremark run(&quot;|") makes one/);
  const first = makeRun(root, { day: '2026-01-01' });
  const second = makeRun(root, { day: '2026-02-02', changes: { name: 'before-release' } });
  const { status, body } = await get('/');
  assert.equal(status, 200);
  assert.ok(body.indexOf(`/runs/${second}"`) < body.indexOf(`/runs/${first}"`));
  assert.match(body, />before-release<\/a>/);
  assert.match(body, /<div class="dim">small, 2026-02-02 \d\d:\d\d<\/div>/);
  const third = makeRun(root, { day: '2026-03-03', changes: { name: 'small nightly' } });
  const named = (await get('/')).body;
  assert.match(named, />small nightly<\/a><div class="dim">small, 2026-03-03 \d\d:\d\d<\/div>/);
  assert.match(named, />small, 2026-01-01 \d\d:\d\d<\/a><\/th>/, 'its label has suite and time already');
  rmSync(folderOf(root, third), { recursive: true });
  assert.match(body, /mill\/row 2\.0\d×/, 'the best row, twice as fast as the baseline');
  rmSync(folderOf(root, first), { recursive: true });
  assert.doesNotMatch((await get('/')).body, new RegExp(first));
});

test('damaged and foreign folders are listed with the reason, below the runs', async (t) => {
  const root = temporaryFolder(t);
  const fine = makeRun(root, { day: '2026-01-01' });
  const records = { newer: '{"schema":99}', foreign: '{"hello":1}', cut: '{"schema' };
  for (const [key, record] of Object.entries(records)) {
    mkdirSync(folderOf(root, key));
    writeFileSync(join(folderOf(root, key), RUN_FILE), record);
  }
  mkdirSync(folderOf(root, 'empty'));
  const { get } = await serving(t, root);
  const { body } = await get('/');
  assert.match(body, new RegExp(fine));
  assert.match(body, /<li>newer: \S+run\.json: written by a newer wiremark/);
  for (const key of ['foreign', 'cut', 'empty'])
    assert.match(body, new RegExp(`<li>${key}: \\S*run\\.json|<li>${key}: .*no such file`));
  const page = await get('/runs/newer');
  assert.equal(page.status, 500);
  assert.match(page.body, /written by a newer wiremark/);
});

test('a run whose samples are damaged says so on its page, and stays in the list', async (t) => {
  const { root, key, get } = await servingOne(t);
  appendFileSync(join(folderOf(root, key), SAMPLES_FILE), 'nonsense\n');
  assert.match((await get('/')).body, new RegExp(`/runs/${key}"`));
  const page = await get(`/runs/${key}`);
  assert.equal(page.status, 500);
  assert.match(page.body, /samples\.csv: not the 20 samples that were recorded/);
  assert.match((await get('/history?row=mill/row')).body, /can't be read/);
});

test('added runs are shown with those of the folder, their neighbors are not', async (t) => {
  const [root, elsewhere] = [temporaryFolder(t), temporaryFolder(t)];
  const own = makeRun(root, { day: '2026-01-01' });
  const sent = makeRun(elsewhere, { day: '2026-02-02' });
  const beside = makeRun(elsewhere, { day: '2026-03-03' });
  const { get } = await serving(t, root, { also: [folderOf(elsewhere, sent)] });
  const { body } = await get('/');
  assert.ok(body.indexOf(`/runs/${sent}"`) < body.indexOf(`/runs/${own}"`));
  assert.ok(!body.includes(beside));
  assert.match((await get(`/runs/${sent}`)).body, /<h1>Small things<\/h1>/);
  assert.equal((await get(`/runs/${beside}`)).status, 404);
});

test('the page of a run has navigation and its data, and changes with its run', async (t) => {
  const { root, key, get } = await servingOne(t);
  const [first, second] = [await get(`/runs/${key}`), await get(`/runs/${key}`)];
  assert.equal(first.body, second.body);
  for (const part of ['<h1>Small things</h1>', 'id="data"', 'href="/"', 'href="/history"'])
    assert.ok(first.body.includes(part), part);
  const folder = folderOf(root, key);
  const { record } = readRun(folder);
  rmSync(folder, { recursive: true });
  writeRun(folder, { ...record, suite: { ...record.suite, title: 'Other things' } });
  assert.match((await get(`/runs/${key}`)).body, /<h1>Other things<\/h1>/);
});

test('a run that is being measured shows how far it is', async (t) => {
  const root = temporaryFolder(t);
  const one = { dataset: 'record', size: 'single', batch: 1, contenders: [0, 1], baseline: 0 };
  const cases = [{ ...one, task: 'serialize', rounds: 4 } as const, { ...one, task: 'deserialize' } as const];
  const key = makeRun(root, { day: '2026-01-01', changes: { finishedAt: null, partial: true, cases } });
  // This test's parent lives as long as the test.
  const over = writtenBy(process.ppid, folderOf(root, key));
  const { get } = await serving(t, root);
  assert.match((await get('/')).body, />running</);
  const { body } = await get(`/runs/${key}`);
  assert.match(body, /being measured now: 0 of 2 cases done, 4 rounds of the next/);
  assert.match((await get('/history')).body, /no runs here yet/);
  over();
  assert.match((await get('/')).body, /cut off/);
});

test('a history can be chosen by rows and case, and has every run with its machine', async (t) => {
  const { get } = await servingRuns(t, 'history');
  const page = async (query: string) => (await get(`/history${query}`)).body;
  const body = await page('');
  assert.match(body, /<h1>History of record\/single, serialize<\/h1>/);
  assert.match(body, /From 2 kinds or machines, whose absolute times aren't compared/);
  const cellsOf = (row: string) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      cell!.replaceAll(/<[^>]*>/g, '').trim(),
    );
  const rows = [...body.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => cellsOf(row).join(' '));
  const days = ['08-08', '07-07', '06-06', '05-05', '04-02', '03-20', '03-01', '02-11', '01-10'];
  assert.equal(rows.length, 1 + days.length);
  for (const [i, day] of days.entries()) {
    const label = `small, ${spelledTime(`2026-${day}T12:00:00.000Z`)} ${[0, 4].includes(i) ? 'n1' : 'M1'} `;
    assert.ok(rows[1 + i]!.startsWith(label), rows[1 + i]);
  }
  assert.match(rows[1]!, / n1 .* 0\.507 \[.*\]349 ns/);
  assert.match(body, /rank 1(?:–\d)?</);
  assert.match(rows[3]!, /% faster/, 'the run in which it got faster is marked');
  assert.match(rows[4]!, /mismatch: hard document 3/);
  assert.match(body, /<li>mill\/row: [\d.]+ % faster relative to mill\/base since .*small, 2026-06-06/);
  assert.match(body, /class="faster established"/);
  const both = await page('?row=mill/base&row=mill/row');
  assert.equal(both.match(/<figure>/g)?.length, 2);
  assert.match(both, /<strong>mill\/base<\/strong> baseline</);
  // Unknown rows and cases get the defaults.
  assert.match(await page('?row=mill/none&case=no/such,%20serialize'), /<strong>mill\/row<\/strong>/);
});

test('the newest run of each cell of a fleet is in one page, a run with versions in another', async (t) => {
  const { get } = await serving(t, temporaryFolder(t));
  assert.equal((await get('/fleet')).status, 404);
  const on = (kind: string, more = {}) => ({ changes: { tags: { fleet: `${kind}+small+1` }, ...more } });
  const contenders = ['ark@1/json', 'ark@2/json'].map((name) => contender(name));
  const fleet = await servingRuns(t, [
    { day: '2026-01-01', ...on('epyc'), times: [1000, 2000] },
    { day: '2026-01-02', ...on('arm', { machine: { ...MACHINE, cpu: 'Neoverse' } }) },
    { day: '2026-01-03', ...on('epyc') },
    { day: '2026-01-04', changes: { contenders } },
  ]);
  const listed = /<a href="\/fleet">.* 3 kinds or .*: epyc: AMD EPYC, .*; arm: Neoverse, .*; M1: AMD EPYC, /;
  assert.match((await fleet.get('/')).body, listed);
  const kinds = (await fleet.get('/fleet')).body;
  for (const part of ['mill/row leads on both kinds.', 'The newest run of each cell counts.', fleet.keys[2]!])
    assert.ok(kinds.includes(part), part);
  assert.ok(!kinds.includes(fleet.keys[0]!));
  assert.match((await fleet.get(`/versions/${fleet.keys[3]}`)).body, />ark@1<.*>ark@2</);
  assert.ok((await fleet.get(`/runs/${fleet.keys[3]}`)).body.includes(`href="/versions/${fleet.keys[3]}"`));
  assert.ok(!(await fleet.get(`/runs/${fleet.keys[2]}`)).body.includes('/versions/'));
  appendFileSync(join(folderOf(fleet.root, fleet.keys[1]!), SAMPLES_FILE), 'nonsense\n');
  assert.match((await fleet.get('/fleet')).body, /1 of 2 kinds\. Missing: arm\+small\+1: .*samples\.csv/);
});

test('only rows that were ranked can be chosen for a history', async (t) => {
  const { get } = await servingRuns(t, [{ day: '2026-01-01', ...failed('mismatch') }]);
  const { body } = await get('/history');
  assert.deepEqual(body.match(/name="row" value="[^"]*"/g), ['name="row" value="mill/base"']);
});

test('later errors of the server are reported and do not end it', async (t) => {
  const listen = t.mock.method(Server.prototype, 'listen');
  const failed = t.mock.fn();
  const { get } = await serving(t, temporaryFolder(t), { failed });
  const [first, second] = [new Error('EMFILE'), new Error('EMFILE again')];
  for (const error of [first, second]) (listen.mock.calls[0]!.this as Server).emit('error', error);
  const errors = failed.mock.calls.map(({ arguments: [error] }) => error);
  assert.deepEqual(errors, [first, second]);
  assert.equal((await get('/')).status, 200);
});
