/** Downloads gem files, and verifies those that the file `checksums` lists before they are used. */
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { otherFile, untilGeneral } from '../../build-kit/installer.mjs';
import { digestOfFile } from '../../build-kit/once.mjs';
import { CACHED, cacheGems } from './bundler.mjs';
import { fileOf } from './lock.mjs';

/**
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 *
 * @typedef {object} Download gems to download for rows (serializers) that have the same gems
 * @property {Set<string>} rows ids of the rows; `(kit)` stands for the gem that the kit itself needs
 * @property {readonly Gem[]} gems
 *
 * @typedef {object} Fetching
 * @property {import('./homes.mjs').Homes} homes
 * @property {string} scratch an empty folder
 * @property {string} files an existing folder for verified files
 * @property {boolean} isLocked whether each file must have a checksum: true for the gems of Gemfile.lock
 */

/**
 * Downloads gems for all rows at once. If that fails, downloads them separately for each set of gems, to find out which
 * rows fail. After a general failure, such as an unreachable registry, the remaining rows fail without another attempt.
 *
 * @param {readonly Download[]} downloads
 * @param {Fetching} fetching
 * @returns {Promise<Map<string, Failure>>} failures by id of the row
 */
export async function fetchGems(downloads, fetching) {
  /** @type {Map<string, Failure>} */
  const failures = new Map();
  if (downloads.length === 0) return failures;
  const { progress } = fetching.homes.place;
  const gems = new Map(downloads.flatMap((download) => download.gems.map((gem) => [gem.name, gem])));
  progress(`Bundler fetches ${gems.size === 1 ? 'a gem' : `${gems.size} gems`}`);
  const ask = untilGeneral();
  const common = await ask(() => fetchOnce([...gems.values()], fetching));
  if (common === null) return failures;
  for (const { rows, gems } of downloads) {
    const own = () => {
      progress(`Bundler fetches the gems of ${[...rows].join(', ')}`);
      return fetchOnce(gems, fetching);
    };
    const failure = downloads.length === 1 ? common : await ask(own);
    if (failure !== null) for (const row of rows) failures.set(row, failure);
  }
  return failures;
}

/**
 * @param {readonly Gem[]} gems
 * @param {Fetching} fetching
 * @returns {Promise<Failure | null>}
 */
async function fetchOnce(gems, { homes, scratch, files, isLocked }) {
  const failure = await cacheGems(homes.place.ruby, gems, scratch);
  if (failure !== null) return failure;
  const fetched = join(scratch, CACHED);
  for (const gem of gems) {
    if (homes.has(gem)) continue;
    const name = fileOf(gem);
    const fault = await whyNotFile(join(fetched, name), homes.checksums.get(name), isLocked);
    if (fault === null) await rename(join(fetched, name), join(files, name));
    else homes.faults.set(homes.placeOf(gem), fault);
  }
  // If this folder existed at the next download, Bundler would look for gems only in it.
  await rm(fetched, { recursive: true });
  return null;
}

/**
 * @param {string} file
 * @param {string | undefined} checksum
 * @param {boolean} isLocked
 * @returns {Promise<Failure | null>}
 */
async function whyNotFile(file, checksum, isLocked) {
  const name = basename(file);
  if (!existsSync(file))
    return { reason: `Bundler did not fetch ${name}`, fix: 'see what "bundle cache" says and try again' };
  if (checksum === undefined && isLocked)
    return { reason: `checksums has no line for ${name}`, fix: 'make it anew with runners/ruby/lock' };
  if (checksum === undefined || (await digestOfFile(file)) === checksum) return null;
  return otherFile(`${name} is another file than checksums has the SHA-256 of`);
}
