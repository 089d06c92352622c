/**
 * requirements.txt: the exact version and the hashes of every file of all packages in runner.toml, and of what those need
 * in turn. It is in pip's own format, and pip checks it: what isn't in it isn't installed. Which package needs which is told
 * by the comments `# via …` that runners/python/lock has written there.
 */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Locked
 * @property {readonly string[]} versions mostly one; more where conditions say which is for what Python or system
 * @property {readonly string[]} requirements as pip reads them: version, condition, hashes
 * @property {readonly string[]} neededBy names of packages, normalized
 *
 * @typedef {ReadonlyMap<string, Locked>} Lock by normalized name
 */

/**
 * @param {string} file may be missing: then nothing is locked
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
  // An entry goes on over indented lines.
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
 * The entries of packages and of all that they need.
 * @param {Lock} lock
 * @param {Iterable<string>} names normalized
 * @returns {string[]} requirements, in the lock's order
 */
export function closureOf(lock, names) {
  const needed = new Set(names);
  // A set takes what is added while it is gone through.
  for (const name of needed)
    for (const [other, { neededBy }] of lock) if (neededBy.includes(name)) needed.add(other);
  return [...lock].filter(([name]) => needed.has(name)).flatMap(([, { requirements }]) => requirements);
}

/**
 * One spelling for all that mean the same package:
 * https://packaging.python.org/en/latest/specifications/name-normalization/
 * @param {string} name
 */
export function normalized(name) {
  return name.replace(/[-_.]+/g, '-').toLowerCase();
}
