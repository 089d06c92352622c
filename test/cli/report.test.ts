/** What `wiremark report` does to files and says of wrong words; what it prints is in test/report. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { UsageError } from '../../src/cli/errors.ts';
import type { ReportOptions } from '../../src/cli/report/command.ts';
import { report } from '../../src/cli/report/report.ts';
import { scratchFolder } from '../contract/command.ts';
import { recordedFolder } from '../report/make-recorded-run.ts';
import { publishedBy } from '../report/recorded.ts';
import { forge } from '../store/write-run.ts';
import { makeRun } from '../web/serve-runs.ts';
import { refuses, wiremark } from './in-process.ts';

const home = join(import.meta.dirname, '..', '..');

function scratch(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'wiremark-report-'));
  context.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Without what goes to standard error. */
async function quietly(run: string, options: Partial<ReportOptions>): Promise<number> {
  const { write } = process.stderr;
  process.stderr.write = () => true;
  try {
    return await report({ home, cache: '' }, run, { format: 'terminal', ...options });
  } finally {
    process.stderr.write = write;
  }
}

/** The recorded run as one of another suite. */
function runOf(suite: string, folder: string): string {
  const run = join(folder, 'run');
  cpSync(recordedFolder, run, { recursive: true });
  const record = JSON.parse(readFileSync(join(run, 'run.json'), 'utf8'));
  forge(run, { suite: { ...record.suite, name: suite }, ...publishedBy(suite) });
  return run;
}

const BLOCK = '<!-- wiremark:begin recorded -->\n<!-- wiremark:end recorded -->\n';

test('a report goes between the markers, once and for all, and a check tells whether it is there', async (context) => {
  const splice = join(scratch(context), 'README.md');
  writeFileSync(splice, `# Mine\n${BLOCK}the end`);
  assert.equal(await quietly(recordedFolder, { splice, check: true }), 1);
  assert.equal(readFileSync(splice, 'utf8'), `# Mine\n${BLOCK}the end`);
  assert.equal(await quietly(recordedFolder, { splice }), 0);
  const written = readFileSync(splice, 'utf8');
  assert.match(
    written,
    /^# Mine\n<!-- wiremark:begin recorded -->\n\n<!-- Made by wiremark report 20260102T/,
  );
  assert.match(written, /Measured 2026-01-02 with wiremark 0\.1\.0 on Example CPU 3000/);
  assert.match(written, /\n<!-- wiremark:end recorded -->\nthe end$/);
  assert.equal(await quietly(recordedFolder, { splice }), 0);
  assert.equal(readFileSync(splice, 'utf8'), written);
  assert.equal(await quietly(recordedFolder, { splice, check: true }), 0);
});

