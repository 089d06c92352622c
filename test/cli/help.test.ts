/** Help at the width of a terminal: filled anew where it is too wide, and nothing lost. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { fitted } from '../../src/cli/help.ts';
import { wiremark } from '../contract/command.ts';
import { place } from '../contract/place.ts';

test('prose is filled, a second column goes on below itself, commands stay to be copied', () => {
  const help = [
    'Rows are the same where dataset and size are.',
    'They hold.',
    '',
    '  missing   was ok, and is not in the run',
    '  wiremark compare base head --fail-if failed',
    '  slower',
  ].join('\n');
  assert.equal(
    fitted(help, 34),
    [
      'Rows are the same where dataset',
      'and size are. They hold.',
      '',
      '  missing   was ok, and is not in',
      '            the run',
      '  wiremark compare base head --fail-if failed',
      '  slower',
    ].join('\n'),
  );
  assert.equal(fitted(help, 80), help);
});

for (const verb of ['', 'run', 'report', 'compare'])
  test(`wiremark ${verb} --help fits 80 columns but for commands to copy`, () => {
    const { stdout } = wiremark('.', [...verb.split(' ').filter((word) => word !== ''), '--help']);
    const wide = stdout.split('\n').filter((line) => [...line].length > 80 && !/^ +\S*wiremark /.test(line));
    assert.deepEqual(wide, []);
  });

test('flags and texts have the same width: that of COLUMNS where the output is piped', () => {
  const env = { ...process.env, WIREMARK_CACHE: place.cache, COLUMNS: '100' };
  const { stdout } = spawnSync(join(place.home, 'wiremark'), ['report', '--help'], { env, encoding: 'utf8' });
  const [flags = '', texts = ''] = stdout.split('\nA style prints');
  for (const part of [flags, texts]) {
    const widths = part.split('\n').map((line) => [...line].length);
    assert.ok(Math.max(...widths) > 90, part);
  }
});

test('bench lists no --resume, which run has', () => {
  const { stdout } = wiremark(place.home, ['bench', '--help']);
  assert.match(stdout, /--versions/);
  assert.doesNotMatch(stdout, /--resume/);
});

for (const verb of ['', 'run', 'bench'])
  test(`wiremark ${verb} --help: what an example of a suite selects is there`, () => {
    const { stdout } = wiremark(place.home, [...verb.split(' ').filter((word) => word !== ''), '--help']);
    const examples = [...stdout.matchAll(/^ +\S*wiremark (run (?!--data)[a-z][^\n]*?)(?: {2,}[^\n]*)?$/gm)]
      .map(([, words = '']) => words.split(' ').map((word) => word.replaceAll("'", '')))
      .filter((words) => !words.includes('--data') && !words.includes('--out'));
    assert.ok(examples.length > 0);
    for (const words of examples) {
      const { status, stderr } = wiremark(place.home, [...words, '--list']);
      assert.equal(status, 0, stderr);
    }
  });
