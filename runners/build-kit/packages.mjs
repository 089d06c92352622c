/** Parses the package spellings of units and groups units that can share an install. */
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isFailure } from './installer.mjs';
import { answer } from './request.mjs';

/**
 * @typedef {import('./request.mjs').Unit} Unit
 * @typedef {import('./installer.mjs').Failure} Failure
 *
 * A package by path, as in the request: `my-json@file:/home/me/my-json#sha256-…`.
 *
 * @typedef {object} PathPackage
 * @property {string} name
 * @property {string} path absolute: a folder or a file
 * @property {string} digest of the content, in hex
 * @property {string} spelled
 */

/**
 * @param {string} spelled
 * @returns {PathPackage | null} null for a package of a registry
 */
export function parsePath(spelled) {
  const [, name, path, digest] = /^(.+?)@file:(.+)#sha256-([0-9a-f]{64})$/.exec(spelled) ?? [];
  if (name === undefined || path === undefined || digest === undefined) return null;
  return { name, path, digest, spelled };
}

/**
 * Copies the files that a package's digest covers: a build in the original folder could add files and change the digest.
 * @param {PathPackage} local
 * @param {string} folder for copies
 * @returns {Promise<string>} the copy
 */
export async function copyPackage({ path }, folder) {
  const target = join(folder, basename(path));
  await cp(path, target, {
    recursive: true,
    filter: (file) => file === path || !/^(\..*|node_modules|__pycache__)$/.test(basename(file)),
  });
  return target;
}

/**
 * Reads packages with an exact version.
 * @param {readonly string[]} packages as the request spells them
 * @param {RegExp} pattern with groups for the name and the version
 * @param {string} fix how to spell a package
 */
export function readExact(packages, pattern, fix) {
  return readPackages(packages, {
    parse: (spelled) => {
      const [, name, version] = pattern.exec(spelled) ?? [];
      return name === undefined || version === undefined ? null : { name, version, spelled };
    },
    isnt: "isn't a package with an exact version",
    fix,
  });
}

/**
 * @template P
 * @param {readonly string[]} packages
 * @param {object} spelling
 * @param {(spelled: string) => P | null} spelling.parse parses a package of a registry; null if invalid
 * @param {string} spelling.isnt the complaint about an invalid spelling, printed after it
 * @param {string} spelling.fix
 * @returns {{ named: P[], locals: PathPackage[] } | Failure}
 */
export function readPackages(packages, { parse, isnt, fix }) {
  /** @type {P[]} */
  const named = [];
  /** @type {PathPackage[]} */
  const locals = [];
  for (const spelled of packages) {
    const local = parsePath(spelled);
    const one = local ?? parse(spelled);
    if (one === null) return { reason: `"${spelled}" ${isnt}`, fix };
    if (local !== null) locals.push(local);
    else named.push(/** @type {P} */ (one));
  }
  return { named, locals };
}

/**
 * @template U, W
 * @typedef {object} Group units that can share an install
 * @property {U[]} units
 * @property {[W, ...W[]]} wanted the packages of each unit
 */

/**
 * Groups units that can share an install, units without packages first since they need none. Reports a unit as failed if
 * its packages can't be read.
 *
 * @template {Pick<Unit, 'id' | 'packages'>} U
 * @template {object} W
 * @param {readonly U[]} units
 * @param {(packages: readonly string[]) => W | Failure} read
 * @param {(one: W, other: W) => boolean} canShare whether two units with packages can have one install
 * @returns {Group<U, W>[]}
 */
export function groupUnits(units, read, canShare) {
  /** @type {Group<U, W>[]} */
  const plain = [];
  /** @type {Group<U, W>[]} */
  const packed = [];
  for (const unit of units) {
    const wanted = read(unit.packages);
    if (isFailure(wanted)) {
      answer.failed(unit, wanted);
      continue;
    }
    const groups = unit.packages.length === 0 ? plain : packed;
    const free = groups.find(
      (group) => groups === plain || group.wanted.every((one) => canShare(one, wanted)),
    );
    if (free === undefined) groups.push({ units: [unit], wanted: [wanted] });
    else {
      free.units.push(unit);
      free.wanted.push(wanted);
    }
  }
  return [...plain, ...packed];
}
