/** Which packages a row wants, exactly: sets of them, each for one virtual environment. */
import { closureOf, normalized } from './lock.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('./lock.mjs').Lock} Lock
 * @typedef {import('./pip.mjs').Failure} Failure
 *
 * @typedef {object} Wanted
 * @property {readonly string[]} packages as the manifest spells them, sorted
 * @property {readonly string[]} requirements what pip is asked for: with `unlocked`, exact versions only; else with hashes, and all
 *   that they need in turn
 * @property {readonly string[]} unlocked those of the packages that aren't in requirements.txt
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
  for (const spelled of packages) {
    const [, name, version] = EXACT.exec(spelled) ?? [];
    if (name === undefined || version === undefined) {
      const reason = `"${spelled}" isn't a package with an exact version`;
      return { reason, cure: 'write it as name==1.2.3 in runner.toml' };
    }
    const locked = lock.get(normalized(name));
    if (locked === undefined) unlocked.push(spelled);
    else if (!locked.versions.includes(version)) {
      const reason = `runner.toml wants ${spelled}, and requirements.txt has the hashes of ${locked.versions.join(' and ')}`;
      return { reason, cure: `correct runner.toml, or note the hashes with ${NOTE_HASHES}` };
    }
    names.push(normalized(name));
  }
  const sorted = [...packages].sort();
  const requirements = unlocked.length > 0 ? sorted : closureOf(lock, names);
  return { packages: sorted, requirements, unlocked };
}

/** The command that brings requirements.txt up to runner.toml. */
export const NOTE_HASHES = '"node --import tsx script/python-lock.ts"';
