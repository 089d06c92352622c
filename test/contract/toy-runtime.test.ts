/**
 * A runtime that nothing in wiremark knows, in a folder of its own: built by its own program, verified and measured beside
 * one that is shipped.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { rowsIn, scratchFolder, succeeds } from './command.ts';
import { copyToy, suiteToml } from './definitions.ts';
import { PLAIN } from './shipped.ts';

const cwd = scratchFolder('toy')('measured');
copyToy(join(cwd, 'toy'));
writeFileSync(join(cwd, 'toy.toml'), suiteToml({ serializers: ['toy/plain', PLAIN] }));
const manifest = join(cwd, 'toy/runner.toml');
// Its greeting makes it another build than any other test's.
const greeting = JSON.stringify(`hello from ${cwd}`);
writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"hello"', greeting));

const TOY = ['--runner', 'toy/runner.toml'];
const QUICK = ['--quick', '--no-memory', '--no-limits', '--format', 'json'];
const built = () => readFileSync(join(cwd, 'built'), 'utf8');

test('it is built by its own program and measured beside a row that ships, with not a word of it in the core', () => {
  const first = succeeds(cwd, ['run', 'toy.toml', ...TOY, ...QUICK, '--rounds', '2']);
  assert.equal(built(), 'plain\n');
  const rows = rowsIn(first.stdout);
  assert.deepEqual(rows.map(({ name }) => name).sort(), [PLAIN, 'toy/plain'].sort());
  for (const { verdict, reason, nsPerOp } of rows) {
    assert.equal(verdict, 'ok', reason ?? '');
    assert.ok(nsPerOp!.estimate > 0);
  }
  const again = succeeds(cwd, ['check', 'toy.toml', ...TOY, '-r', 'toy']);
  assert.match(again.stdout, /^toy\/plain +ok/m);
  assert.equal(built(), 'plain\n', 'what is built is not built again');
});
