import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { STRING, recordOf as schemaOf } from '../schema/schemas.ts';
import { scratchFolder, wiremark } from './command.ts';
import { copyToy, suiteToml, writeDataset, writeFiles } from './definitions.ts';
import { PLAIN } from './shipped.ts';

test('a table says that its rows got objects of a framework', async () => {
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
  });
  const run = (...words: string[]) => {
    const flags = ['--runner', 'toy/runner.toml', '--quick', '--rounds', '1', '-t', 'serialize'];
    const { status, stdout, stderr } = wiremark(cwd, ['run', ...words, ...flags]);
    assert.ok(status === 0 || status === 1, stderr);
    return stdout.replace(/\s+/g, ' ');
  };
  const table = run('framework', '-r', 'toy');
  assert.match(table, /Objects: those of framework\./);
  assert.doesNotMatch(run('mixed'), /Objects: those of/);
});
