import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { STRING, recordOf as schemaOf } from '../schema/schemas.ts';
import { recordOf, runsIn, scratchFolder, wiremark } from './command.ts';
import { copyToy, suiteToml, writeDataset, writeFiles } from './definitions.ts';
import { PLAIN } from './shipped.ts';

test("a table says that its rows got plain objects, or a framework's", async () => {
  const cwd = scratchFolder('objects')('place');
  copyToy(join(cwd, 'toy'));
  const schema = schemaOf({ a: STRING });
  const size = '[sizes.small]\ndocuments = 4\n';
  await writeDataset(join(cwd, 'datasets/plain'), schema, size);
  await writeDataset(join(cwd, 'datasets/framed'), schema, `objects = "framework"\n${size}`);
  const suite = (serializers: readonly string[], dataset: string) =>
    suiteToml({ serializers, dataset, size: 'small' });
  writeFiles(cwd, {
    'suites/mixed.toml': suite([PLAIN, 'toy/plain'], 'plain'),
    'suites/framework.toml': suite(['toy/plain'], 'framed'),
    // The note suggests no suite that compares several runtimes.
    'suites/all.toml': suite([PLAIN, '*/*'], 'framed'),
    'own.ndjson': '{"a":"x"}\n{"a":"y"}\n{"a":"z"}\n',
  });
  const run = (...words: string[]) => {
    const flags = ['--runner', 'toy/runner.toml', '--quick', '--rounds', '1', '-t', 'serialize'];
    const { status, stdout, stderr } = wiremark(cwd, ['run', ...words, ...flags]);
    assert.ok(status === 0 || status === 1, stderr);
    return stdout.replace(/\s+/g, ' ');
  };
  const note =
    /Objects: plain ones of each language; on framework objects toy's rows can rank differently \(run framework\)\./;
  assert.match(run('mixed'), note);
  assert.match(run('--data', 'own.ndjson', '-s', 'toy/plain'), note, "the user's documents");
  const table = run('framework', '-r', 'toy');
  assert.match(table, /Objects: those of framework\./);
  assert.doesNotMatch(table, /can rank differently/);
  const last = runsIn(cwd).toSorted().at(-1)!;
  assert.equal(recordOf(last).cases.length, 1);
});
