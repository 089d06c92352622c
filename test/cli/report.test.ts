import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { spliced } from '../../src/cli/report/splicing.ts';
import { readRecord } from '../../src/store/folder/reader.ts';
import { runLabel } from '../../src/store/record/run-label.ts';
import { scratchFolder } from '../contract/command.ts';
import { copyRecorded, publishedBy, recordedFolder } from '../report/recorded.ts';
import { makeRun } from '../web/serve-runs.ts';
import { refuses, wiremark } from './in-process.ts';

const scratch = scratchFolder('report');
const BLOCK = '<!-- wiremark:begin recorded -->\n<!-- wiremark:end recorded -->\n';

const report = (folder: string, ...words: readonly string[]) =>
  wiremark(folder, ['report', recordedFolder, ...words]);

function withReadme(name: string, content: string | Buffer): { root: string; file: string } {
  const root = scratch(name);
  const file = join(root, 'README.md');
  writeFileSync(file, content);
  return { root, file };
}

test('a report is spliced between the markers, and a check compares it', async () => {
  const { root, file } = withReadme('spliced', `# Mine\n${BLOCK}the end`);
  const text = () => readFileSync(file, 'utf8');
  const splice = async (...more: readonly string[]) =>
    (await report(root, '--splice', 'README.md', ...more)).status;
  assert.equal(await splice('--check'), 1);
  assert.equal(text(), `# Mine\n${BLOCK}the end`);
  assert.equal(await splice(), 0);
  const written = text();
  const told = /^# Mine\n<!-- wiremark:begin recorded -->\n\n<!-- Made by wiremark report 20260102T/;
  assert.match(written, told);
  assert.match(written, /Measured 2026-01-02 with wiremark 0\.1\.0 on Example CPU 3000/);
  assert.match(written, /\n<!-- wiremark:end recorded -->\nthe end$/);
  assert.equal(await splice(), 0);
  assert.equal(text(), written);
  assert.equal(await splice('--check'), 0);
});

test('a check prints the command that updates the file, quoted for a shell', async () => {
  const root = scratch('named');
  makeRun(root, { day: '2026-01-01', changes: { name: 'before it' } });
  writeFileSync(join(root, 'READ ME.md'), BLOCK.replaceAll('recorded', 'small'));
  const words = ['report', 'before it', '--splice', 'READ ME.md', '--check'];
  const { status, stderr } = await wiremark(root, words);
  assert.equal(status, 1);
  assert.match(stderr, /: \S*wiremark report 'before it' --splice 'READ ME\.md'\n/);
});

test('outside the markers no byte changes, and the block has the line breaks of the file', () => {
  const before = '\ufeffa \r\nb\t\n\r\n<!-- wiremark:begin a -->';
  const after = '<!-- wiremark:end a -->\r\n  c\n\u2028d\rlast';
  const text = spliced('x.md', `${before}\nold\n${after}`, 'a', 'one\ntwo\n\n');
  assert.equal(text, `${before}\r\n\r\none\r\ntwo\r\n\r\n${after}`);
  assert.equal(spliced('x.md', text, 'a', 'one\ntwo'), text);
  for (const wrong of ['# Mine', before, after + before, before + before + after, before + after + after])
    assert.throws(() => spliced('x.md', wrong, 'a', 'one'), /block "a" needs one begin and one end/);
});

test('a file without markers, and one that is not text, are refused and unchanged', async () => {
  const paste =
    /README\.md: block "recorded" needs .*\n {2}<!-- wiremark:begin recorded -->\n {2}<!-- wiremark:end recorded -->\n/;
  for (const [name, content, message] of [
    ['unmarked', '# Mine\n', paste],
    ['binary', Buffer.from([0xff, 0xfe, 0x3c, 0x00]), /not UTF-8/],
  ] as const) {
    const { root, file } = withReadme(name, content);
    await refuses(root, ['report', recordedFolder, '--splice', 'README.md'], message);
    assert.deepEqual(readFileSync(file), Buffer.from(content));
  }
});

