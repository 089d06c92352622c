/** What a table says of the objects that its rows were given, by the command itself, for a runtime that the core doesn't know. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordOf, runsIn, scratchFolder, wiremark } from './command.ts';
import { copyToy, suiteToml, writeDataset, writeFiles } from './definitions.ts';
import { here, nameOf, plain } from './shipped.ts';

const scratch = scratchFolder('objects');

const suite = (serializers: readonly string[], dataset: string) =>
  suiteToml({ serializers, dataset, size: 'small' });

/** The toy in a folder of its own, with a dataset of plain objects and one of a framework's. */
async function place(): Promise<string> {
  const cwd = scratch('place');
  copyToy(join(cwd, 'toy'));
  const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
  const closed = { ...schema, additionalProperties: false };
  const size = '[sizes.small]\ndocuments = 4\n';
  await writeDataset(join(cwd, 'datasets/plain'), closed, size);
  await writeDataset(join(cwd, 'datasets/framed'), closed, `objects = "framework"\n${size}`);
  writeFiles(cwd, {
    'suites/mixed.toml': suite([nameOf(here, plain), 'toy/plain'], 'plain'),
    'suites/framework.toml': suite(['toy/plain'], 'framed'),
    // One that has rows of others is no runtime's own.
    'suites/all.toml': suite([nameOf(here, plain), '*/*'], 'framed'),
    'own.ndjson': '{"a":"x"}\n{"a":"y"}\n{"a":"z"}\n',
  });
  return cwd;
}

test('a table of plain objects says where its rows are given others; one of others says whose they are', async () => {
  const cwd = await place();
  const run = (...words: string[]) => {
    const flags = ['--runner', 'toy/runner.toml', '--quick', '--rounds', '1', '-t', 'serialize'];
    const { status, stdout, stderr } = wiremark(cwd, ['run', ...words, ...flags]);
    assert.ok(status === 0 || status === 1, stderr);
    return stdout.replace(/\s+/g, ' ');
  };
  const told =
    /Objects: plain ones of each language; on framework objects toy's rows can rank differently \(run framework\)\./;
  assert.match(run('mixed'), told);
  assert.match(run('--data', 'own.ndjson', '-s', 'toy/plain'), told, "a person's own documents");
  const framed = run('framework', '-r', 'toy');
  assert.match(framed, /Objects: those of framework\./);
  assert.doesNotMatch(framed, /can rank differently/);
  const [last] = runsIn(cwd).toSorted().reverse();
  assert.equal(recordOf(last!).cases.length, 1);
});
