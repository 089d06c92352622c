/** What only documents without recursion show: with it, the row loads what it needs for something else. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRunner } from '../../../src/define/runner.ts';
import { place } from '../../../test/contract/place.ts';
import { buildWith } from '../../../test/contract/runtime/program-builds.ts';
import { testDataset, verifyRow } from '../../../test/contract/runtime/verify-row.ts';
import { temporary } from '../../../test/files/temporary.ts';
import { kit } from './kit.ts';

const SCHEMA = {
  type: 'object',
  required: ['places'],
  properties: { places: { type: 'object', additionalProperties: { $ref: '#/$defs/Place' } } },
  $defs: { Place: { type: 'object', required: ['street'], properties: { street: { type: 'string' } } } },
};
const DATASET =
  'title = "A map of records"\nseed = 1\n\n[sizes.small]\ndocuments = 2\ndigest = "sha256:7912544a685afe80ecaae00f6ccb0c6babbdb8fa23c0537fea8863e3ad52d25a"\n';

const folder = temporary('panko');
const runner = readRunner(join(place.home, 'runners/ruby/runner.toml'));
const serializer = runner.serializers.find(({ id }) => id === 'panko')!;
// The gems of a run: to compile all of them takes minutes.
const gems = join(place.cache, 'builds/ruby/shared');
mkdirSync(gems, { recursive: true });
const { builds } = await buildWith({ program: 'ruby', runner: runner.folder, folder, cache: gems }, [
  serializer,
]);
const built = builds.get('panko')!;
const skip = kit.skip || (built.ok ? false : built.reason);

test('Panko writes records in a map, without recursion', { skip }, async () => {
  assert.ok(built.ok);
  const definition = join(folder, 'map');
  mkdirSync(definition);
  writeFileSync(join(definition, 'schema.json'), JSON.stringify(SCHEMA));
  writeFileSync(join(definition, 'dataset.toml'), DATASET);
  const dataset = await testDataset(definition, 'small', join(folder, 'data'));
  const given = Object.entries(built.placeholders).map(([name, value]) => [
    name,
    value.replaceAll('{target}', built.folder),
  ]);
  const placeholders = { build: built.folder, ...Object.fromEntries(given) };
  const found = await verifyRow({ runner, serializer, dataset, placeholders, folder }, 'serialize');
  assert.equal(found.verdict, 'ok', JSON.stringify(found));
});
