/** What is said of verbs, and of slips in their names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { main } from '../../src/cli/main.ts';
import { place } from '../contract/place.ts';

/** What a command line prints, in this process. */
async function printed(...argv: string[]) {
  let output = '';
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams)
    stream.write = (text: string | Uint8Array) => {
      output += text;
      return true;
    };
  try {
    return { code: await main(argv, place), output };
  } finally {
    streams.forEach((stream, i) => {
      stream.write = writes[i]!;
    });
  }
}

test('a slip in the name of a verb is exit code 2 with the nearest, wherever it stands', async () => {
  for (const argv of [['rnu'], ['help', 'rnu'], ['rnu', '--help'], ['rnu', 'quickstart', '--quick']]) {
    const { code, output } = await printed(...argv);
    assert.equal(code, 2, argv.join(' '));
    assert.match(output, /^error: there is no verb "rnu"\. Did you mean "run"\?\n/);
    assert.ok(output.length < 120, 'not the whole help');
  }
  assert.match((await printed('runs', 'exprot')).output, /no verb "exprot"\. Did you mean "export"\?/);
  assert.match((await printed('export', 'last')).output, /Did you mean "runs export"\?/);
  assert.match((await printed('help', 'foo')).output, /no verb "foo"\. There are run, bench, check, /);
});

test('revisions are compared: one alone, or an empty one of a script, is refused before anything is read', async () => {
  for (const versions of ['v1', ',v3', 'v1,', '']) {
    const { code, output } = await printed('bench', 'row.toml', '--versions', versions);
    assert.equal(code, 2, versions);
    assert.match(output, /It takes two revisions or more, none of them empty, such as main,HEAD\.\n/);
  }
});

test('too many patterns, or one that is too long, are refused by the bound that they break', async () => {
  for (const patterns of ['a,'.repeat(2_000), 'a'.repeat(300)]) {
    const { code, output } = await printed('list', '-s', patterns);
    assert.equal(code, 2);
    assert.match(output, /It takes at most 1000 patterns, each of at most 200 characters\.\n/);
  }
});

test('help of a verb, and of all', async () => {
  for (const argv of [['help'], ['help', 'run'], ['runs', 'help', 'name'], ['run', '-h']]) {
    const { code, output } = await printed(...argv);
    assert.equal(code, 0, argv.join(' '));
    assert.match(output, /Usage: \S+ /);
  }
  assert.match((await printed('help', 'runs', 'export')).output, /^Usage: \S+ runs export /);
});
