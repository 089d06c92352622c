/**
 * Records the versions and content hashes of runner.toml's packages and their dependencies in packages.lock.json: a NuGet lock file
 * for each set of packages. An unavailable set keeps its old entry; the build resolves sets without an entry. Run as
 * `runners/dotnet/lock`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { readRunner } from '../../../src/define/runner.ts';
import { failureOf, keyOf, LOCKS, project, wantedOf } from '../build/packages.mjs';
import { ENVIRONMENT } from '../build/sdk.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));
const file = join(folder, LOCKS);
const old: Record<string, object> = JSON.parse(readFileSync(file, 'utf8'));
const locks: Record<string, object> = {};
for (const { id, packages } of readRunner(join(folder, 'runner.toml')).serializers) {
  const key = keyOf(packages);
  if (key === '' || locks[key] !== undefined) continue;
  const made = await lockOf(packages);
  const entry = typeof made === 'string' ? old[key] : made;
  if (typeof made === 'string') console.log(`${id}: ${entry === undefined ? 'not locked' : 'kept'}: ${made}`);
  if (entry !== undefined) locks[key] = entry;
}
const sorted = Object.fromEntries(Object.entries(locks).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
console.log(`${LOCKS}: ${Object.keys(locks).length} sets of packages`);

/** Returns NuGet's lock file of a set of packages, or the reason why there is none. */
async function lockOf(packages: readonly string[]): Promise<object | string> {
  const wanted = wantedOf(packages, {});
  if ('reason' in wanted) return wanted.reason;
  const work = mkdtempSync(join(tmpdir(), 'wiremark-lock-'));
  try {
    const lock = join(work, 'packages.lock.json');
    writeFileSync(join(work, 'packages.csproj'), project({ ...wanted, lock: 'to be made' }, []));
    const args = ['restore', '--force-evaluate', '-nodeReuse:false', '-property:RestoreLockedMode=false'];
    const { all, exitCode } = await execa('dotnet', args, {
      cwd: work,
      env: ENVIRONMENT,
      all: true,
      reject: false,
    });
    if (exitCode !== 0) return failureOf(all.split('\n'), work).reason;
    return JSON.parse(readFileSync(lock, 'utf8'));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
