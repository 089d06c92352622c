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
 *
 * @typedef {object} Missing
 * @property {Gem} gem
 * @property {string} home
 * @property {string} file
 * @property {readonly string[]} needs homes of what it needs
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
    /** @type {Map<string, Failure>} why gems can't be used, by their place */
    this.faults = new Map();
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
   * Installs gems that aren't there, as far as their files are.
   * @param {readonly (readonly Gem[])[]} lists of gems that go together, each after what it needs
   * @param {string} files a folder with files that are known to be the right ones
   */
  async install(lists, files) {
    /** @type {Map<string, Missing>} */
    const missing = new Map();
    for (const gems of lists)
      for (const gem of gems) {
        const home = this.placeOf(gem);
        const file = join(gem.local?.folder ?? files, fileOf(gem));
        if (existsSync(home) || missing.has(home) || !existsSync(file)) continue;
        const needed = closureOf({ gems: new Map(gems.map((one) => [one.name, one])) }, [gem.name]);
        const needs = needed.slice(0, -1).map((one) => this.placeOf(one));
        missing.set(home, { gem, home, file, needs });
      }
    let count = 0;
    await inOrder({
      queue: await largestFirst(missing),
      needs: ({ needs }) => needs.flatMap((home) => missing.get(home) ?? []),
      atOnce: AT_ONCE,
      work: async ({ gem, home, file, needs: homes }) => {
        const { ruby, progress } = this.place;
        count += 1;
        progress(`installing ${gem.name} ${gem.version} (${count} of ${missing.size})`);
        const fault = await makeOnce(home, (folder, log) =>
          installGem(ruby, gem, { file, folder, homes, log }),
        );
        if (fault !== null) this.faults.set(home, fault);
      },
    });
  }
}

/**
 * The largest first, and before those what they wait for: the last to end is then a short one.
 * @param {ReadonlyMap<string, Missing>} missing
 */
async function largestFirst(missing) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const { home, file, needs } of missing.values()) {
    const { size } = await stat(file);
    for (const one of [home, ...needs]) weights.set(one, Math.max(weights.get(one) ?? 0, size));
  }
  const weightOf = (/** @type {Missing} */ { home }) => weights.get(home) ?? 0;
  return [...missing.values()].sort((one, other) => weightOf(other) - weightOf(one));
}
