/** Which packages a row wants, exactly: sets of them, each for one virtual environment. */
import { parsePath } from '../../build-kit/packages.mjs';
import { closureOf, normalized } from './lock.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('./lock.mjs').Lock} Lock
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
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

/**
 * @template {Pick<Unit, 'packages'>} U
 * @param {readonly U[]} units
 * @param {Lock} lock
 * @returns {{ groups: { units: U[], wanted: Wanted }[], failures: Map<U, Failure> }} those without packages first: they wait
 *   for nobody
 */
export function groupByPackages(units, lock) {
  /** @type {Map<string, { units: U[], wanted: Wanted }>} */
  const groups = new Map();
  /** @type {Map<U, Failure>} */
  const failures = new Map();
  for (const unit of units) {
    const wanted = wantedOf(unit.packages, lock);
    if ('reason' in wanted) {
      failures.set(unit, wanted);
      continue;
    }
    const key = wanted.packages.join(' ');
    const group = groups.get(key) ?? { units: [], wanted };
    group.units.push(unit);
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort(
    (one, other) => Math.min(one.wanted.packages.length, 1) - Math.min(other.wanted.packages.length, 1),
  );
  return { groups: sorted, failures };
}

/**
 * @param {readonly string[]} packages
 * @param {Lock} lock
 * @returns {Wanted | Failure}
 */
function wantedOf(packages, lock) {
  const unlocked = [];
  const names = [];
  const locals = [];
  for (const spelled of packages) {
    const local = parsePath(spelled);
    if (local !== null) {
      locals.push(local);
      continue;
    }
    const [, name, version] = EXACT.exec(spelled) ?? [];
    if (name === undefined || version === undefined) {
      const reason = `"${spelled}" isn't a package with an exact version`;
      return { reason, cure: 'write it as name==1.2.3 or name@file:PATH in runner.toml or row.toml' };
    }
    const locked = lock.get(normalized(name));
    if (!locked?.versions.includes(version)) unlocked.push(spelled);
    names.push(normalized(name));
  }
  const sorted = [...packages].sort();
  const exact = sorted.filter((spelled) => parsePath(spelled) === null);
  // pip checks hashes of all that it installs, or of nothing.
  const isLocked = unlocked.length + locals.length === 0;
  return { packages: sorted, requirements: isLocked ? closureOf(lock, names) : exact, unlocked, locals };
}

/** The command that brings requirements.txt up to runner.toml. */
export const NOTE_HASHES = 'runners/python/lock';
