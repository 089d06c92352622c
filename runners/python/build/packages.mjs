import { groupUnits, readExact } from '../../build-kit/packages.mjs';
import { closureOf, normalized } from './lock.mjs';

/**
 * @typedef {import('./lock.mjs').Lock} Lock
 *
 * @typedef {object} Wanted
 * @property {readonly string[]} packages
 * @property {readonly import('../../build-kit/packages.mjs').PathPackage[]} locals packages in a local folder or file
 * @property {readonly string[]} requirements for pip: with hashes and all dependencies if `unlocked` and `locals` are
 *   empty, else only the exact versions of packages that aren't local
 * @property {readonly string[]} unlocked packages whose version isn't in requirements.txt
 */

/** A package with an exact version: no wildcard, and no extras, which would install further packages. */
const EXACT = /^([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)==([A-Za-z0-9][\w.!+]*)$/;
const EXACTLY = 'write it as name==1.2.3 or name@file:PATH in runner.toml or row.toml';

/**
 * @template {Pick<import('../../build-kit/request.mjs').Unit, 'id' | 'packages'>} U
 * @param {readonly U[]} units
 * @param {Lock} lock
 */
export function groupByPackages(units, lock) {
  return groupUnits(
    units,
    (packages) => wantedOf(packages, lock),
    (one, other) => one.packages.join(' ') === other.packages.join(' '),
  );
}

/**
 * @param {readonly string[]} packages
 * @param {Lock} lock
 * @returns {Wanted | import('../../build-kit/installer.mjs').Failure}
 */
function wantedOf(packages, lock) {
  const read = readExact(packages, EXACT, EXACTLY);
  if ('reason' in read) return read;
  const { named, locals } = read;
  const unlocked = named.filter(
    ({ name, version }) => !lock.get(normalized(name))?.versions.includes(version),
  );
  // pip checks the hashes of either all packages or none.
  const isLocked = unlocked.length + locals.length === 0;
  return {
    packages: [...packages].sort(),
    locals,
    requirements: isLocked
      ? closureOf(
          lock,
          named.map(({ name }) => normalized(name)),
        )
      : named.map(({ spelled }) => spelled).sort(),
    unlocked: unlocked.map(({ spelled }) => spelled),
  };
}

export const NOTE_HASHES = 'runners/python/lock';
