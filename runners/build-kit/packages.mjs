import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isFailure } from './installer.mjs';
import { answer } from './request.mjs';

/**
 * @typedef {import('./request.mjs').Unit} Unit
 * @typedef {import('./installer.mjs').Failure} Failure
 *
 * @typedef {object} PathPackage a package in a local folder or file: `my-json@file:/home/me/my-json#sha256-…`
 * @property {string} name
 * @property {string} path absolute: a folder or a file
 * @property {string} digest
 * @property {string} spelled
 */

/**
 * @param {string} spelled
 * @returns {PathPackage | null} null if it isn't a local package
 */
export function parsePath(spelled) {
  const [, name, path, digest] = /^(.+?)@file:(.+)#sha256-([0-9a-f]{64})$/.exec(spelled) ?? [];
  if (name === undefined || path === undefined || digest === undefined) return null;
  return { name, path, digest, spelled };
}

/**
 * Copies a local package without hidden files, node_modules and __pycache__, which its digest doesn't cover. The copy
 * keeps builds from adding files to the original folder, which would change the digest.
 * @param {PathPackage} local
 * @param {string} folder
 * @returns {Promise<string>} path of the copy
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
 * Parses packages, which must have an exact version unless they are local.
 * @param {readonly string[]} packages
 * @param {RegExp} pattern with groups for the name and the version
 * @param {string} fix
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
 * Parses packages of a registry (`named`) and local ones (`locals`).
 *
 * @template P
 * @param {readonly string[]} packages
 * @param {object} spelling
 * @param {(spelled: string) => P | null} spelling.parse parses a package of a registry; null if invalid
 * @param {string} spelling.isnt follows the invalid spelling in the reason: `isn't a package`
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
 * @typedef {object} Group units that can share an installation
 * @property {U[]} units
 * @property {[W, ...W[]]} wanted the parsed packages of each unit
 */

/**
 * Groups units that can share an installation. Units without packages form the first group, which installs nothing.
 * Reports a unit as failed and leaves it out if its packages can't be parsed.
 *
 * @template {Pick<Unit, 'id' | 'packages'>} U
 * @template {object} W
 * @param {readonly U[]} units
 * @param {(packages: readonly string[]) => W | Failure} read
 * @param {(one: W, other: W) => boolean} canShare whether two units with packages can share an installation
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
