/** `--format` and `--out`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command } from '@commander-js/extra-typings';
import { addOutput } from '../../src/cli/options.ts';

/** The parsed format of a verb with these formats, or its exit code and error. */
async function formatOf(formats: readonly string[], words: string): Promise<string> {
  const found: string[] = [];
  const verb = new Command('tell').exitOverride().configureOutput({ writeErr: (text) => found.push(text) });
  addOutput(verb, formats).action(({ format }) => void found.push(format));
  const parsed = verb.parseAsync(words.split(' ').filter(Boolean), { from: 'user' });
  await parsed.catch(({ exitCode }) => found.unshift(`${exitCode}: `));
  return found.join('');
}

const ALL = ['terminal', 'md', 'summary', 'csv', 'json'];
const TWO = ['terminal', 'json'];

test('--format sets the format, else the ending of --out, else it is the first', async () => {
  for (const [words, format] of [
    ['', 'terminal'],
    ['--format csv', 'csv'],
    ['--out a/b.json', 'json'],
    ['--out B.MD', 'md'],
    ['--out table.txt', 'terminal'],
    ['--out /dev/stdout', 'terminal'],
    ['--out notes.txt --format md', 'md'],
    ['--out notes.rst --format summary', 'summary'],
  ] as const)
    assert.equal(await formatOf(ALL, words), format, words);
});

test('a format or ending that a verb can not write is refused', async () => {
  for (const [formats, words, message] of [
    [
      ALL,
      '--out run.xlsx',
      /^2: .*tell writes no \.xlsx \(--out run\.xlsx\); it writes \.txt, \.md, \.csv, \.json/,
    ],
    [TWO, '--out table.csv', /^2: .*tell writes no \.csv .*it writes \.txt, \.json/],
    [TWO, '--format csv', /Allowed choices are terminal, json/],
  ] as const)
    assert.match(await formatOf(formats, words), message);
});
