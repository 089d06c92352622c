/**
 * Gemfile.lock, in Bundler's own format, but without the registry's address: exact versions of all gems in runner.toml and of
 * what those need in turn. Beside it, `checksums` has the SHA-256 of each gem's file, which Bundler's format has no place for
 * before version 2.6.
 */
import { existsSync, readFileSync } from 'node:fs';
import { seriesOf } from './interpreter.mjs';

/**
 * @typedef {object} Gem
 * @property {string} name
 * @property {string} version
 * @property {readonly string[]} needs its dependencies as they stand in the lock: `bigdecimal (>= 3.0)`
 * @property {{ folder: string, digest: string }} [local] of a gem by path: the folder of its file, and what its content is
 *
 * @typedef {object} Lock
 * @property {ReadonlyMap<string, Gem>} gems by name
 * @property {string} series of the Ruby that it was made for; empty where it doesn't say
 */

/**
 * @param {string} file may be missing: then nothing is locked
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
    // `nokogiri (1.18.10-arm64-darwin)` is a file for one platform: those that any Ruby compiles are taken.
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
 * Gems and all that they need, each after what it needs. What isn't in the lock is left out: Bundler itself, which rails wants
 * and every Ruby has.
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
 * What Bundler takes for a lock of a Gemfile that has just these gems in just these versions.
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
 * @param {string} file may be missing
 * @returns {ReadonlyMap<string, string>} SHA-256 in hex, by the name of the file: `oj-3.17.8.gem`
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
