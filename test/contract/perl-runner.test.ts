/** The Perl runner that docs/PROTOCOL.md shows as an example. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowsIn, scratchFolder, succeeds, verdictsIn } from './command.ts';
import { place } from './place.ts';

const MODULES = ['-MMIME::Base64', '-MTime::HiRes', '-MTime::Local', '-MPOSIX', '-MJSON::PP'];
const perl = spawnSync('perl', [...MODULES, '-e', 'use v5.26'], { encoding: 'utf8' });
const skip = perl.status === 0 ? false : 'there is no Perl 5.26 with its usual modules';

const folder = scratchFolder('perl-runner');
const PERL = ['contract', '--runner', join(place.home, 'docs/perl-runner/runner.toml'), '-r', 'perl'];

test('the Perl runner is right on datasets with every type, name and root', { skip }, () => {
  const datasets = ['-d', 'record,every-kind,contract-names,contract-list'];
  const { stdout } = succeeds(folder('checked'), ['check', ...PERL, ...datasets]);
  assert.deepEqual(verdictsIn(stdout, 'perl/plain'), Array(8).fill('ok'), stdout);
});

test("the Perl runner's times are accepted", { skip }, () => {
  const words = '--quick --rounds 1 --no-memory -d record -t deserialize --format json'.split(' ');
  const { stdout } = succeeds(folder('measured'), ['run', ...PERL, ...words]);
  const found = rowsIn(stdout).map(({ verdict, nsPerOp }) => [verdict, nsPerOp!.estimate > 0]);
  assert.deepEqual(found, [['ok', true]]);
});
