/** The gems of rows, made ready: resolved, fetched, compared with their checksums, installed. Nothing is asked for that is there. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inScratch } from '../../build-kit/once.mjs';
import { fetchGems, whyNotFile } from './fetch.mjs';
import { Homes } from './homes.mjs';
import { fileOf, readChecksums, readLock } from './lock.mjs';
import { resolve } from './resolve.mjs';

/**
 * @typedef {import('./interpreter.mjs').Place} Place
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 * @typedef {import('./resolve.mjs').Row} Row
 * @typedef {import('./resolve.mjs').Resolved} Resolved
 * @typedef {import('./fetch.mjs').Wish} Wish
 *
 * @typedef {object} Provided
 * @property {string} list the text of the file `gems` (main.mjs)
 * @property {readonly string[]} needs folders of the cache that the row is of no use without
 */

/**
 * @template {Row} R
 * @param {object} what
 * @param {readonly R[]} what.rows
 * @param {readonly Row[]} what.all see resolve.mjs
 * @param {string} what.folder of Gemfile.lock and checksums
 * @param {Place} place
 * @returns {Promise<Map<R, Provided | Failure>>}
 */
export async function provideGems({ rows, all, folder }, place) {
  const lock = readLock(join(folder, 'Gemfile.lock'));
  const homes = new Homes(place, readChecksums(join(folder, 'checksums')));
  const resolved = await resolve({ rows, all, lock }, place);
  const faults = new Faults();
  // What was resolved on its own may be another version of the same gem: each lock is checked by itself.
  for (const kept of new Set([...resolved.values()].map((one) => ('reason' in one ? undefined : one.kept))))
    if (kept !== undefined) {
      const wishes = wishesOf(resolved, kept, homes);
      if (wishes.length > 0) await install({ wishes, isLocked: kept === null, homes, faults });
    }
  for (const one of resolved.values()) if (!('reason' in one)) await installLocals(one.gems, homes, faults);
  return new Map(
    [...resolved].map(([row, one]) => [
      row,
      'reason' in one ? one : (faults.of(row, one, homes) ?? provided(one, homes)),
    ]),
  );
}

/** What went wrong, by row and by gem. */
class Faults {
  /** @type {Map<string, Failure>} */
  rows = new Map();
  /** @type {Map<string, Failure>} by the gem's home */
  gems = new Map();

  /**
   * @param {Row} row
   * @param {Resolved} resolved
   * @param {Homes} homes
   */
  of(row, { gems }, homes) {
    return this.rows.get(row.id) ?? gems.map((gem) => this.gems.get(homes.placeOf(gem))).find((one) => one);
  }
}

/** The name under which the kit's own gem is fetched: no row's. */
const KIT = '(kit)';

/**
 * Rows whose gems aren't all there, those that want the same together.
 * @param {ReadonlyMap<Row, Resolved | Failure>} resolved
 * @param {string | null} kept
 * @param {Homes} homes
 * @returns {Wish[]}
 */
function wishesOf(resolved, kept, homes) {
  /** @type {Map<string, { rows: string[], gems: readonly Gem[] }>} */
  const wishes = new Map();
  /**
   * @param {string} row
   * @param {readonly Gem[]} gems
   */
  const add = (row, gems) => {
    if (gems.every((gem) => homes.has(gem))) return;
    const key = gems.map(fileOf).sort().join(' ');
    const wish = wishes.get(key) ?? { rows: [], gems };
    if (!wish.rows.includes(row)) wish.rows.push(row);
    wishes.set(key, wish);
  };
  for (const [{ id }, one] of resolved)
    if (!('reason' in one) && one.kept === kept) {
      add(
        id,
        one.gems.filter(({ local }) => local === undefined),
      );
      if (one.profiler !== null) add(KIT, [one.profiler]);
    }
  return [...wishes.values()];
}

/**
 * @param {object} what
 * @param {readonly Wish[]} what.wishes
 * @param {boolean} what.isLocked
 * @param {Homes} what.homes
 * @param {Faults} what.faults
 */
async function install({ wishes, isLocked, homes, faults }) {
  const { place, checksums } = homes;
  await inScratch(place.cache, async (folder) => {
    const files = join(folder, 'files');
    await mkdir(files);
    const failures = await fetchGems({ wishes, folder, files }, place);
    for (const [wish, failure] of failures) for (const row of wish.rows) faults.rows.set(row, failure);
    /** @type {Gem[]} */
    const right = [];
    const fetched = wishes.filter((wish) => !failures.has(wish));
    for (const gem of distinct(fetched.flatMap(({ gems }) => gems))) {
      const fault = homes.has(gem) ? null : await whyNotFile({ gem, files, checksums, isLocked });
      if (fault === null) right.push(gem);
      else faults.gems.set(homes.placeOf(gem), fault);
    }
    for (const [gem, failure] of await homes.install(right, files))
      faults.gems.set(homes.placeOf(gem), failure);
  });
}

/**
 * Gems by path, where all is there that they need.
 * @param {readonly Gem[]} gems each after what it needs
 * @param {Homes} homes
 * @param {Faults} faults
 */
async function installLocals(gems, homes, faults) {
  for (const [index, { local }] of gems.entries()) {
    const those = gems.slice(0, index + 1);
    if (local === undefined || !those.slice(0, -1).every((gem) => homes.has(gem))) continue;
    for (const [gem, failure] of await homes.install(those, local.folder))
      faults.gems.set(homes.placeOf(gem), failure);
  }
}

/** @param {readonly Gem[]} gems */
function distinct(gems) {
  return [...new Map(gems.map((gem) => [fileOf(gem), gem])).values()];
}

/**
 * @param {Resolved} resolved
 * @param {Homes} homes
 * @returns {Provided}
 */
function provided({ gems, profiler, kept }, homes) {
  /**
   * @param {string} word
   * @param {Gem} gem
   */
  const line = (word, gem) => `${word} ${gem.name} ${gem.version} ${homes.placeOf(gem)}`;
  const isThere = profiler !== null && homes.has(profiler);
  return {
    list: [
      ...gems.map((gem) => line('gem', gem)),
      ...(profiler === null ? [] : [line('profiler', profiler)]),
      ...(kept === null ? [] : ['resolved here']),
      '',
    ].join('\n'),
    needs: [
      ...gems.map((gem) => homes.placeOf(gem)),
      ...(profiler !== null && isThere ? [homes.placeOf(profiler)] : []),
      ...(kept === null ? [] : [kept]),
    ],
  };
}
