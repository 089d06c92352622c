/** A runtime that nothing in wiremark knows: its own program builds it, and it is measured beside a shipped row. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { STRING, recordOf as schemaOf } from '../schema/schemas.ts';
import { rowsIn, scratchFolder, succeeds, wiremark } from './command.ts';
import { copyToy, suiteToml, writeDataset } from './definitions.ts';
import { PLAIN } from './shipped.ts';

const scratch = scratchFolder('toy');
const TOY = ['toy.toml', '--runner', 'toy/runner.toml'];

/** A copy of the toy with a suite, changed so that the cache has no build of it. */
function folderWithToy(name: string, serializers: readonly string[]): string {
  const cwd = scratch(name);
  copyToy(join(cwd, 'toy'));
  writeFileSync(join(cwd, 'toy.toml'), suiteToml({ serializers }));
  const manifest = join(cwd, 'toy/runner.toml');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"hello"', JSON.stringify(cwd)));
  return cwd;
}

test('a toy runtime is built by its own program, once, and measured beside a shipped row', () => {
  const cwd = folderWithToy('measured', ['toy/plain', PLAIN]);
  const builds = () => readFileSync(join(cwd, 'built'), 'utf8');
  const flags = '--quick --no-memory --no-limits --rounds 2 --format json'.split(' ');
  const { stdout } = succeeds(cwd, ['run', ...TOY, ...flags]);
  assert.equal(builds(), 'plain\n');
  const rows = rowsIn(stdout);
  assert.deepEqual(rows.map(({ name }) => name).sort(), [PLAIN, 'toy/plain'].sort());
  for (const { verdict, reason, nsPerOp } of rows) {
    assert.equal(verdict, 'ok', reason ?? '');
    assert.ok(nsPerOp!.estimate > 0);
  }
  const again = succeeds(cwd, ['check', ...TOY, '-r', 'toy']);
  assert.match(again.stdout, /^toy\/plain +ok/m);
  assert.equal(builds(), 'plain\n');
});

const FAILING = `if [ ! -e ../installed ]; then
    echo 'fix install libfoo'; echo 'retry 600'; echo "failed $id unavailable pkg-config: not found"
    return
  fi`;

test('a failed build is remembered, and --rebuild tries it again', () => {
  const cwd = folderWithToy('rebuilt', ['toy/plain']);
  const program = join(cwd, 'toy/build.sh');
  writeFileSync(program, readFileSync(program, 'utf8').replace(/^built\(\) \{$/m, `$&\n  ${FAILING}`));
  const check = (...flags: string[]) => {
    const { status, stdout } = wiremark(cwd, ['check', ...TOY, ...flags]);
    return `${status}: ${stdout.replace(/\s+/g, ' ')}`;
  };
  assert.match(check(), /^1: .* toy\/plain unavailable pkg-config: not found; fix: install libfoo/);
  writeFileSync(join(cwd, 'installed'), '');
  assert.match(
    check(),
    /^1: .*not found \(remembered until \d{4}-\d\d-\d\d \d\d:\d\d; --rebuild tries now\); fix: install libfoo/,
  );
  assert.match(check('--rebuild'), /^0: .* toy\/plain ok/);
  assert.match(check(), /^0: .* toy\/plain ok/);
});

test('a table says that its rows got objects of a framework', async () => {
  const cwd = folderWithToy('objects', ['toy/plain']);
  const more = 'objects = "framework"\n[sizes.small]\ndocuments = 4\n';
  await writeDataset(join(cwd, 'datasets/framed'), schemaOf({ a: STRING }), more);
  const suite = suiteToml({ serializers: ['toy/plain'], dataset: 'framed', size: 'small' });
  writeFileSync(join(cwd, 'toy.toml'), suite);
  const { stdout } = succeeds(cwd, ['run', ...TOY, '--quick', '--rounds', '1']);
  assert.match(stdout, /Objects:\s+those\s+of\s+framework\./);
});
