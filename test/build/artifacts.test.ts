import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { writeArtifacts } from '../../src/build/artifacts.ts';
import { readModel } from '../../src/dataset/prepare.ts';
import { readDataset } from '../../src/define/dataset.ts';
import { temporary } from '../machine/temporary.ts';

const folder = temporary('artifacts');
const every = readModel(readDataset(fileURLToPath(new URL('../../datasets/every-kind', import.meta.url))));

test('each kind has a path; an existing file is not written again', async () => {
  const paths = writeArtifacts(folder, { dataset: 'one', model: every, kinds: ['proto', 'avro'] });
  const { model, artifacts } = paths;
  assert.match(readFileSync(model, 'utf8'), /^model 1\n/);
  assert.deepEqual([...artifacts.keys()], ['proto', 'avro']);
  assert.match(readFileSync(artifacts.get('proto')!, 'utf8'), /^syntax = "proto3";/);
  assert.equal(JSON.parse(readFileSync(artifacts.get('avro')!, 'utf8')).type, 'record');
  // A file that is written again is another file, because it is renamed into its place.
  const inodes = () => [model, ...artifacts.values()].map((file) => statSync(file, { bigint: true }).ino);
  const before = inodes();
  assert.deepEqual(writeArtifacts(folder, { dataset: 'one', model: every, kinds: ['proto', 'avro'] }), paths);
  assert.deepEqual(inodes(), before);
});

test('another schema of the same name gets another path', async () => {
  const [plain] = [...every.records.values()].filter(({ name }) => name === 'Inner');
  const other = {
    root: { kind: 'record', name: 'Inner' } as const,
    records: new Map([['Inner', plain!]]),
    enums: new Map(),
  };
  const before = writeArtifacts(folder, { dataset: 'two', model: every, kinds: ['proto'] });
  const after = writeArtifacts(folder, { dataset: 'two', model: other, kinds: ['proto'] });
  assert.notEqual(before.model, after.model);
  assert.notEqual(before.artifacts.get('proto'), after.artifacts.get('proto'));
  assert.equal(readdirSync(join(folder, 'two')).length, 4);
});
