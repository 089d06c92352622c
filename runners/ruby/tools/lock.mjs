/**
 * Writes Gemfile.lock and checksums: versions and SHA-256 of the gems in runner.toml, their dependencies, and the gems
 * that check Ruby's sources. Existing versions stay unless `--upgrade` is given. A row also works if its gems aren't in
 * the lock: the build resolves them.
 *
 * Run as `runners/ruby/lock [--upgrade]`. The lock is for the series (such as 3.1) of the Ruby that runs this; for others,
 * the build resolves versions.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFile } from '../../build-kit/once.mjs';
import { CACHED, cacheGems, runBundler, writeBundle } from '../build/bundler.mjs';
import { askRuby } from '../build/interpreter.mjs';
import { closureOf, fileOf, lockText, parseLock, readChecksums, readLock } from '../build/lock.mjs';
import { rowsOf } from '../build/manifest.mjs';
import { requirementsOf } from '../build/resolve.mjs';
import { MINITEST, RUBOCOP } from './gems.mjs';

const runner = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(runner, 'Gemfile.lock');
const CHECKSUMS = join(runner, 'checksums');
const NOTE = `# Versions of the gems in runner.toml, of their dependencies and of the gems for ./check, for Ruby 3.1 and platform "ruby", so
# that every machine compiles them. The registry's address is missing: the build program inserts the one from RubyGems'
# configuration. ./lock writes this file, and the SHA-256 of each gem file into checksums.
`;

const ruby = await askRuby();
if ('reason' in ruby) throw new Error(`${ruby.reason}: ${ruby.fix}`);
const folder = mkdtempSync(join(tmpdir(), 'wiremark-lock-'));
try {
  const rows = [...rowsOf(readFileSync(join(runner, 'runner.toml'), 'utf8')), RUBOCOP, MINITEST];
  await writeBundle(folder, requirementsOf(rows));
  const before = readLock(LOCK);
  if (!process.argv.includes('--upgrade') && before.gems.size > 0)
    writeFileSync(join(folder, 'Gemfile.lock'), lockText([...before.gems.values()], ruby.source));
  failed(await runBundler(ruby, 'lock', folder));
  const { gems } = parseLock(readFileSync(join(folder, 'Gemfile.lock'), 'utf8'));
  const names = requirementsOf(rows).map(({ name }) => name);
  const all = closureOf({ gems }, names);
  failed(await cacheGems(ruby, all, folder));
  const known = readChecksums(CHECKSUMS);
  /** @type {string[]} */
  const sums = [];
  for (const file of all.map(fileOf)) {
    const sum = await digestOfFile(join(folder, CACHED, file));
    const other = known.get(file);
    if (other !== undefined && other !== sum)
      throw new Error(`${file} had the SHA-256 ${other}, and now has ${sum}`);
    sums.push(`${sum}  ${file}\n`);
  }
  // Adds Ruby's version as Bundler does, and removes the space before the missing address.
  const text = lockText(all, '').replace('remote: ', 'remote:');
  writeFileSync(LOCK, `${NOTE}${text}\nRUBY VERSION\n   ruby ${ruby.version}\n`);
  writeFileSync(CHECKSUMS, sums.sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1)).join(''));
  console.log(`Gemfile.lock and checksums: ${all.length} gems`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {import('../build/interpreter.mjs').Failure | null} failure */
function failed(failure) {
  if (failure !== null) throw new Error(`${failure.reason}: ${failure.fix}`);
}
