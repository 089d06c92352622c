/** Flags that verbs share, as a verb that has them gets them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Command, CommanderError } from '@commander-js/extra-typings';
import { addOutput, type OutputOptions } from '../../src/cli/options.ts';

/** What a verb with these formats is given. @throws CommanderError with what it would print */
async function outputOf(formats: readonly string[], ...words: string[]): Promise<OutputOptions<string>> {
  let found: OutputOptions<string> | undefined;
  let printed = '';
  const verb = new Command('tell').exitOverride().configureOutput({
    writeErr: (text) => {
      printed += text;
    },
  });
  addOutput(verb, formats).action((options) => {
    found = options;
  });
  try {
    await verb.parseAsync(words, { from: 'user' });
  } catch (error) {
    assert.ok(error instanceof CommanderError);
    throw new CommanderError(error.exitCode, error.code, printed);
  }
  return found!;
}

const ALL = ['terminal', 'md', 'summary', 'csv', 'json'];

test('a format is what --format says, else what the ending of --out names, else the first', async () => {
  for (const [words, format] of [
    [[], 'terminal'],
    [['--format', 'csv'], 'csv'],
    [['--out', 'a/b.json'], 'json'],
    [['--out', 'B.MD'], 'md'],
    [['--out', 'table.txt'], 'terminal'],
    [['--out', '/dev/stdout'], 'terminal'],
    [['--out', 'notes.txt', '--format', 'md'], 'md'],
    [['--out', 'notes.rst', '--format', 'summary'], 'summary'],
  ] as const)
    assert.equal((await outputOf(ALL, ...words)).format, format, words.join(' '));
});

test('an ending that a verb can not write is refused before it does anything', async () => {
  for (const [formats, out, message] of [
    [
      ALL,
      'run.xlsx',
      /tell writes no \.xlsx \(--out run\.xlsx\); it writes \.txt, \.md, \.markdown, \.csv, \.json/,
    ],
    [['terminal', 'json'], 'table.csv', /tell writes no \.csv .*it writes \.txt, \.json/],
    [['terminal', 'json'], 'table.md', /tell writes no \.md/],
  ] as const) {
    await assert.rejects(outputOf(formats, '--out', out), (error) => {
      assert.ok(error instanceof CommanderError);
      assert.match(error.message, message);
      assert.equal(error.exitCode, 2);
      return true;
    });
  }
  await assert.rejects(
    outputOf(['terminal', 'json'], '--format', 'csv'),
    /Allowed choices are terminal, json/,
  );
});
