/**
 * Gems, each installed to a folder of the cache that has nothing else: a home, in RubyGems' words. A row is given those of its own
 * gems and no others, since what a library finds installed beside it may change what it does: multi_json takes the fastest
 * parser there is, and `require "json"` the newest json. Homes are shared by rows, named by what is in them, made aside and then
 * renamed, and never changed afterwards.
 */
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { inOrder } from '../../build-kit/order.mjs';
import { installGem } from './installer.mjs';
import { closureOf, fileOf } from './lock.mjs';

/**
 * @typedef {import('./interpreter.mjs').Place} Place
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 */

/** Changes with what is done to a home besides what RubyGems does. */
const LAYOUT = '1';
/** One compiles while another configures itself, which takes a core by turns. */
const AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 8);

export class Homes {
  /**
   * @param {Place} place
   * @param {ReadonlyMap<string, string>} checksums
   */
  constructor(place, checksums) {
    this.place = place;
    this.checksums = checksums;
  }

  /**
   * Where a gem is, or will be.
   * @param {Gem} gem
   */
  placeOf(gem) {
    const sum = gem.local?.digest ?? this.checksums.get(fileOf(gem)) ?? 'unknown';
    const digest = digestOf([LAYOUT, ...this.place.ruby.identity, gem.name, gem.version, sum]);
    return join(this.place.cache, `${gem.name}-${gem.version}-${digest}`);
  }

  /** @param {Gem} gem */
  has(gem) {
    return existsSync(this.placeOf(gem));
  }

  /**
   * Installs gems that aren't there, from files that are known to be the right ones.
   * @param {readonly Gem[]} gems each after what it needs
   * @param {string} files the folder of their files
   * @returns {Promise<Map<Gem, Failure>>} why some are missing
   */
  async install(gems, files) {
    const lock = { gems: new Map(gems.map((gem) => [gem.name, gem])) };
    const missing = gems.filter((gem) => !this.has(gem));
    const needs = new Map(
      missing.map((gem) => [gem, closureOf(lock, [gem.name]).filter((one) => one !== gem)]),
    );
    /** @type {Map<Gem, Failure>} */
    const failures = new Map();
    let count = 0;
    await inOrder({
      queue: await largestFirst(needs, files),
      needs: (gem) => needs.get(gem) ?? [],
      atOnce: AT_ONCE,
      work: async (gem, needed) => {
        count += 1;
        this.place.progress(`installing ${gem.name} ${gem.version} (${count} of ${missing.length})`);
        const failure = await makeOnce(this.placeOf(gem), (folder, log) =>
          installGem(this.place.ruby, gem, {
            file: join(files, fileOf(gem)),
            folder,
            homes: needed.map((one) => this.placeOf(one)),
            log,
          }),
        );
        if (failure !== null) failures.set(gem, failure);
      },
    });
    return failures;
  }
}

/**
 * The largest first, and before those what they wait for: the last to end is then a short one.
 * @param {ReadonlyMap<Gem, readonly Gem[]>} needs
 * @param {string} files
 */
async function largestFirst(needs, files) {
  /** @type {Map<Gem, number>} */
  const weights = new Map();
  for (const [gem, needed] of needs) {
    const { size } = await stat(join(files, fileOf(gem)));
    for (const one of [gem, ...needed]) weights.set(one, Math.max(weights.get(one) ?? 0, size));
  }
  return [...needs.keys()].sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0));
}
