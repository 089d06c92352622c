import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { readDataset } from '../../src/define/dataset.ts';
import { folderWith } from '../define/place.ts';
import { listOf, recordOf, STRING } from '../schema/schemas.ts';

const SCRIPT = join(import.meta.dirname, '../../script/digests.ts');
const run = (folder: string) =>
  spawnSync(process.execPath, ['--import', 'tsx', SCRIPT, folder], { encoding: 'utf8' });

const TOML = `title = "Things"
seed = 1

[sizes.small]
documents = 3

[sizes.large]
documents = 5
lengths = { "/list" = 2 }
`;
const GIVEN = 'title = "T"\nseed = 1\ndocuments = "d.ndjson"\n[sizes.a]\ndocuments = 1\n';
const SCHEMA = recordOf({ list: listOf(STRING) });

it('missing digests are written', (context) => {
  const folder = folderWith(context, {
    'things/dataset.toml': TOML,
    'things/schema.json': JSON.stringify(SCHEMA),
  });
  const { stdout, stderr } = run(join(folder, 'things'));
  assert.equal(stderr, '');
  const { sizes } = readDataset(join(folder, 'things'));
  assert.equal(stdout, sizes.map(({ name, digest }) => `things/${name} ${digest} (new)\n`).join(''));
  assert.doesNotMatch(readFileSync(join(folder, 'things/dataset.toml'), 'utf8'), /sha256:0{64}/);
});

it('an error is one line with its place, without a stack', (context) => {
  for (const [toml, schema, wrong] of [
    [TOML.replace('seed = 1', 'seed = -1'), SCHEMA, /dataset\.toml:2: seed: /],
    [TOML, { type: 'object', properties: { a: { not: {} } } }, /schema\.json:1: \/properties\/a\/not: /],
    [GIVEN, SCHEMA, /d\.ndjson:1 \(\/list\): /],
  ] as const) {
    const files = {
      't/dataset.toml': toml,
      't/schema.json': JSON.stringify(schema),
      't/d.ndjson': '{"list": 1}\n{}\n',
    };
    const { status, stderr } = run(join(folderWith(context, files), 't'));
    assert.equal(status, 2);
    assert.match(stderr, wrong);
    assert.equal(stderr.trim().split('\n').length, 1);
  }
});
