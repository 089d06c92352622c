/**
 * Gems, each installed to a folder of the cache that has nothing else: a home, in RubyGems' words. A row is given those of its own
 * gems and no others, since what a library finds installed beside it may change what it does: multi_json takes the fastest
 * parser there is, and `require "json"` the newest json. Homes are shared by rows, named by what is in them, made aside and then
 * renamed, and never changed afterwards.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { runTool } from '../../build-kit/tool.mjs';
import { RETRY } from './bundler.mjs';
import { PLAIN } from './interpreter.mjs';
import { closureOf, fileOf } from './lock.mjs';

/**
 * @typedef {import('./interpreter.mjs').Interpreter} Interpreter
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 */

/** Changes with what is done to a home besides what RubyGems does. */
const LAYOUT = '1';
const INSTALL = fileURLToPath(new URL('install.rb', import.meta.url));
/** One compiles while the other configures itself; more would only wait for each other on a small machine. */
const AT_ONCE = 2;
/** In milliseconds. A compiler says nothing until it has finished. */
const LONGEST = 9 * 60_000;

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
    const sum = this.#checksums.get(fileOf(gem)) ?? 'unknown';
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
    const sized = await Promise.all(
      compile.map(async (gem) => ({ gem, size: (await stat(join(files, fileOf(gem)))).size })),
    );
    // The largest first: the last to end is then a short one.
    const queue = sized.sort((one, other) => other.size - one.size).map(({ gem }) => gem);
    const total = queue.length;
    const rest = queue.values();
    let count = 0;
    const work = async () => {
      for (const gem of rest) {
        count += 1;
        this.#progress(`compiling ${gem.name} ${gem.version} (${count} of ${total})`);
        const failure = await this.#compile(gem, files, closureOf(lock, [gem.name]));
        if (failure !== null) failures.set(gem, failure);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
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
    this.#progress(`installing ${gems.length === 1 ? 'a gem' : `${gems.length} gems`}`);
    const work = join(this.#cache, `.making-${process.pid}-${randomBytes(6).toString('hex')}`);
    const asides = new Map(gems.map((gem) => [fileOf(gem), join(work, fileOf(gem))]));
    try {
      for (const aside of asides.values()) await mkdir(aside, { recursive: true });
      const list = [...asides].map(([file, aside]) => ({
        file: join(files, file),
        folder: aside,
        homes: [],
      }));
      const { output, reason } = await this.#run('pure', work, list);
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
   * @param {readonly Gem[]} closure
   * @returns {Promise<Failure | null>}
   */
  async #compile(gem, files, closure) {
    const homes = closure.filter((one) => one !== gem).map((one) => this.placeOf(one));
    /** @type {Failure | null} */
    let failure = null;
    try {
      await makeOnce(this.placeOf(gem), async (aside) => {
        const { output, reason } = await this.#run('all', aside, [
          { file: join(files, fileOf(gem)), folder: aside, homes },
        ]);
        if (outcomesOf(output).get(fileOf(gem))?.word === 'installed') return;
        failure = failureOf(gem, reason === '' ? output : [...output, reason]);
        throw new NotMade();
      });
    } catch (error) {
      if (!(error instanceof NotMade)) throw error;
    }
    return failure;
  }

  /**
   * @param {'pure' | 'all'} mode
   * @param {string} aside
   * @param {readonly { file: string, folder: string, homes: readonly string[] }[]} gems
   */
  async #run(mode, aside, gems) {
    const list = `${aside}.list`;
    const lines = gems.map(({ file, folder, homes }) => [file, folder, homes.join(':')].join('\t'));
    await writeFile(list, lines.map((line) => `${line}\n`).join(''));
    try {
      return await runTool({
        program: this.#ruby.program,
        args: [INSTALL, mode, list],
        env: PLAIN,
        silence: LONGEST,
        longest: LONGEST,
      });
    } finally {
      await rm(list, { force: true });
    }
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

/**
 * @param {readonly string[]} output of install.rb
 * @returns {Map<string, { word: string, said: string[] }>} by file: what happened, and what was said before
 */
function outcomesOf(output) {
  /** @type {Map<string, { word: string, said: string[] }>} */
  const outcomes = new Map();
  /** @type {string[]} */
  let said = [];
  for (const line of output) {
    const [, word, file] = /^wiremark:(\w+) (\S+)$/.exec(line) ?? [];
    if (word === undefined || file === undefined) said.push(line);
    else {
      outcomes.set(file, { word, said });
      said = [];
    }
  }
  return outcomes;
}

const NO_HEADERS = /can't find header files for ruby/;
const NO_COMPILER =
  /You have to install development tools first|(?:make|cc|gcc|g\+\+|clang): (?:command )?not found|No such file or directory - (?:make|gcc|cc)\b|[Cc]ompiler failed to generate/;
const FAULT =
  /\b(?:fatal )?error: |^\s*\*\*\* |\b(?:Error|ERROR|abort(?:ing|ed)?): |is (?:missing|required)\b/;
const COMPILE = 'install what compiles it (Debian: apt-get install ruby-dev build-essential)';

/**
 * A compiler says in many lines what fits into one.
 * @param {Gem} gem
 * @param {readonly string[]} said
 * @returns {Failure}
 */
function failureOf({ name, version }, said) {
  const lines = said.map((line) => line.trim()).filter((line) => line !== '');
  const isCompiled = lines.some((line) => line.includes('Failed to build gem native extension'));
  if (!isCompiled)
    return {
      reason: `${name} ${version} can't be installed: ${lines[0] ?? 'RubyGems does not say why'}`,
      cure: 'see what RubyGems says and try again',
      retry: RETRY,
    };
  const why = lines.some((line) => NO_HEADERS.test(line))
    ? "Ruby's header files aren't installed"
    : lines.some((line) => NO_COMPILER.test(line))
      ? "there is no compiler, or it doesn't work"
      : (lines.find((line) => FAULT.test(line) && !line.includes('native extension')) ?? lines.at(-1));
  return { reason: `${name} ${version} can't be compiled: ${why}`, cure: COMPILE, retry: RETRY };
}
