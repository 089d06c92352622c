import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PLAIN } from '../contract/shipped.ts';
import { temporary } from '../machine/temporary.ts';

const home = join(import.meta.dirname, '..', '..');
const scratch = temporary('launcher');

function wiremark(args: string[], options: { program?: string; cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const program = options.program ?? join(home, 'wiremark');
  const env = { ...process.env, ...options.env };
  return spawnSync(program, args, { cwd: options.cwd ?? scratch, env, encoding: 'utf8' });
}

test("--version is the package's", () => {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  assert.equal(wiremark(['--version']).stdout, `${version}\n`);
});

/** A checkout without packages, and an npm that installs one of three and fails. */
function bareCheckout(): { program: string; env: NodeJS.ProcessEnv } {
  const bare = join(scratch, 'bare');
  mkdirSync(join(bare, 'src'), { recursive: true });
  mkdirSync(join(bare, 'bin'), { recursive: true });
  for (const file of ['wiremark', 'package.json']) cpSync(join(home, file), join(bare, file));
  const packages = {
    ...{ '': {}, 'node_modules/a': {}, 'node_modules/b': {}, 'node_modules/b/node_modules/c': {} },
    'node_modules/elsewhere': { os: ['no-such-system'] },
  };
  writeFileSync(join(bare, 'npm-shrinkwrap.json'), JSON.stringify({ packages }));
  const npm = '#!/bin/sh\nmkdir -p node_modules/a && echo {} > node_modules/a/package.json\nexit 7\n';
  writeFileSync(join(bare, 'bin', 'npm'), npm, { mode: 0o755 });
  return { program: join(bare, 'wiremark'), env: { PATH: `${join(bare, 'bin')}:${process.env.PATH}` } };
}

test('the first start shows the installation: a line in a log, progress on a terminal', () => {
  const { program, env } = bareCheckout();
  const { status, stderr } = wiremark(['--version'], { program, env });
  assert.equal(status, 2);
  const [first, why] = stderr.split('\n');
  assert.equal(first, 'wiremark: installing 3 packages with npm (once)');
  assert.match(why!, /^wiremark: npm could not install the dependencies \(exit code 7\)/);
  const seen = wiremark(['-qec', `${program} --version`, '/dev/null'], { program: 'script', env });
  if (seen.error === undefined)
    assert.match(seen.stdout, /\rwiremark: installing 3 packages with npm \(once\): 1 done, \d s\r\n/);
});

test('an unchanged checkout is not built again, a damaged build is', () => {
  const env = { WIREMARK_CACHE: 'cache' };
  assert.match(wiremark(['--version'], { env }).stderr, /building/);
  assert.equal(wiremark(['--version'], { env }).stderr, '');
  const core = join(scratch, 'cache/core', readdirSync(join(scratch, 'cache/core'))[0]!);
  const built = join(core, readdirSync(core)[0]!);
  const chunk = readdirSync(built).find((name) => /^chunk-.*\.js$/.test(name))!;
  const bytes = readFileSync(join(built, chunk));
  bytes[bytes.length >> 1]! ^= 1;
  writeFileSync(join(built, chunk), bytes);
  const { status, stderr } = wiremark(['--version'], { env });
  assert.match(stderr, /building/);
  assert.equal(status, 0, stderr);
  // Runners start in other folders, so a relative cache must have been resolved.
  const { stderr: command } = wiremark(['source', PLAIN, '--job'], { env });
  assert.match(command, new RegExp(` ${scratch}/cache/builds/`));
});
