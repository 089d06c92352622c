/** The package that npm publishes, installed as users install it. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { scratchFolder } from './command.ts';
import { PLAIN, patternHere } from './shipped.ts';

const home = fileURLToPath(new URL('../..', import.meta.url));
const folder = scratchFolder('packed');

test('the packed package works when installed globally and run from anywhere', () => {
  const [packs, prefix, elsewhere] = ['packs', 'prefix', 'elsewhere'].map(folder) as [string, string, string];
  const npm = (...words: string[]) =>
    execFileSync('npm', [...words, '--loglevel=error'], { cwd: home, encoding: 'utf8' }).trim();
  const packed = npm('pack', '--pack-destination', packs);
  npm('install', '-g', '--prefix', prefix, '--no-audit', '--no-fund', join(packs, packed));
  const env = { ...process.env, WIREMARK_CACHE: folder('cache') };
  const wiremark = (...args: string[]) =>
    spawnSync(join(prefix, 'bin', 'wiremark'), args, { cwd: elsewhere, env, encoding: 'utf8' });
  const { status, stdout, stderr } = wiremark('list');
  assert.equal(status, 0, stderr);
  assert.match(stdout, patternHere(/quickstart[\s\S]*users[\s\S]*HERE\/json/));
  const checked = wiremark('check', '-s', PLAIN);
  assert.equal(checked.status, 0, checked.stdout + checked.stderr);
  assert.deepEqual(readdirSync(elsewhere), [], 'listing and checking leave nothing behind');
});
