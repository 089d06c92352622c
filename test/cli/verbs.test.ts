import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { Command } from '@commander-js/extra-typings';
import { addOutput } from '../../src/cli/options.ts';
import { typeable } from '../../src/cli/own-command.ts';
import { scratchFolder, wiremark as started } from '../contract/command.ts';
import { place } from '../contract/place.ts';
import { refuses, succeeds } from './in-process.ts';

test('commands in messages are replaced, other words about wiremark are not', () => {
  const called = process.argv[1];
  process.argv[1] = join(process.cwd(), 'bin', 'wiremark');
  try {
    const told = 'no runs yet: `bin/wiremark run` makes one';
    assert.equal(typeable('no runs yet: `wiremark run` makes one'), told);
    assert.equal(typeable('To add it: wiremark new suite x'), 'To add it: bin/wiremark new suite x');
    const expected = 'as follows\n  bin/wiremark sql "from runs"';
    assert.equal(typeable('as follows\n  wiremark sql "from runs"'), expected);
    for (const text of ['x.run: not a wiremark run (no head)', 'wiremark: stopping', 'every wiremark run'])
      assert.equal(typeable(text), text);
    process.argv[1] = '/w';
    assert.equal(typeable('"wiremark list" shows all'), '"/w list" shows all', 'not below this folder');
    process.argv[1] = resolve('../w');
    process.env._ = '../w';
    assert.equal(typeable('"wiremark list" shows all'), '"../w list" shows all', 'as typed');
  } finally {
    process.argv[1] = called!;
  }
});

test('messages and help name the command as it was called', () => {
  const here = scratchFolder('called')('here');
  const said = (words: string[], env: NodeJS.ProcessEnv = {}) => started(here, words, env);
  const none = said(['runs']);
  assert.deepEqual([none.status, none.stdout], [0, '']);
  assert.match(none.stderr, /no runs yet: `\S+\/wiremark run` makes one/);
  assert.match(said(['--help']).stdout, /^ {2}\S+\/wiremark run --data orders/m);
  assert.match(said(['--help']).stdout, /^Usage: \S+\/wiremark \[options\]/);
  assert.match(said(['sql']).stdout, /^`\S+\/wiremark sql --help` has examples/m);
  const inPath = { PATH: `${resolve(place.home)}:${process.env.PATH}` };
  assert.match(said(['runs'], inPath).stderr, /no runs yet: `wiremark run` makes one/);
});

test('a misspelled verb is exit code 2 with the nearest verb', async () => {
  for (const argv of [['rnu'], ['rnu', 'quickstart', '--quick']]) {
    const text = await refuses('.', argv, /^error: unknown command 'rnu'\n\(Did you mean run\?\)\n/);
    assert.ok(text.length < 120, 'not the whole help');
  }
  await refuses('.', ['runs', 'exprot'], /^error: unknown command 'exprot'\. Did you mean "export"\?\n/);
});

test('wrong usage ends with 2 and says what is wrong', async () => {
  const revisions = /It takes two revisions or more, none of them empty, such as main,HEAD\.\n/;
  const bench = ['bench', 'row.toml', '--versions'];
  for (const [argv, message] of [
    ...['v1', ',v3', 'v1,', ''].map((versions) => [[...bench, versions], revisions] as const),
    [['bench', 'row.toml', '--resume'], /bench can't resume: use "\S+ run --resume"/],
    [['run', '--rounds', '0'], /whole number from 1/],
    [['run', '--target', 'x'], /percentage/],
    [['run', '-f', 'md'], /Did you mean --format md\?/],
    [['report', '-f', 'html'], /Did you mean --out run\.html\?/],
    [['run', '--budget', '10'], /90s, 10m or 2h/],
    [['run', '--quick', '--full'], /cannot be used with/],
    [['run', '--format', 'html'], /Allowed choices are .*, csv, json\. --out run\.html writes a page\./],
    [['run', 'quickstrat'], /no suite "quickstrat".*Did you mean "quickstart"\?/],
    [['run', 'no/such.toml'], /no\/such\.toml: can't be read: no such file or directory/],
    [
      ['run', '-s', 'jakson'],
      /-s jakson matches no serializer of suite quickstart\. Did you mean "jackson"\?/,
    ],
  ] as const)
    await refuses('.', argv, message);
});

test('help of a verb, and of all verbs', async () => {
  for (const [words, usage] of [
    ['help', /^Exit codes: 0/m],
    ['help run', /^Usage: \S+ run \[options\] \[suite\]$/m],
    ['run -h', /^Usage: \S+ run \[options\] \[suite\]$/m],
    ['help runs export', /^Usage: \S+ runs export \[options\] \[run\]$/m],
    ['runs help name', /^Usage: \S+ runs name /m],
  ] as const)
    assert.match((await succeeds('.', words.split(' '))).stdout, usage);
});

for (const verb of ['', 'run', 'report', 'compare'])
  test(`wiremark ${verb} --help fits 80 columns, except commands to copy`, async () => {
    const { stdout } = await succeeds('.', [...verb.split(' ').filter((word) => word !== ''), '--help']);
    const wide = stdout.split('\n').filter((line) => [...line].length > 80 && !/^ +\S*wiremark /.test(line));
    assert.deepEqual(wide, []);
  });

test('run and bench show the usual options, and --help-all every option', async () => {
  const optionsOf = async (verb: string, flag: string) =>
    (await succeeds('.', [verb, flag])).stdout.match(/^ {2}-.*/gm) ?? [];
  for (const verb of ['run', 'bench']) {
    const [usual, all] = [await optionsOf(verb, '--help'), await optionsOf(verb, '--help-all')];
    assert.ok(usual.length <= 24 && usual.some((line) => line.includes('--help-all')), usual.join('\n'));
    assert.ok(all.length > usual.length + 15 && all.some((line) => line.includes('--seed')));
  }
});

test('examples in the help select existing rows', async () => {
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
