/** The runner that docs/PROTOCOL.md shows to those who write their own: where Perl is, it does what the page says. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowsIn, scratchFolder, succeeds } from './command.ts';
import { place } from './place.ts';

const MODULES = ['-MMIME::Base64', '-MTime::HiRes', '-MTime::Local', '-MPOSIX', '-MJSON::PP'];
const perl = spawnSync('perl', [...MODULES, '-e', 'use v5.26'], { encoding: 'utf8' });
const skip = perl.status === 0 ? false : 'there is no Perl 5.26 with its usual modules';

const folder = scratchFolder('perl-runner');
const PERL = ['--runner', join(place.home, 'docs/perl-runner/runner.toml'), '-r', 'perl'];

test('every row of the Perl runner is right', { skip }, () => {
  const datasets = ['-d', 'record,every-kind,contract-names,contract-list'];
  const { stdout } = succeeds(folder('checked'), ['check', 'contract', ...PERL, ...datasets]);
  const rows = stdout.split('\n').filter((line) => line.startsWith('perl/plain'));
  assert.equal(rows.length, 8, stdout);
  assert.ok(
    rows.every((row) => / ok$/.test(row)),
    stdout,
  );
});

test('what it says of its time and of documents it has never seen is believed', { skip }, () => {
  const words = '--quick --rounds 1 --no-memory -d record -t deserialize --format json'.split(' ');
  const { stdout } = succeeds(folder('measured'), ['run', 'contract', ...PERL, ...words]);
  assert.deepEqual(
    rowsIn(stdout).map(({ verdict, nsPerOp }) => [verdict, nsPerOp!.estimate > 0]),
    [['ok', true]],
  );
});
