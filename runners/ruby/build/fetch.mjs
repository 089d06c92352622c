/** The files of gems, from the registry, each compared with `checksums` before anything of it is used. */
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { otherFile, untilGeneral } from '../../build-kit/installer.mjs';
import { digestOfFile } from '../../build-kit/once.mjs';
import { CACHED, runBundler, writeBundle } from './bundler.mjs';
import { fileOf, lockText } from './lock.mjs';

/**
 * @typedef {import('./interpreter.mjs').Place} Place
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 *
 * @typedef {object} Wish what rows with the same gems want
 * @property {readonly string[]} rows their ids
 * @property {readonly Gem[]} gems
 */

/**
 * Fetches gems for all rows at once; if that fails, for each on its own, to know which it concerns.
 *
 * @param {object} what
 * @param {readonly Wish[]} what.wishes
 * @param {string} what.folder empty
 * @param {string} what.files a folder that exists, for the files
 * @param {Place} place
 * @returns {Promise<Map<Wish, Failure>>}
 */
export async function fetchGems({ wishes, ...folders }, { ruby, progress }) {
  /** @type {Map<Wish, Failure>} */
  const failures = new Map();
  const count = new Set(wishes.flatMap(({ gems }) => gems.map(fileOf))).size;
  progress(`Bundler fetches ${count === 1 ? 'a gem' : `${count} gems`}`);
  const ask = untilGeneral();
  const common = await ask(() => fetchOnce(wishes, ruby, folders));
  if (common === null) return failures;
  for (const wish of wishes) {
    const own = () => {
      progress(`Bundler fetches the gems of ${wish.rows.join(', ')}`);
      return fetchOnce([wish], ruby, folders);
    };
    const failure = wishes.length === 1 ? common : await ask(own);
    if (failure !== null) failures.set(wish, failure);
  }
  return failures;
}

/**
 * @param {readonly Wish[]} wishes
 * @param {import('./interpreter.mjs').Interpreter} ruby
 * @param {{ folder: string, files: string }} folders
 */
async function fetchOnce(wishes, ruby, { folder, files }) {
  /** @type {Map<string, { gem: Gem, groups: Set<string> }>} */
  const wanted = new Map();
  for (const { rows, gems } of wishes)
    for (const gem of gems) {
      const one = wanted.get(gem.name) ?? { gem, groups: new Set() };
      for (const row of rows) one.groups.add(row);
      wanted.set(gem.name, one);
    }
  const grouped = [...wanted.values()].map(({ gem, groups }) => ({
    name: gem.name,
    ranges: [`= ${gem.version}`],
    groups,
  }));
  const gems = [...wanted.values()].map(({ gem }) => gem);
  await writeBundle(folder, grouped, { lock: lockText(gems, ruby.source) });
  const failure = await runBundler(ruby, 'cache', folder);
  if (failure !== null) return failure;
  // Where this folder is there already, Bundler looks nowhere else.
  const fetched = join(folder, CACHED);
  for (const name of await readdir(fetched)) await rename(join(fetched, name), join(files, name));
  await rm(fetched, { recursive: true });
  return null;
}

/**
 * What is wrong with a gem's file; null if it is the right one.
 *
 * @param {object} what
 * @param {Gem} what.gem
 * @param {string} what.files
 * @param {ReadonlyMap<string, string>} what.checksums
 * @param {boolean} what.isLocked whether it must have one: what was resolved for another Ruby has none beforehand
 * @returns {Promise<Failure | null>}
 */
export async function whyNotFile({ gem, files, checksums, isLocked }) {
  const name = fileOf(gem);
  const file = join(files, name);
  if (!existsSync(file))
    return { reason: `Bundler did not fetch ${name}`, cure: 'see what "bundle cache" says and try again' };
  const wanted = checksums.get(name);
  if (wanted === undefined && isLocked)
    return { reason: `checksums has no line for ${name}`, cure: 'make it anew with runners/ruby/lock' };
  if (wanted === undefined || (await digestOfFile(file)) === wanted) return null;
  return otherFile(`${name} is another file than checksums has the SHA-256 of`);
}
