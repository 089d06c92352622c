/** What failed to build is remembered for a while: that is said, and what was installed since is found with --rebuild. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratchFolder, wiremark } from './command.ts';
import { copyToy, suiteToml } from './definitions.ts';

const FAILING = `if [ ! -e ../installed ]; then
    echo 'fix install libfoo'; echo 'retry 600'; echo "failed $id unavailable pkg-config: not found"
    return
  fi`;

test('a row that failed to build, whose package was installed since', () => {
  const cwd = scratchFolder('rebuilding')('here');
  copyToy(join(cwd, 'toy'));
  writeFileSync(join(cwd, 'toy.toml'), suiteToml({ serializers: ['toy/plain'] }));
  const build = join(cwd, 'toy/build.sh');
  const script = readFileSync(build, 'utf8').replace(/^built\(\) \{$/m, `$&\n  ${FAILING}`);
  // Nobody has built it before.
  writeFileSync(build, `${script}# ${randomUUID()}\n`);
  const check = (...words: string[]) => {
    const runner = ['--runner', 'toy/runner.toml'];
    const { status, stdout, stderr } = wiremark(cwd, ['check', 'toy.toml', ...runner, ...words]);
    const [row] = stdout.match(/^toy\/plain [\s\S]*?(?=^\S|$(?![\s\S]))/m) ?? [''];
    // Where nothing is verified, a check ends with 1.
    assert.equal(status, row.includes('unavailable') ? 1 : 0, stderr);
    return row.replace(/\s+/g, ' ');
  };
  assert.match(check(), /unavailable pkg-config: not found; fix: install libfoo/);
  writeFileSync(join(cwd, 'installed'), '');
  assert.match(
    check(),
    /not found \(remembered until \d{4}-\d\d-\d\d \d\d:\d\d; --rebuild tries now\); fix: install libfoo/,
  );
  assert.match(check('--rebuild'), /^toy\/plain ok/);
  assert.match(check(), /^toy\/plain ok/);
});
