import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { harmless } from '../../src/cli/output.ts';
import { readRecord } from '../../src/store/folder/reader.ts';
import { wiremark } from '../contract/command.ts';
import { temporary } from '../machine/temporary.ts';
import { copyRecorded, recordedFolder } from '../report/recorded.ts';

const folder = temporary('outlet');

/** Sets a title and colors, erases the screen, reverses a line, and begins a line like a message of wiremark. */
const HOSTILE = '\u001b]0;mine\u0007\u001b[31m\u009b2J\u202e\u009d\r\nwiremark: all is well\u001b[8m';

/** Keys of a record with free text. */
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for them
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const VERBS: readonly (readonly string[])[] = [
  ...['terminal', 'md', 'summary', 'csv', 'json'].map((format) => ['report', 'last', '--format', format]),
  ['compare', 'last', 'last'],
  ['runs'],
  ['list', '--runner', runner],
  ['report', `nothing${HOSTILE}`],
  ['list', '--runner', `${runner}.away`],
  ['report', 'last', '--out', join(folder, HOSTILE, 'report.md')],
];

test('verbs escape control characters of runs, runners and paths', () => {
  for (const words of VERBS) {
    const { stdout, stderr } = wiremark(folder, words);
    const text = stdout + stderr;
    assert.ok(text.length > 0, words.join(' '));
    assert.doesNotMatch(text, STEERING, words.join(' '));
    // A quoted cell of CSV may begin a line with anything.
    if (!words.includes('csv')) assert.doesNotMatch(text, /^wiremark: all is well/m, words.join(' '));
  }
});

test("on a terminal, wiremark's own colors are kept and other sequences escaped", () => {
  const text = '\u001b[1mbold\u001b[22m \u001b[31mred\u001b[39m \u001b[2J\u001b[8m\u001b]0;x\u0007\t\n';
  const told = '\u001b[1mbold\u001b[22m \u001b[31mred\u001b[39m \\u001b[2J\\u001b[8m\\u001b]0;x\\u0007\t\n';
  assert.equal(harmless(text, true), told);
  assert.doesNotMatch(harmless(text, false), STEERING);
});

test('escaped JSON has the same value', () => {
  const value = { 'a\u009b': 'b\u202e\u007f\u001b[0m' };
  assert.deepEqual(JSON.parse(harmless(JSON.stringify(value), false)), value);
});
