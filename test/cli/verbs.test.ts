/** What is said of verbs, and of slips in their names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuses, wiremark } from './in-process.ts';

test('a slip in the name of a verb is exit code 2 with the nearest, wherever it stands', async () => {
  for (const argv of [['rnu'], ['help', 'rnu'], ['rnu', '--help'], ['rnu', 'quickstart', '--quick']]) {
    const told = await refuses('.', argv, /^error: there is no verb "rnu"\. Did you mean "run"\?\n/);
    assert.ok(told.length < 120, 'not the whole help');
  }
  await refuses('.', ['runs', 'exprot'], /no verb "exprot"\. Did you mean "export"\?/);
  await refuses('.', ['export', 'last'], /Did you mean "runs export"\?/);
  await refuses('.', ['help', 'foo'], /no verb "foo"\. There are run, bench, check, /);
});

test('wrong usage ends with 2 and says what is wrong', async () => {
  const revisions = /It takes two revisions or more, none of them empty, such as main,HEAD\.\n/;
  const patterns = /It takes at most 1000 patterns, each of at most 200 characters\.\n/;
  const bench = ['bench', 'row.toml', '--versions'];
  for (const [argv, message] of [
    ...['v1', ',v3', 'v1,', ''].map((versions) => [[...bench, versions], revisions] as const),
    ...['a,'.repeat(2_000), 'a'.repeat(300)].map((many) => [['list', '-s', many], patterns] as const),
    [['run', '--rounds', '0'], /whole number from 1/],
    [['run', '--target', 'x'], /percentage/],
    [['run', '--budget', '10'], /90s, 10m or 2h/],
    [['run', '--quick', '--full'], /cannot be used with/],
    [['run', '--format', 'xml'], /Allowed choices are terminal, md, summary, csv, json/],
    [['run', 'quickstrat'], /no suite "quickstrat".*Did you mean "quickstart"\?/],
    [['run', 'no/such.toml'], /no\/such\.toml: can't be read: no such file or directory/],
    [
      ['run', '-s', 'jakson'],
      /-s jakson matches no serializer of suite quickstart\. Did you mean "jackson"\?/,
    ],
  ] as const)
    await refuses('.', argv, message);
});

test('help of a verb, and of all', async () => {
  for (const argv of [['help'], ['help', 'run'], ['runs', 'help', 'name'], ['run', '-h']]) {
    const { status, stdout } = await wiremark('.', argv);
    assert.equal(status, 0, argv.join(' '));
    assert.match(stdout, /Usage: \S+ /);
  }
  assert.match((await wiremark('.', ['help', 'runs', 'export'])).stdout, /^Usage: \S+ runs export /);
});
