/**
 * Reads requirements.txt: exact versions and file hashes of the packages in runner.toml and of their dependencies, in
 * pip's format. Because of the hashes, pip installs no other files. An entry's `# via …` comments, written by
 * runners/python/lock, name the packages that depend on this package.
 */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Locked
 * @property {readonly string[]} versions usually one; several if the choice depends on the version of Python or on the system
 * @property {readonly string[]} requirements for each version, a line in pip's format: name, version, condition, hashes
 * @property {readonly string[]} neededBy normalized names of the packages that need this one
 *
 * @typedef {ReadonlyMap<string, Locked>} Lock by normalized name
 */

/**
 * @param {string} file may be missing: then there are no entries
 * @returns {Lock}
 */
export function readLock(file) {
  return existsSync(file) ? parseLock(readFileSync(file, 'utf8')) : new Map();
}

/**
 * @param {string} text
 * @returns {Lock}
 */
export function parseLock(text) {
  /** @type {Map<string, Locked>} */
  const lock = new Map();
  for (const entry of text.split(/\r?\n(?=\S)/)) {
    const lines = entry.split(/\r?\n/);
    const [, name, version] = /^([\w.-]+)==([^\s;\\]+)/.exec(entry) ?? [];
    if (name === undefined || version === undefined) continue;
    const requirement = lines
      .filter((line) => !/^\s*(#|$)/.test(line))
      .map((line) => line.replace(/\\$/, '').trim())
      .join(' ');
    const neededBy = lines.flatMap((line) => {
      const via = /^\s*#\s+(?:via\s+)?([\w.-]+)$/.exec(line)?.[1];
      return via === undefined || via === 'via' ? [] : [normalized(via)];
    });
    const other = lock.get(normalized(name)) ?? { versions: [], requirements: [], neededBy: [] };
    lock.set(normalized(name), {
      versions: [...other.versions, version],
      requirements: [...other.requirements, requirement],
      neededBy: [...other.neededBy, ...neededBy],
    });
  }
  return lock;
}

/**
 * Returns the requirements of these packages and of all their dependencies, in the file's order.
 * @param {Lock} lock
 * @param {Iterable<string>} names normalized
 * @returns {string[]}
 */
export function closureOf(lock, names) {
  const needed = new Set(names);
  for (const name of needed)
    for (const [other, { neededBy }] of lock) if (neededBy.includes(name)) needed.add(other);
  return [...lock].filter(([name]) => needed.has(name)).flatMap(([, { requirements }]) => requirements);
}

/**
 * Normalizes a package name, so that all of its spellings are equal:
 * https://packaging.python.org/en/latest/specifications/name-normalization/
 * @param {string} name
 */
export function normalized(name) {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}
