/** Nothing that a run, a runner or a path has in it steers the terminal, whatever verb prints it. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { harmless } from '../../src/cli/output.ts';
import { TABLE_STYLES } from '../../src/define/types.ts';
import { readRecord } from '../../src/store/folder/reader.ts';
import { source, wordsFor } from '../machine/script.ts';
import { temporary } from '../machine/temporary.ts';
import { copyRecorded, recordedFolder } from '../report/make-recorded-run.ts';

const home = join(import.meta.dirname, '..', '..');
const folder = temporary('outlet');

/** A title, a colour, an erased screen in one byte, a turned line, and a line that looks like one of ours. */
const HOSTILE = '\u001b]0;mine\u0007\u001b[31m\u009b2J\u202e\u009d\r\nwiremark: all is well\u001b[8m';

/** Every text of a record that means nothing to a program. */
const FREE = new Set('title version cpu os kernel reason fix serializer tool row'.split(' '));

function poisoned(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return FREE.has(key) ? `${value}${HOSTILE}` : value;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, poisoned(one, name)]));
}

copyRecorded(folder, 'recorded', poisoned(readRecord(recordedFolder)) as object);
const runner = join(folder, `runner${HOSTILE.replaceAll('/', '')}.toml`);
const title = JSON.stringify(HOSTILE).replaceAll('\u009b', '\\u009b').replaceAll('\u009d', '\\u009d');
writeFileSync(
  runner,
  `runtime = "mine"
title = ${title}
start = ["false"]

[[serializer]]
id = "x"
title = ${title}
format = "json"
output = "text"
tasks = ["serialize"]
file = "x"
`,
);

/** In a process of their own, since it is what goes to its standard output and error that counts. */
function saidBy(verbs: readonly (readonly string[])[]): string[] {
  const script = `
    const { main } = await import(${source('cli/main.ts')});
    let said = '';
    const write = process.stdout.write.bind(process.stdout);
    for (const stream of [process.stdout, process.stderr])
      stream.write = (chunk) => ((said += chunk), true);
    const all = [];
    for (const words of ${JSON.stringify(verbs)}) {
      said = '';
      await main(words, ${JSON.stringify({ home, cache: join(folder, 'cache') })});
      all.push(said);
    }
    write(JSON.stringify(all));
    process.exitCode = 0;`;
  const { stdout, stderr } = spawnSync(process.execPath, wordsFor(script), { cwd: folder, encoding: 'utf8' });
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const VERBS: readonly (readonly string[])[] = [
  ...['terminal', 'md', 'summary', 'csv', 'json'].map((format) => ['report', 'last', '--format', format]),
  ...TABLE_STYLES.map((style) => ['report', 'last', '--style', style]),
  ...['terminal', 'md', 'csv', 'json'].map((format) => ['compare', 'last', 'last', '--format', format]),
  ['runs'],
  ['runs', '--format', 'json'],
  ['list', '--runner', runner],
  ['report', `nothing${HOSTILE}`],
  ['run', join(folder, `suite${HOSTILE}.toml`)],
  ['list', '--runner', `${runner}.away`],
  ['report', 'last', '--out', join(folder, HOSTILE, 'report.md')],
];

const MISSPELT = [[`verb${HOSTILE}`], ['run', `--flag${HOSTILE}`]];

test('no verb prints what steers a terminal, whatever runs, runners and paths have in them', () => {
  for (const [i, text] of saidBy([...VERBS, ...MISSPELT]).entries()) {
    const words = [...VERBS, ...MISSPELT][i]!;
    assert.ok(text.length > 0, words.join(' '));
    assert.doesNotMatch(text, STEERING, words.join(' '));
    // Within quotes of CSV a line may begin with anything; what was typed by hand is nobody else's.
    if (!words.includes('csv') && i < VERBS.length)
      assert.doesNotMatch(text, /^wiremark: all is well/m, words.join(' '));
  }
});

test('our own colours stay where there is a terminal, and nothing else does', () => {
  const text = '\u001b[1mbold\u001b[22m \u001b[31mred\u001b[39m \u001b[2J\u001b[8m\u001b]0;x\u0007\t\n';
  assert.equal(
    harmless(text, true),
    '\u001b[1mbold\u001b[22m \u001b[31mred\u001b[39m \\u001b[2J\\u001b[8m\\u001b]0;x\\u0007\t\n',
  );
  assert.doesNotMatch(harmless(text, false), STEERING);
});

test('what a program reads means the same: escapes within JSON are those of JSON', () => {
  const value = { 'a\u009b': 'b\u202e\u007f\u001b[0m' };
  assert.deepEqual(JSON.parse(harmless(JSON.stringify(value), false)), value);
});
