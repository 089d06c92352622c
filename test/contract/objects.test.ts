import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { STRING, recordOf as schemaOf } from '../schema/schemas.ts';
import { scratchFolder, succeeds } from './command.ts';
import { copyToy, suiteToml, writeDataset, writeFiles } from './definitions.ts';

test('a table says that its rows got objects of a framework', async () => {
  const cwd = scratchFolder('objects')('place');
  copyToy(join(cwd, 'toy'));
  const more = 'objects = "framework"\n[sizes.small]\ndocuments = 4\n';
  await writeDataset(join(cwd, 'datasets/framed'), schemaOf({ a: STRING }), more);
  const suite = suiteToml({ serializers: ['toy/plain'], dataset: 'framed', size: 'small' });
  writeFiles(cwd, { 'suites/framework.toml': suite });
  const words = 'run framework -r toy --runner toy/runner.toml --quick --rounds 1 -t serialize';
  assert.match(succeeds(cwd, words.split(' ')).stdout, /Objects:\s+those\s+of\s+framework\./);
});
