/**
 * Installs of npm packages, shared by all serializers that need some of them. Each is a folder of the cache, named by what
 * is in it, made aside and then renamed, and never changed afterwards.
 */
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, inScratch, settle } from '../../build-kit/once.mjs';
import { parsePath } from '../../build-kit/packages.mjs';
import { answer } from '../../build-kit/request.mjs';
import { install, isPath, NPM_FLAGS, whyMissing, withoutDigest } from './npm.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 *
 * @typedef {Pick<Unit, 'id' | 'packages'>} Wanted
 *
 * @typedef {object} Installed
 * @property {string | null} modules the folder `node_modules`; null where nothing could be had, or nothing is needed
 * @property {ReadonlyMap<string, Failure>} failures by the spelling in the request, `name@version`
 */

/**
 * @template {Wanted} U
 * @typedef {object} Group
 * @property {U[]} units
 * @property {Map<string, string>} versions of all packages that they need, by name; `file:PATH#sha256-DIGEST` of one by path
 */

/** What pins the packages that packages need in turn; kept up by runners/node/lock. */
const LOCK = 'package-lock.json';

/**
 * Units that can share an install, since none needs another version of what another needs. What isn't an exact version
 * is answered for here, and units without packages come first: they wait for nobody.
 * @template {Wanted} U
 * @param {readonly U[]} units
 * @returns {Group<U>[]}
 */
export function groupByPackages(units) {
  /** @type {[Group<U>, ...Group<U>[]]} */
  const groups = [{ units: [], versions: new Map() }];
  for (const unit of units) {
    const versions = exactVersions(unit);
    if (versions === null) continue;
    if (versions.size === 0) {
      groups[0].units.push(unit);
      continue;
    }
    const free = groups.slice(1).find((group) => canShare(group.versions, versions));
    if (free === undefined) groups.push({ units: [unit], versions });
    else {
      free.units.push(unit);
      for (const [name, version] of versions) free.versions.set(name, version);
    }
  }
  return groups;
}

/** @param {Wanted} unit */
function exactVersions(unit) {
  /** @type {Map<string, string>} */
  const versions = new Map();
  for (const spelled of unit.packages) {
    const local = parsePath(spelled);
    if (local !== null) {
      versions.set(local.name, spelled.slice(local.name.length + 1));
      continue;
    }
    const at = spelled.lastIndexOf('@');
    if (at < 1 || !/^\d+\.\d+\.\d+/.test(spelled.slice(at + 1))) {
      const reason = `"${spelled}" isn't a package with an exact version`;
      answer.failed(unit, {
        reason,
        cure: "write it in the row's packages as name@1.2.3 or name@file:PATH",
      });
      return null;
    }
    versions.set(spelled.slice(0, at), spelled.slice(at + 1));
  }
  return versions;
}

/**
 * @param {ReadonlyMap<string, string>} some
 * @param {ReadonlyMap<string, string>} others
 */
function canShare(some, others) {
  return [...others].every(([name, version]) => (some.get(name) ?? version) === version);
}

/**
 * Installs packages, each so that its failure stops no other, from the runner's committed lock as far as that goes.
 * Nothing is done when they are installed already.
 * @param {ReadonlyMap<string, string>} versions
 * @param {string} cache
 * @returns {Promise<Installed>}
 */
export async function installPackages(versions, cache) {
  if (versions.size === 0) return { modules: null, failures: new Map() };
  const lock = existsSync(LOCK) ? await readFile(LOCK) : Buffer.alloc(0);
  const place = placeOf(versions, lock, cache);
  if (existsSync(place)) return { modules: join(place, 'node_modules'), failures: new Map() };
  return inScratch(cache, async (aside) => {
    await writeFile(join(aside, 'package.json'), manifestOf(versions));
    if (lock.length > 0) await copyFile(LOCK, join(aside, LOCK));
    const failures = await failuresIn(aside, versions, await install(versions, aside));
    const rest = new Map([...versions].filter(([name, version]) => !failures.has(`${name}@${version}`)));
    if (rest.size === 0) return { modules: null, failures };
    // npm left nothing of what failed: without it, this is another install, and whole.
    return { modules: join(await settle(aside, placeOf(rest, lock, cache)), 'node_modules'), failures };
  });
}

/**
 * @param {ReadonlyMap<string, string>} versions
 * @param {Uint8Array} lock
 * @param {string} cache
 */
function placeOf(versions, lock, cache) {
  const parts = [process.platform, process.arch, ...NPM_FLAGS, manifestOf(versions), lock];
  // npm isn't told of these, nor need they change with the path.
  for (const [name, version] of versions) if (isPath(version)) parts.push(`${name}@${version}`);
  return join(cache, digestOf(parts));
}

/**
 * Every package is optional to npm: one that is unavailable doesn't affect the others.
 * @param {ReadonlyMap<string, string>} versions
 */
function manifestOf(versions) {
  const optionalDependencies = Object.fromEntries(
    [...versions].sort().map(([name, version]) => [name, withoutDigest(version)]),
  );
  const manifest = { name: 'wiremark-runner', version: '0.0.0', private: true, optionalDependencies };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * @param {string} folder
 * @param {ReadonlyMap<string, string>} versions
 * @param {Failure | null} all what went wrong with all of them
 * @returns {Promise<Map<string, Failure>>} by the request's spelling
 */
async function failuresIn(folder, versions, all) {
  let common = all;
  /** @type {Map<string, Failure>} */
  const failures = new Map();
  for (const [name, version] of versions) {
    const installed = await installedVersion(folder, name);
    if (isPath(version) ? installed !== null : installed === version) continue;
    const spelled = `${name}@${version}`;
    const failure = common ?? (await whyMissing(spelled));
    failures.set(spelled, failure);
    // A registry that can't be reached won't be for the next package: each time takes npm many seconds.
    if (failure.isGeneral) common = failure;
  }
  return failures;
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<string | null>}
 */
async function installedVersion(folder, name) {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')).version : null;
}
