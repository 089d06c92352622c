import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RunRecord } from '../../src/store/record/record.ts';
import { scratchFolder } from '../contract/command.ts';
import { makeRun, writeRun } from '../report/compare/make-runs.ts';
import { refuses, succeeds, wiremark } from './in-process.ts';

const scratch = scratchFolder('compare');
const compare = async (folder: string, ...args: readonly string[]) =>
  await wiremark(folder, ['compare', ...args]);

function folderOfRuns(name: string): string {
  const folder = scratch(name);
  writeRun(folder, makeRun('before'));
  writeRun(folder, makeRun('after'));
  return folder;
}

const folder = folderOfRuns('two');
const before = makeRun('before').record.id;

test('the last two runs are compared by default; without a rule the exit code is 0', async () => {
  const { stdout, stderr } = await succeeds(folder, ['compare']);
  assert.doesNotMatch(stderr, /FAILED/);
  assert.equal(stdout, (await compare(folder, 'be40', 'af7e')).stdout);
  assert.match(stdout, /NEWLY FAILING: ark\/circe/);
  assert.match(stdout, /ark\/jackson .* 16\.8 % slower/);
});

test('without names, the last two runs that share cases are compared', async () => {
  const several = folderOfRuns('in-between');
  const { record } = makeRun('after');
  const others = { datasets: {}, cases: record.cases.map((one) => ({ ...one, dataset: 'others' })) };
  const later = (id: string, day: number, changes: Partial<RunRecord> = {}) =>
    writeRun(several, makeRun('after', { id, startedAt: `2026-02-0${day}T00:00:00.000Z`, ...changes }));
  later('20260201T000000.000Z-library-0001', 1, others);
  const alone = /no run before library, \S+ \S+ has a case of it: name two \(`\S+ runs` lists them\)/;
  await refuses(several, ['compare'], alone);
  later('20260202T000000.000Z-library-0002', 2, { name: 'newest' });
  const found = await succeeds(several, ['compare']);
  const told = /^wiremark: comparing the last two runs that share cases: library, 2026-01-09 .*; newest$/m;
  assert.match(found.stderr, told);
  assert.match(found.stdout, /^library, 2026-01-09 .* → newest$/m);
  later('20260203T000000.000Z-library-0003', 3, { machine: { ...record.machine, cores: 64 } });
  later('20260204T000000.000Z-library-0004', 4);
  const same = /share cases: newest; library, 2026-02-04/;
  assert.match((await succeeds(several, ['compare'])).stderr, same, 'the run between is of another machine');
});

test('--baseline needs a row that both runs ranked', async () => {
  const asked = await compare(folder, '--baseline', 'protobuf');
  assert.match(asked.stdout, /Ratios are times relative to ark\/protobuf of the same run/);
  const told = /Not compared: ark\/protobuf isn't ranked in both runs: .*--baseline\s+\(.*mill\/json/s;
  assert.match(asked.stdout, told);
});

test('a broken rule is exit code 1 and named on standard error; a kept rule is 0', async () => {
  const broken = await compare(folder, '--fail-if', 'faster > 90%', '--fail-if', 'slower > 5%');
  assert.equal(broken.status, 1);
  const told = /^wiremark: FAILED "slower > 5%": ark\/jackson, record\/single, serialize: 16\.8 % slower/m;
  assert.match(broken.stderr, told);
  assert.match(broken.stdout, /^FAILED "slower > 5%": /m);
  const passed = await succeeds(folder, ['compare', '--fail-if', 'slower > 40%']);
  assert.match(passed.stderr, /^wiremark: passed "slower > 40%": none of \d+ rows/m);
  await succeeds(folder, ['compare', '--fail-if', 'slower', '-s', 'msgpackr']);
});

test('wrong rules, runs and filters are exit code 2 with the fix', async () => {
  for (const [args, message] of [
    [['--fail-if', 'slowr > 5%'], /--fail-if "slowr > 5%": .*Did you mean "slower"\?$/m],
    [['nowhere', 'last'], /no run "nowhere"/],
    [
      ['-s', 'ark/jakson'],
      /-s ark\/jakson matches no serializer of these runs\. Did you mean "ark\/jackson"/,
    ],
    [['--within', 'x'], /percentage/],
    [[before, 'last', 'last~1'], /too many arguments/],
    [['last', '--fail-if', 'failed'], /--fail-if can't judge \S+ by itself: name two runs/],
    [['--format', 'html'], /Allowed choices are terminal, md, .*summary/],
  ] as const)
    await refuses(folder, ['compare', ...args], message);
  const none = await compare(folder, '--fail-if', 'ark/jakson: slower');
  assert.equal(none.status, 2);
  assert.match(none.stderr, /NOT CHECKED .*no serializer matches "ark\/jakson"/);
});

test('--out writes a file in the format of its ending; a path names a run', async () => {
  const file = join(scratch('out'), 'out.json');
  const path = join(folder, '.wiremark', 'runs', before);
  const words = [path, 'last', '--out', file, '--fail-if', 'failed'];
  const { status, stdout, stderr } = await compare(folder, ...words);
  assert.deepEqual([status, stdout], [1, '']);
  assert.match(stderr, /wrote .*out\.json/);
  const { before: run, guard } = JSON.parse(readFileSync(file, 'utf8'));
  assert.equal(run.id, before);
  assert.equal(guard[0].outcome, 'failed');
});

test('--html writes a page without scripts that fetches nothing', async () => {
  const file = join(scratch('page'), 'page.html');
  const { status, stdout, stderr } = await compare(folder, '--html', file);
  assert.deepEqual([status, stdout], [0, '']);
  assert.match(stderr, /wrote .*page\.html/);
  const html = readFileSync(file, 'utf8');
  assert.match(html, /<h1>library, \S+ \S+ → library, \S+ \S+<\/h1>/);
  const told = /Content-Security-Policy" content="default-src 'none'; script-src 'none'; style-src 'sha256-/;
  assert.match(html, told);
  assert.match(html, /16\.8 % slower/);
  assert.match(html, /Next: [^<]*<\/p><pre[^>]*>wiremark (check|run|compare)/);
  assert.doesNotMatch(html, /<script|\ssrc=|https?:/);
  assert.equal((await compare(folder, '--html', file, '--format', 'md')).status, 2);
  const other = join(scratch('other'), 'page.html');
  assert.equal((await compare(folder, '--out', other)).status, 0);
  assert.equal(readFileSync(other, 'utf8'), html);
});

test('compare has the filters of every verb, but not --runner', async () => {
  const filters = ['-r', 'ark', '-S', 'jackson', '-D', 'users', '-F', 'protobuf'];
  const taken = await succeeds(folder, ['compare', ...filters]);
  assert.match(taken.stdout, /ark\/zio-json/);
  assert.doesNotMatch(taken.stdout, /ark\/jackson|ark\/protobuf|mill\/msgpackr|users\/small/);
  assert.match((await compare(folder, '--runner', 'nowhere.toml')).stderr, /unknown option '--runner'/);
});
