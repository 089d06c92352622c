/**
 * Gems, each installed to a folder of the cache that has nothing else: a home, in RubyGems' words. A row is given those of its own
 * gems and no others, since what a library finds installed beside it may change what it does: multi_json takes the fastest
 * parser there is, and `require "json"` the newest json. Homes are shared by rows, named by what is in them, made aside and then
 * renamed, and never changed afterwards.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { failureOf, OUTCOME, outcomesOf, runInstaller } from './installer.mjs';
import { closureOf, fileOf } from './lock.mjs';
import { inOrder } from './order.mjs';

/**
 * @typedef {import('./interpreter.mjs').Interpreter} Interpreter
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 */

/** Changes with what is done to a home besides what RubyGems does. */
const LAYOUT = '1';
/** One compiles while another configures itself, which takes a core by turns. */
const AT_ONCE = Math.min(Math.max(availableParallelism(), 2), 8);

export class Homes {
  #ruby;
  #cache;
  #checksums;
  #progress;

  /**
   * @param {object} where
   * @param {Interpreter} where.ruby
   * @param {string} where.cache a folder that exists
   * @param {ReadonlyMap<string, string>} where.checksums
   * @param {(text: string) => void} where.progress told what takes long
   */
  constructor({ ruby, cache, checksums, progress }) {
    this.#ruby = ruby;
    this.#cache = cache;
    this.#checksums = checksums;
    this.#progress = progress;
  }

  /**
   * Where a gem is, or will be.
   * @param {Gem} gem
   */
  placeOf(gem) {
    const sum = gem.local?.digest ?? this.#checksums.get(fileOf(gem)) ?? 'unknown';
    const digest = digestOf([LAYOUT, ...this.#ruby.identity, gem.name, gem.version, sum]);
    return join(this.#cache, `${gem.name}-${gem.version}-${digest}`);
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
    const missing = gems.filter((gem) => !this.has(gem));
    const lock = { gems: new Map(gems.map((gem) => [gem.name, gem])) };
    const { compile, failures } = await this.#installPure(missing, files);
    /** @param {Gem} gem */
    const neededBy = (gem) => closureOf(lock, [gem.name]).filter((one) => one !== gem);
    /** @type {Map<Gem, number>} */
    const sizes = new Map();
    for (const gem of compile) sizes.set(gem, (await stat(join(files, fileOf(gem)))).size);
    // The largest first, and before those what they wait for: the last to end is then a short one.
    /** @param {Gem} gem */
    const weight = (gem) => {
      const waiting = compile.filter((one) => one === gem || neededBy(one).includes(gem));
      return Math.max(...waiting.map((one) => sizes.get(one) ?? 0));
    };
    const queue = [...compile].sort((one, other) => weight(other) - weight(one));
    let count = 0;
    await inOrder({
      queue,
      needs: neededBy,
      atOnce: AT_ONCE,
      work: async (gem, needed) => {
        count += 1;
        this.#progress(`compiling ${gem.name} ${gem.version} (${count} of ${queue.length})`);
        const failure = await this.#compile(gem, files, needed);
        if (failure !== null) failures.set(gem, failure);
      },
    });
    return failures;
  }

  /**
   * @param {readonly Gem[]} gems
   * @param {string} files
   * @returns {Promise<{ compile: Gem[], failures: Map<Gem, Failure> }>} `compile`: those that aren't pure Ruby
   */
  async #installPure(gems, files) {
    /** @type {Map<Gem, Failure>} */
    const failures = new Map();
    if (gems.length === 0) return { compile: [], failures };
    let count = 0;
    const show = () => this.#progress(`installing gems (${count} of ${gems.length} done)`);
    show();
    const work = join(this.#cache, `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
    const asides = new Map(gems.map((gem) => [fileOf(gem), join(work, fileOf(gem))]));
    try {
      for (const aside of asides.values()) await mkdir(aside, { recursive: true });
      const list = [...asides].map(([file, aside]) => ({
        file: join(files, file),
        folder: aside,
        homes: [],
      }));
      const { output, reason } = await runInstaller(this.#ruby, 'pure', `${work}/list`, list, {
        line: (line) => {
          if (!OUTCOME.test(line)) return;
          count += 1;
          show();
        },
      });
      const outcomes = outcomesOf(output);
      for (const gem of gems) {
        const outcome = outcomes.get(fileOf(gem));
        if (outcome?.word === 'installed') await settle(asides.get(fileOf(gem)) ?? '', this.placeOf(gem));
        else if (outcome?.word !== 'compile')
          failures.set(gem, failureOf(gem, outcome?.said ?? [reason || 'RubyGems ended before it']));
      }
      return { compile: gems.filter((gem) => outcomes.get(fileOf(gem))?.word === 'compile'), failures };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  /**
   * @param {Gem} gem
   * @param {string} files
   * @param {readonly Gem[]} needed
   * @returns {Promise<Failure | null>}
   */
  async #compile(gem, files, needed) {
    const homes = needed.map((one) => this.placeOf(one));
    // wiremark removes it when nothing has used it for a month.
    const log = `${this.placeOf(gem)}.log`;
    /** @type {Failure | null} */
    let failure = null;
    try {
      await makeOnce(this.placeOf(gem), async (aside) => {
        const jobs = [{ file: join(files, fileOf(gem)), folder: aside, homes }];
        const { output, reason } = await runInstaller(this.#ruby, 'all', `${aside}.list`, jobs, { log });
        if (outcomesOf(output).get(fileOf(gem))?.word === 'installed') return await rm(log, { force: true });
        failure = failureOf(gem, reason === '' ? output : [...output, reason], log);
        throw new NotMade();
      });
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
    }
    // Another program may have done it.
    return this.has(gem) ? null : failure;
  }
}

class NotMade extends Error {}

/**
 * @param {string} aside
 * @param {string} place
 */
async function settle(aside, place) {
  try {
    await rename(aside, place);
  } catch (error) {
    // Another program installed the same in the meantime.
    if (!existsSync(place)) throw error;
  }
}
