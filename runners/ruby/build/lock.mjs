/**
 * Reads and writes locks in Bundler's format: exact versions of gems and their dependencies. This runner's Gemfile.lock
 * leaves out the registry's address. The file `checksums` beside it has the SHA-256 of each gem file, since only Bundler
 * 2.6 and newer write checksums into Gemfile.lock.
 */
import { existsSync, readFileSync } from 'node:fs';
import { seriesOf } from './interpreter.mjs';

/**
 * @typedef {object} Gem
 * @property {string} name
 * @property {string} version
 * @property {readonly string[]} needs dependencies: `bigdecimal (>= 3.0)`
 * @property {{ folder: string, digest: string }} [local] only for a local gem: folder of its gem file, digest of its
 *   content
 *
 * @typedef {object} Lock
 * @property {ReadonlyMap<string, Gem>} gems by name
 * @property {string} series of the Ruby that made the lock; empty if unknown
 */

/**
 * @param {string} file may be missing: then there are no gems
 * @returns {Lock}
 */
export function readLock(file) {
  return parseLock(existsSync(file) ? readFileSync(file, 'utf8') : '');
}

/**
 * @param {string} text
 * @returns {Lock}
 */
export function parseLock(text) {
  /** @type {Map<string, { name: string, version: string, needs: string[] }>} */
  const gems = new Map();
  let gem = '';
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    if (/^[A-Z]/.test(line)) section = line;
    if (section !== 'GEM') continue;
    // Skips prebuilt gems such as `nokogiri (1.18.10-arm64-darwin)`: gems are always compiled from source.
    const [, name, version, platform] = /^ {4}(\S+) \(([^\s)-]+)(-[^\s)]+)?\)$/.exec(line) ?? [];
    const needed = /^ {6}(\S.*)$/.exec(line)?.[1];
    if (name !== undefined && version !== undefined) {
      gem = platform === undefined ? name : '';
      if (platform === undefined) gems.set(name, { name, version, needs: [] });
    } else if (needed !== undefined) gems.get(gem)?.needs.push(needed);
  }
  const ruby = /^RUBY VERSION\n\s+ruby (\S+)$/m.exec(text)?.[1] ?? '';
  return { gems, series: seriesOf(ruby) };
}

/**
 * Returns gems and all their dependencies, each after its own dependencies. Skips names that aren't in the lock, such as
 * Bundler, which rails requires but no lock lists.
 * @param {Pick<Lock, 'gems'>} lock
 * @param {Iterable<string>} names
 * @returns {Gem[]}
 */
export function closureOf({ gems }, names) {
  /** @type {Map<string, Gem>} */
  const found = new Map();
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} name */
  const visit = (name) => {
    const gem = gems.get(name);
    if (gem === undefined || seen.has(name)) return;
    seen.add(name);
    for (const needed of gem.needs) visit(needed.split(' ')[0] ?? '');
    found.set(name, gem);
  };
  for (const name of names) visit(name);
  return [...found.values()];
}

/**
 * @param {readonly Gem[]} gems
 * @param {string} source
 */
export function lockText(gems, source) {
  const sorted = [...gems].sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    'GEM',
    `  remote: ${source}`,
    '  specs:',
    ...sorted.flatMap(({ name, version, needs }) => [
      `    ${name} (${version})`,
      ...needs.map((needed) => `      ${needed}`),
    ]),
    '',
    'PLATFORMS',
    '  ruby',
    '',
    'DEPENDENCIES',
    ...sorted.map(({ name, version }) => `  ${name} (= ${version})`),
    '',
  ].join('\n');
}

/**
 * @param {string} file
 * @returns {ReadonlyMap<string, string>} SHA-256 in hex by file name: `oj-3.17.8.gem`
 */
export function readChecksums(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const pairs = [...text.matchAll(/^([0-9a-f]{64}) {2}(\S+\.gem)$/gm)];
  return new Map(pairs.map(([, sum = '', name = '']) => [name, sum]));
}

/** @param {Pick<Gem, 'name' | 'version'>} gem */
export function fileOf({ name, version }) {
  return `${name}-${version}.gem`;
}
