/**
 * Brings runners/node/package-lock.json up to the manifest, keeping what it pins otherwise. Not needed for a new
 * serializer to work: npm installs what the lock doesn't have.
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
  // Where the build program runs, and the lock lies that it starts from.
  process.chdir(runner.folder);
  const { modules, failures } = await installPackages(packed.wanted.flat(), cache);
  for (const [spelled, { reason, fix }] of failures) throw new Error(`${spelled}: ${reason} (${fix})`);
  if (modules !== null) await copyFile(join(dirname(modules), LOCK), LOCK);
} finally {
  await rm(cache, { recursive: true, force: true });
}
