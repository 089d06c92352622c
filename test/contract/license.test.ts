import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { refuses } from '../cli/in-process.ts';
import { recordOf, runIn, scratchFolder, wiremark } from './command.ts';
import { suiteToml, writeNodeRunner } from './definitions.ts';
import { here, plain } from './shipped.ts';

const cwd = scratchFolder('license')('odd');
const manifest = writeNodeRunner(join(cwd, 'odd'), {
  runtime: 'odd',
  rows: { json: readFileSync(join(here.folder, plain.file), 'utf8') },
  more: 'deviations = ["negative-zero-as-zero"]\nlicense = "AGPL-3.0-only"\nterms = "https://a.example/terms"\n',
});
writeFileSync(join(cwd, 'odd.toml'), suiteToml({ serializers: ['odd/json', 'odd/*'] }));
const odd = (...words: readonly string[]) => wiremark(cwd, [...words, '--runner', manifest]);
const ACCEPT = ['--accept-license', 'odd/json'];

test('a row is unavailable until its terms are accepted; a run records the license and that it was accepted', async () => {
  const { stdout } = odd('check', 'odd.toml');
  assert.match(stdout, /odd\/json +unavailable +you must accept its license first \(AGPL-3\.0-only\)/);
  assert.match(stdout.replaceAll(/\s+/g, ' '), /add --accept-license odd\/json/);
  const pattern = ['check', 'odd.toml', '--runner', manifest, '--accept-license', 'odd/*'];
  await refuses(cwd, pattern, /--accept-license: "odd\/\*" isn't the exact name of a row with terms/);
  assert.match(odd('doctor', ...ACCEPT).stdout, /odd\/json +\S.* AGPL-3\.0-only/);
  const words = 'run odd.toml --quick --rounds 1 --no-memory --format json'.split(' ');
  assert.equal(odd(...words, ...ACCEPT).status, 0);
  const { request, contenders } = recordOf(runIn(cwd));
  assert.deepEqual(request.acceptLicense, ['odd/json']);
  assert.equal(contenders.find(({ serializer }) => serializer === 'json')?.license, 'AGPL-3.0-only');
});
