/**
 * Resolves, downloads, verifies and installs the gems of rows (serializers). Asks the registry only for versions that
 * neither Gemfile.lock nor the cache has, and for gems that the cache lacks.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inScratch } from '../../build-kit/once.mjs';
import { fetchGems } from './fetch.mjs';
import { Homes } from './homes.mjs';
import { fileOf, readChecksums, readLock } from './lock.mjs';
import { resolve } from './resolve.mjs';

/**
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./resolve.mjs').Row} Row
 * @typedef {import('./resolve.mjs').Resolved} Resolved
 * @typedef {import('./fetch.mjs').Download} Download
 * @typedef {import('./lock.mjs').Gem} Gem
 *
 * @typedef {object} Provided
 * @property {string} list content of the build's file `gems` (main.mjs)
 * @property {readonly string[]} needs cache folders that the build needs
 */

const KIT = '(kit)';

/**
 * @template {Row} R
 * @param {object} what
 * @param {readonly R[]} what.rows
 * @param {readonly Row[]} what.all
 * @param {string} what.folder
 * @param {import('./interpreter.mjs').Place} place
 * @returns {Promise<Map<R, Provided | Failure>>}
 */
export async function provideGems({ rows, all, folder }, place) {
  const lock = readLock(join(folder, 'Gemfile.lock'));
  const homes = new Homes(place, readChecksums(join(folder, 'checksums')));
  const resolved = await resolve({ rows, all, lock }, place);
  const those = [...resolved].flatMap(([{ id }, one]) => ('reason' in one ? [] : [{ id, ...one }]));
  /** @type {Map<string, Failure>} by id of the row */
  const unfetched = new Map();
  await inScratch(place.cache, async (scratch) => {
    const files = join(scratch, 'files');
    await mkdir(files);
    // Downloads the gems of each lock separately: two locks may have different versions of a gem.
    for (const kept of new Set(those.map((one) => one.kept))) {
      const downloads = downloadsFor(
        those.filter((one) => one.kept === kept),
        homes,
      );
      const failures = await fetchGems(downloads, { homes, scratch, files, isLocked: kept === null });
      for (const [row, failure] of failures) unfetched.set(row, failure);
    }
    await homes.install(
      those.flatMap(({ gems, kits }) => [gems, kits]),
      files,
    );
  });
  return new Map(
    [...resolved].map(([row, one]) => {
      if ('reason' in one) return [row, one];
      const faults = one.gems.map((gem) => homes.faults.get(homes.placeOf(gem)));
      return [row, unfetched.get(row.id) ?? faults.find((fault) => fault) ?? provided(one, homes)];
    }),
  );
}

/**
 * Returns the gems to download: an entry for each set of gems of which some aren't installed, with the rows that need it.
 * @param {readonly (Resolved & { id: string })[]} rows rows with the same lock
 * @param {Homes} homes
 * @returns {Download[]}
 */
function downloadsFor(rows, homes) {
  const all = rows.flatMap(({ id, gems, kits }) => [
    { row: id, gems: gems.filter(({ local }) => local === undefined) },
    { row: KIT, gems: kits },
  ]);
  /** @type {Map<string, Download>} */
  const downloads = new Map();
  for (const { row, gems } of all) {
    if (gems.every((gem) => homes.has(gem))) continue;
    const key = gems.map(fileOf).sort().join(' ');
    const download = downloads.get(key) ?? { rows: new Set(), gems };
    download.rows.add(row);
    downloads.set(key, download);
  }
  return [...downloads.values()];
}

/**
 * @param {Resolved} resolved
 * @param {Homes} homes
 * @returns {Provided}
 */
function provided({ gems, kits, kept }, homes) {
  /** @param {string} word */
  const line = (word) => (/** @type {Gem} */ gem) =>
    `${word} ${gem.name} ${gem.version} ${homes.placeOf(gem)}`;
  const list = [...gems.map(line('gem')), ...kits.map(line('profiler'))];
  const needs = [...gems, ...kits.filter((gem) => homes.has(gem))].map((gem) => homes.placeOf(gem));
  return kept === null
    ? { list: [...list, ''].join('\n'), needs }
    : { list: [...list, 'resolved here', ''].join('\n'), needs: [...needs, kept] };
}

/**
 * Reads licenses from the specifications that RubyGems writes into a gem's home.
 * @param {string} list `Provided.list`: a line `gem NAME VERSION HOME` for each gem; other lines are ignored
 * @param {readonly string[]} names the gems whose licenses are wanted
 */
export async function licensesOf(list, names) {
  /** @type {Record<string, string>} */
  const licenses = {};
  for (const [, name = '', version, home = ''] of list.matchAll(/^gem (\S+) (\S+) (.*)$/gm)) {
    if (!names.includes(name)) continue;
    const text = await readFile(join(home, 'specifications', `${name}-${version}.gemspec`), 'utf8');
    const [, stated = ''] = /^ *s\.licenses = \[(.*)\]/m.exec(text) ?? [];
    licenses[name] = [...stated.matchAll(/"([^"]*)"/g)].map(([, one]) => one).join(', ');
  }
  return licenses;
}
