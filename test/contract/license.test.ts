/** A row whose license must be accepted, on the command line. */
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readRecord } from '../../src/store/folder/reader.ts';
import { runsIn, scratchFolder, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { here, plain } from './shipped.ts';

const cwd = scratchFolder('license')('odd');
const source = readFileSync(join(here.folder, plain.file), 'utf8');
const manifest = writeNodeRunner(join(cwd, 'odd'), { runtime: 'odd', rows: { json: source } });
appendFileSync(
  manifest,
  'deviations = ["negative-zero-as-zero"]\nlicense = "AGPL-3.0-only"\nterms = "https://a.example/terms"\n',
);
writeFileSync(join(cwd, 'odd.toml'), suiteToml({ serializers: ['odd/json', 'odd/*'] }));

const odd = (verb: string, ...words: readonly string[]) =>
  wiremark(cwd, [verb, ...(verb === 'doctor' ? [] : ['odd.toml']), '--runner', manifest, ...words]);

test('it is unavailable with the fix until it is accepted by its exact name', () => {
  const { stdout } = odd('check');
  assert.match(stdout, /odd\/json +unavailable +you must accept its license first \(AGPL-3\.0-only\)/);
  assert.match(stdout.replaceAll(/\s+/g, ' '), /add --accept-license odd\/json/);
  const { status, stderr } = odd('check', '--accept-license', 'odd/*');
  assert.equal(status, 2);
  assert.match(stderr, /--accept-license: "odd\/\*" isn't the exact name of a row with terms/);
  assert.match(odd('check', '--accept-license', 'odd/json').stdout, /odd\/json +ok/);
  assert.match(odd('doctor', '--accept-license', 'odd/json').stdout, /odd\/json +\S.* AGPL-3\.0-only/);
});

test('a run remembers what was accepted, and the license', () => {
  const words = '--quick --rounds 1 --no-memory --format json --accept-license odd/json'.split(' ');
  assert.equal(odd('run', ...words).status, 0);
  const { request, contenders } = readRecord(runsIn(cwd)[0]!);
  assert.deepEqual(request.acceptLicense, ['odd/json']);
  assert.equal(contenders.find(({ serializer }) => serializer === 'json')?.license, 'AGPL-3.0-only');
});
