/**
 * Updates runners/node/package-lock.json from runner.toml; versions that are still needed stay. A new serializer works
 * before its packages are in the lock: npm also installs packages that the lock doesn't have.
 *
 * Run as `runners/node/lock`.
 */
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRunner } from '../../../src/define/runner.ts';
import { groupByPackages, installPackages } from '../build/packages.mjs';

const LOCK = 'package-lock.json';
const runner = readRunner(fileURLToPath(new URL('../runner.toml', import.meta.url)));
const cache = await mkdtemp(join(tmpdir(), 'wiremark-lock-'));
try {
  const [packed, ...others] = groupByPackages(runner.serializers).filter(
    ({ wanted }) => wanted.flat().length > 0,
  );
  if (packed === undefined || others.length > 0)
    throw new Error('one lock is for one install: give all serializers the same version of a package');
  // The build program runs in this folder and reads the lock from it.
  process.chdir(runner.folder);
  const { modules, failures } = await installPackages(packed.wanted.flat(), cache);
  for (const [spelled, { reason, fix }] of failures) throw new Error(`${spelled}: ${reason} (${fix})`);
  if (modules !== null) await copyFile(join(dirname(modules), LOCK), LOCK);
} finally {
  await rm(cache, { recursive: true, force: true });
}
