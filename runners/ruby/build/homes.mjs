/**
 * Installs each gem into a folder of its own in the cache: its home, as RubyGems calls such folders. A row (a serializer)
 * gets only the homes of its own gems and their dependencies, since other installed gems can change what a library does:
 * multi_json uses the fastest installed parser, and `require "json"` loads the newest installed json. Rows share homes.
 * A home's name has a digest of its Ruby and of its gem's name, version and checksum (if known). A home is created under
 * another name, then renamed and never changed.
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
 * @property {readonly string[]} needs homes of the gem's dependencies
 */

/** Increase this when the steps of install.rb after RubyGems' installation change, so that old homes aren't reused. */
const LAYOUT = '1';
/** Number of installations at once: one for each core, but 2 to 8. Configuring a gem rarely needs a full core. */
const AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 8);

export class Homes {
  /**
   * @param {Place} place
   * @param {ReadonlyMap<string, string>} checksums
   */
  constructor(place, checksums) {
    this.place = place;
    this.checksums = checksums;
    /** @type {Map<string, Failure>} failed installations, by home */
    this.faults = new Map();
  }

  /** @param {Gem} gem */
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
   * @param {readonly (readonly Gem[])[]} lists lists of gems that are used together, each after its dependencies
   * @param {string} files folder with verified gem files
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
 * Sorts large gems and their dependencies to the front, so that no long installation begins last.
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