test('a run of a suite with a published table is compared with it, with another edition on request', async () => {
  const root = scratch('published');
  const suite = { ...readRecord(recordedFolder).suite, name: 'scalajack' };
  copyRecorded(root, 'run', { suite, ...publishedBy('scalajack') });
  const asked = ['report', '--against', 'published', '--format', 'json'];
  for (const [edition, rows] of [
    ['fast-and-easy', 8],
    ['scalajack-7', 7],
  ] as const) {
    const words = edition === 'scalajack-7' ? ['--edition', edition] : [];
    const { status, stdout } = await wiremark(root, [...asked, ...words]);
    const [first] = JSON.parse(stdout).published;
    assert.deepEqual([status, first.edition.name, first.rows.length], [1, edition, rows]);
  }
  const never = /there is no edition "scalajack-8"\. Did you mean "scalajack-7"\?$/m;
  await refuses(root, [...asked, '--edition', 'scalajack-8'], never);
});

test('--html writes one complete file, in another style on request; failed rows are exit code 1', async () => {
  const root = scratch('page');
  assert.equal((await report(root, '--html', 'run.html', '--style', 'jmh')).status, 1);
  const page = readFileSync(join(root, 'run.html'), 'utf8');
  assert.ok(
    page.startsWith('<!doctype html>') && page.endsWith('</html>\n') && page.includes('in style jmh'),
  );
  const label = runLabel(readRecord(recordedFolder));
  assert.ok(page.includes(`<title>${label} · Recorded: every kind of row – wiremark</title>`));
  assert.equal((await report(root, '--out', 'other.html', '--style', 'jmh')).status, 1);
  assert.equal(readFileSync(join(root, 'other.html'), 'utf8'), page);
  await refuses(
    root,
    ['report', recordedFolder, '--out', 'x.html', '-t', 'serialize'],
    /every row .*leave out --task/,
  );
  await refuses(root, ['report', recordedFolder, '--html', 'nowhere/run.html'], /nowhere\/run\.html/);
  assert.equal(existsSync(join(root, 'nowhere')), false);
});

test('--charts makes a folder, writes charts and prints their paths', async () => {
  const root = scratch('charts');
  const { status, stdout } = await report(root, '--charts', 'a/charts');
  assert.equal(status, 1);
  const paths = stdout.trim().split('\n');
  const files = readdirSync(join(root, 'a/charts')).map((file) => join('a/charts', file));
  assert.deepEqual(paths.toSorted(), files.sort());
  assert.ok(paths.length > 5 && paths.every((path) => path.endsWith('.svg')));
  writeFileSync(join(root, 'file'), '');
  await refuses(root, ['report', recordedFolder, '--charts', 'file'], /can't be used: file already exists/);
});

const nowhere = scratch('nowhere');
for (const [words, message] of [
  ['--splice README.md', /no such file/],
  ['--check', /--check needs --splice/],
  ['--edition scalajack-7', /--edition needs --against published/],
  ['--against published', /no case of the run has published figures; there are some for: none/],
  ['--against published --format csv', /as --format csv; use md or json/],
  ['--notes --format csv', /--notes isn't for --format csv/],
  ['--columns +bytes --format json', /--columns isn't for --format json/],
  ['--columns time,op/s', /There is no column "op\/s"\. Did you mean "ops\/s"\?/],
  ['-r mil', /-r mil matches no runtime of run "recorded, 2026-01-02 \S+"\. Did you mean "mill"\?/],
  // No hint to add a row: a recorded run can't be changed.
  ['-s xyzzy', /-s xyzzy matches no serializer of run "recorded, [^"]+"\.$/m],
  ['-r quartz -d record', /-r quartz -d record together leave nothing/],
  ['--style bdn --format csv', /--style isn't for --format csv/],
  ['--splice x --format md', /--splice .* cannot be used with option '--format /],
  ['--against published --style bdn', /--against .* cannot be used with option '--style /],
  ['--html x --sort bytes', /--html .* cannot be used with option '--sort /],
] as const)
  test(`report ${words} is refused`, async () => {
    await refuses(nowhere, ['report', recordedFolder, ...words.split(' ')], message);
  });
