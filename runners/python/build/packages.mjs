/** Which packages a row wants, exactly: sets of them, each for one virtual environment. */
import { groupUnits, readExact } from '../../build-kit/packages.mjs';
import { closureOf, normalized } from './lock.mjs';

/**
 * @typedef {import('./lock.mjs').Lock} Lock
 *
 * @typedef {object} Wanted
 * @property {readonly string[]} packages as the request spells them, sorted
 * @property {readonly import('../../build-kit/packages.mjs').PathPackage[]} locals those by path, which are asked for besides
 *   the requirements
 * @property {readonly string[]} requirements what pip is asked for: with `unlocked`, exact versions only; else with hashes, and all
 *   that they need in turn
 * @property {readonly string[]} unlocked those of the packages that aren't in requirements.txt, in that version
 */

/** A package with an exact version: no wildcard, no extras, which would bring more packages than are named. */
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
  // pip checks hashes of all that it installs, or of nothing.
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

/** The command that brings requirements.txt up to runner.toml. */
export const NOTE_HASHES = 'runners/python/lock';