test('the line that brings a file up to date has the name of the run, and words as a shell takes them', async () => {
  const root = scratchFolder('report')('named');
  makeRun(root, { day: '2026-01-01', changes: { name: 'before it' } });
  const file = 'READ ME.md';
  writeFileSync(join(root, file), BLOCK);
  const { status, stderr } = await wiremark(root, [
    'report',
    '--splice',
    file,
    '--marker',
    'recorded',
    '--check',
  ]);
  assert.equal(status, 1);
  assert.match(stderr, /: \S*wiremark report 'before it' --splice 'READ ME\.md' --marker recorded\n/);
  await wiremark(root, ['runs', 'export', '--out', 'it.wiremark']);
  const sent = await wiremark(root, [
    'report',
    'it.wiremark',
    '--splice',
    file,
    '--marker',
    'recorded',
    '--check',
  ]);
  assert.match(sent.stderr, /report it\.wiremark --splice 'READ/, 'where others may not have the run');
});

test('permissions stay, and a link stays a link', { skip: process.platform === 'win32' }, async (context) => {
  const folder = scratch(context);
  const file = join(folder, 'real.md');
  const splice = join(folder, 'README.md');
  writeFileSync(file, BLOCK);
  chmodSync(file, 0o640);
  symlinkSync(file, splice);
  assert.equal(await quietly(recordedFolder, { splice }), 0);
  assert.ok(lstatSync(splice).isSymbolicLink());
  assert.equal(statSync(file).mode & 0o777, 0o640);
  assert.match(readFileSync(file, 'utf8'), /jvm\/zio-json/);
});

const refused = (message: RegExp) => (error: unknown) =>
  error instanceof UsageError && message.test(error.message);

test('a file without markers is told the two lines to paste; one with half of them the line', async (context) => {
  const splice = join(scratch(context), 'README.md');
  writeFileSync(splice, '# Mine\n');
  const paste =
    /README\.md: there are no markers.*\n {2}<!-- wiremark:begin x -->\n {2}<!-- wiremark:end x -->$/;
  await assert.rejects(quietly(recordedFolder, { splice, marker: 'x' }), refused(paste));
  writeFileSync(splice, `\n${BLOCK.split('\n')[0]}\n`);
  await assert.rejects(
    quietly(recordedFolder, { splice }),
    refused(/README\.md:2: block "recorded" begins here/),
  );
});

test('what is no text or not there is refused and stays as it is', async (context) => {
  const splice = join(scratch(context), 'README.md');
  await assert.rejects(quietly(recordedFolder, { splice }), refused(/no such file/));
  const bytes = Buffer.from([0xff, 0xfe, 0x3c, 0x00]);
  writeFileSync(splice, bytes);
  await assert.rejects(quietly(recordedFolder, { splice }), refused(/not UTF-8/));
  assert.deepEqual(readFileSync(splice), bytes);
});

test('a suite without a published table is told which have one', async () => {
  await assert.rejects(
    quietly(recordedFolder, { against: 'published' }),
    refused(/suite recorded has no published table; suites with one: .*playground, scalajack/),
  );
});

test('a run of a suite with a published table is held against it', async (context) => {
  const folder = scratch(context);
  const out = join(folder, 'against.json');
  // A row of the recorded run failed.
  assert.equal(await quietly(runOf('scalajack', folder), { against: 'published', format: 'json', out }), 1);
  const { published } = JSON.parse(readFileSync(out, 'utf8'));
  assert.equal(published[0].title, 'writing');
  assert.deepEqual([published[0].edition.name, published[0].rows.length], ['fast-and-easy', 8]);
});

test('another edition of the page is compared on request; one that it never had is refused', async (context) => {
  const folder = scratch(context);
  const [run, out] = [runOf('scalajack', folder), join(folder, 'against.json')];
  const asked = { against: 'published', format: 'json', out } as const;
  assert.equal(await quietly(run, { ...asked, edition: 'scalajack-7' }), 1);
  const { published } = JSON.parse(readFileSync(out, 'utf8'));
  assert.deepEqual([published[0].edition.name, published[0].rows.length], ['scalajack-7', 7]);
  await assert.rejects(
    quietly(run, { ...asked, edition: 'scalajack-8' }),
    refused(/page of suite scalajack has no edition "scalajack-8"\. Did you mean "scalajack-7"\?$/),
  );
});

for (const [what, options, message] of [
  ['a check of nothing', { check: true }, /--check needs --splice/],
  ['a marker of nothing', { marker: 'a' }, /--marker needs --splice/],
  ['an edition of nothing', { edition: 'scalajack-7' }, /--edition needs --against published/],
  ['a comparison in short', { against: 'published', format: 'summary' }, /--against can.t be printed as/],
  ['a comparison in lines', { against: 'published', format: 'csv' }, /as --format csv; use md or json/],
  ['notes for programs', { notes: true, format: 'csv' }, /--notes is for --format terminal and md/],
  [
    'columns where there are none',
    { columns: [{ id: 'bytes', more: true }], format: 'json' },
    /--columns is for --format terminal, csv and md/,
  ],
  [
    'a pattern that matches nothing of the run',
    { runtime: ['nod'] },
    /-r nod matches no runtime of run "recorded, 2026-01-02 \S+"\. Did you mean "node"\?/,
  ],
  // A recorded run can't be added to.
  [
    'a name that nothing of the run has',
    { serializer: ['xyzzy'] },
    /-s xyzzy matches no serializer of run "recorded, [^"]+"\.$/,
  ],
  ['filters that leave nothing together', { runtime: ['python'], dataset: ['record'] }, /./],
  ['a style of a table for programs', { style: 'bdn', format: 'csv' }, /not for csv/],
] as const)
  test(`${what} is refused`, async () => {
    await assert.rejects(quietly(recordedFolder, options), refused(message));
  });

test('a column that there is not is told the nearest', async () => {
  const nearest = /There is no column "op\/s"\. Did you mean "ops\/s"\?/;
  await refuses('.', ['report', '--columns', 'time,op/s'], nearest);
});

test('flags that mean nothing together are refused', async () => {
  for (const [flag, other] of [
    ['--splice', '--format'],
    ['--splice', '--style'],
    ['--against', '--style'],
    ['--html', '--charts'],
    ['--html', '--sort'],
    ['--splice', '--notes'],
  ] as const) {
    const words = { '--sort': 'bytes', '--format': 'md', '--style': 'bdn', '--against': 'published' };
    const word = (name: string) => words[name as keyof typeof words] ?? 'x';
    const told = `${flag} .* cannot be used with option '${other}[ ']`;
    await refuses('.', ['report', flag, word(flag), other, word(other)], new RegExp(told));
  }
});
