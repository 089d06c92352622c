/** Help at the width of a terminal: filled anew where it is too wide, and nothing lost. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitted } from '../../src/cli/help.ts';
import { wiremark as started } from '../contract/command.ts';
import { place } from '../contract/place.ts';
import { succeeds } from './in-process.ts';

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
  test(`wiremark ${verb} --help fits 80 columns but for commands to copy`, async () => {
    const { stdout } = await succeeds('.', [...verb.split(' ').filter((word) => word !== ''), '--help']);
    const wide = stdout.split('\n').filter((line) => [...line].length > 80 && !/^ +\S*wiremark /.test(line));
    assert.deepEqual(wide, []);
  });

test('flags and texts have the same width: that of COLUMNS where the output is piped', () => {
  const { stdout } = started('.', ['report', '--help'], { COLUMNS: '100' });
  const [flags = '', texts = ''] = stdout.split('\nA style prints');
  for (const part of [flags, texts]) {
    const widths = part.split('\n').map((line) => [...line].length);
    assert.ok(Math.max(...widths) > 90, part);
  }
});

test('what an example of a suite in the help selects is there', async () => {
  const examples = new Set<string>();
  for (const verb of [[], ['run'], ['bench']]) {
    const { stdout } = await succeeds(place.home, [...verb, '--help']);
    const found = [...stdout.matchAll(/^ +\S*wiremark (run (?!--data)[a-z][^\n]*?)(?: {2,}[^\n]*)?$/gm)]
      .map(([, words = '']) => words.replaceAll("'", ''))
      .filter((words) => !/ --(data|out)\b/.test(words));
    assert.ok(found.length > 0);
    for (const one of found) examples.add(one);
  }
  for (const example of examples) await succeeds(place.home, [...example.split(' '), '--list']);
});
