/**
 * Chooses gem versions for rows (serializers). Gemfile.lock has them for one series of Rubies, such as 3.1. For another
 * series, and for rows with requirements that Gemfile.lock doesn't satisfy, Bundler resolves versions, and the resulting
 * lock is kept in the cache.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { untilGeneral } from '../../build-kit/installer.mjs';
import { digestOf, makeOnce } from '../../build-kit/once.mjs';
import { runBundler, writeBundle } from './bundler.mjs';
import { closureOf, readLock } from './lock.mjs';
import { PROFILER, satisfies } from './requirements.mjs';

/**
 * @typedef {import('./interpreter.mjs').Place} Place
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 * @typedef {import('./lock.mjs').Lock} Lock
 * @typedef {import('./requirements.mjs').Requirement} Requirement
 *
 * @typedef {object} Row
 * @property {string} id
 * @property {readonly Requirement[]} requirements
 * @property {readonly Gem[]} [locals] gems in local folders or files
 *
 * @typedef {object} Resolved
 * @property {readonly Gem[]} gems the row's gems, each after its dependencies
 * @property {readonly Gem[]} kits the gem that the kit itself needs (PROFILER); empty if it couldn't be resolved
 * @property {string | null} kept cache folder with the lock that Bundler made; null if versions are from Gemfile.lock
 */

const LAYOUT = '1';

/**
 * @template {Row} R
 * @param {object} what
 * @param {readonly R[]} what.rows
 * @param {readonly Row[]} what.all all rows of the runner. Those that Gemfile.lock doesn't satisfy are resolved together,
 *   so that versions don't depend on which rows are requested; if that fails, each requested row is resolved alone.
 * @param {Lock} what.lock
 * @param {Place} place
 * @returns {Promise<Map<R, Resolved | Failure>>}
 */
export async function resolve({ rows, all, lock }, place) {
  const { ruby } = place;
  /** @type {Map<R, Resolved | Failure>} */
  const resolved = new Map();
  const isLocks = lock.series === ruby.series;
  for (const row of rows) if (isLocks && has(lock, row)) resolved.set(row, closuresOf(lock, row, null));
  const left = rows.filter((row) => !resolved.has(row));
  if (left.length === 0) return resolved;
  const others = isLocks ? all.filter((row) => !has(lock, row)) : all;
  const together = [...others, ...left.filter((row) => !others.some(({ id }) => id === row.id))];
  const names = isLocks ? left.map(({ id }) => id).join(', ') : `Ruby ${ruby.version}`;
  const begin = () => place.progress(`resolving gems for ${names}, which Gemfile.lock isn't for`);
  const ask = untilGeneral();
  const common = await ask(() => keptLock(together, place, begin));
  for (const row of left) {
    const own = 'reason' in common ? await ask(() => keptLock([row], place, begin)) : common;
    const isPlain = row.requirements.length === 0;
    if (!('reason' in own)) resolved.set(row, closuresOf(own.lock, row, own.folder));
    else resolved.set(row, isPlain ? closuresOf({ gems: new Map() }, row, null) : own);
  }
  return resolved;
}

/**
 * @param {Lock} lock
 * @param {Row} row
 */
function has({ gems }, { requirements }) {
  return requirements.every(
    ({ name, ranges }) => satisfies(gems.get(name)?.version ?? '0', ranges) && gems.has(name),
  );
}

/**
 * @param {Pick<Lock, 'gems'>} lock
 * @param {Row} row
 * @param {string | null} kept
 * @returns {Resolved}
 */
function closuresOf(lock, { requirements, locals = [] }, kept) {
  const names = [...requirements, ...locals].map(({ name }) => name);
  const gems = new Map([...lock.gems.values(), ...locals].map((gem) => [gem.name, gem]));
  const kits = [...lock.gems.values()].filter(({ name }) => name === PROFILER.name);
  return { gems: closureOf({ gems }, names), kits, kept };
}

/**
 * @param {readonly Row[]} rows
 * @param {Place} place
 * @param {() => void} begin called unless the cache has the lock
 * @returns {Promise<{ folder: string, lock: Lock } | Failure>}
 */
async function keptLock(rows, { ruby, cache }, begin) {
  const gems = requirementsOf(rows);
  const spelled = gems.map(({ name, ranges }) => [name, ...ranges].join(' '));
  const folder = join(cache, `resolved-${ruby.series}-${digestOf([LAYOUT, ruby.version, ...spelled])}`);
  const failure = await makeOnce(folder, async (aside) => {
    begin();
    await writeBundle(aside, gems);
    const fault = await runBundler(ruby, 'lock', aside);
    await rm(join(aside, '.bundle'), { recursive: true });
    return fault;
  });
  return failure ?? { folder, lock: readLock(join(folder, 'Gemfile.lock')) };
}

/**
 * @param {readonly Row[]} rows
 * @returns {Requirement[]}
 */
export function requirementsOf(rows) {
  /** @type {Map<string, Set<string>>} */
  const gems = new Map();
  for (const { name, ranges } of [PROFILER, ...rows.flatMap(({ requirements }) => requirements)])
    gems.set(name, new Set([...(gems.get(name) ?? []), ...ranges]));
  return [...gems]
    .map(([name, ranges]) => ({ name, ranges: [...ranges].sort() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
