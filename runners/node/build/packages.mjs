/**
 * Installs npm packages into folders of the cache, which serializers share. A folder is created atomically and never
 * changed; its name is a digest of all that determines its content.
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { untilGeneral } from '../../build-kit/installer.mjs';
import { digestOf, inScratch, settle } from '../../build-kit/once.mjs';
import { groupUnits, readExact } from '../../build-kit/packages.mjs';
import { install, isPath, NPM_FLAGS, whyMissing } from './npm.mjs';

/**
 * @typedef {import('../../build-kit/installer.mjs').Failure} Failure
 *
 * @typedef {object} Package
 * @property {string} name
 * @property {string} range npm's version range: `1.2.3`, `file:PATH`
 * @property {string} spelled
 *
 * @typedef {object} Installed
 * @property {string | null} modules null if no package is installed
 * @property {ReadonlyMap<string, Failure>} failures by package, spelled as in the request
 */

const LOCK = 'package-lock.json';
const EXACT = /^(.+)@(\d+\.\d+\.\d+[^@]*)$/;
const EXACTLY = "write it in the row's packages as name@1.2.3 or name@file:PATH";

/**
 * Groups units so that no two of a group need different versions of a package.
 * @template {Pick<import('../../build-kit/request.mjs').Unit, 'id' | 'packages'>} U
 * @param {readonly U[]} units
 */
export function groupByPackages(units) {
  return groupUnits(units, packagesOf, (some, others) =>
    some.every((one) => others.every(({ name, spelled }) => name !== one.name || spelled === one.spelled)),
  );
}

/**
 * @param {readonly string[]} packages
 * @returns {Package[] | Failure}
 */
function packagesOf(packages) {
  const read = readExact(packages, EXACT, EXACTLY);
  if ('reason' in read) return read;
  return [
    ...read.named.map(({ name, version, spelled }) => ({ name, range: version, spelled })),
    ...read.locals.map(({ name, path, spelled }) => ({ name, range: `file:${path}`, spelled })),
  ];
}

/**
 * Installs packages, unless a folder of the cache already has exactly these. A package that fails doesn't affect the
 * others.
 * @param {readonly Package[]} wanted may have duplicates
 * @param {string} cache
 * @returns {Promise<Installed>}
 */
export async function installPackages(wanted, cache) {
  if (wanted.length === 0) return { modules: null, failures: new Map() };
  const packages = [...new Map(wanted.map((one) => [one.name, one])).values()];
  const lock = existsSync(LOCK) ? await readFile(LOCK) : Buffer.alloc(0);
  const place = placeOf(packages, lock, cache);
  if (existsSync(place)) return { modules: join(place, 'node_modules'), failures: new Map() };
  return inScratch(cache, async (aside) => {
    await writeFile(join(aside, 'package.json'), manifestOf(packages));
    if (lock.length > 0) await writeFile(join(aside, LOCK), lock);
    const failures = await installIn(aside, packages);
    const rest = packages.filter(({ spelled }) => !failures.has(spelled));
    if (rest.length === 0) return { modules: null, failures };
    return { modules: join(await settle(aside, placeOf(rest, lock, cache)), 'node_modules'), failures };
  });
}

/**
 * @param {readonly Package[]} packages
 * @param {Uint8Array} lock
 * @param {string} cache
 */
function placeOf(packages, lock, cache) {
  const spelled = packages.map((one) => one.spelled).sort();
  return join(cache, digestOf([process.platform, process.arch, ...NPM_FLAGS, ...spelled, lock]));
}

/**
 * Returns a package.json in which all packages are optional, so that an unavailable one doesn't affect the others.
 * @param {readonly Package[]} packages
 */
function manifestOf(packages) {
  const optionalDependencies = Object.fromEntries(packages.map(({ name, range }) => [name, range]).sort());
  const manifest = { name: 'wiremark-runner', version: '0.0.0', private: true, optionalDependencies };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * @param {string} folder
 * @param {readonly Package[]} packages
 * @returns {Promise<Map<string, Failure>>}
 */
async function installIn(folder, packages) {
  const ask = untilGeneral();
  const all = await ask(() => install(packages, folder));
  /** @type {Map<string, Failure>} */
  const failures = new Map();
  for (const one of packages) {
    const installed = await installedVersion(folder, one.name);
    if (isPath(one) ? installed !== null : installed === one.range) continue;
    failures.set(one.spelled, all ?? (await ask(() => whyMissing(one, dirname(folder)))));
  }
  return failures;
}

/**
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<string | null>}
 */
async function installedVersion(folder, name) {
  return (await readManifest(join(folder, 'node_modules'), name))?.version ?? null;
}

/**
 * @param {string} modules
 * @param {string} name
 */
async function readManifest(modules, name) {
  const file = join(modules, name, 'package.json');
  return existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null;
}

/**
 * Returns each package's license. Old packages have an object or a list of objects instead of a string.
 * @param {string} modules
 * @param {readonly string[]} packages
 */
export async function licensesOf(modules, packages) {
  const read = packagesOf(packages);
  /** @type {Record<string, string>} */
  const licenses = {};
  for (const { name } of 'reason' in read ? [] : read) {
    const { license, licenses: several } = (await readManifest(modules, name)) ?? {};
    const all = [license ?? several ?? []].flat();
    licenses[name] = all.map((one) => (typeof one === 'string' ? one : one.type)).join(' OR ');
  }
  return licenses;
}
