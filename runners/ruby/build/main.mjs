/**
 * Builds Ruby serializers (docs/PROTOCOL.md, "Building"). A build has copies of all code, so that nothing changes during a
 * run, and a list of its gems:
 *
 * ```
 * <target>/kit/                        copies
 *         /serializers/<id>.rb         the serializer, with `_` for `-`: the kit finds it by its id
 *         /<source>                    its other sources, at their relative paths
 *         /gems                        the gems of the process, for kit/gems.rb
 * ```
 *
 * `gems` has a line for each gem, after the lines of its dependencies. The last word is the gem's home, a cache folder
 * (homes.mjs):
 *
 * ```
 * gem bigdecimal 3.3.1 /cache/shared/bigdecimal-3.3.1-5f0c…
 * gem oj 3.17.8 /cache/shared/oj-3.17.8-92b1…
 * profiler memory_profiler 1.1.0 /cache/shared/memory_profiler-1.1.0-…     optional; loaded when memory is counted
 * resolved here                                                           if versions aren't from Gemfile.lock
 * ```
 *
 * The placeholder `ruby` is the interpreter for which the gems are installed, `gems` the path of the list.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackages } from '../../build-kit/packages.mjs';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { buildUnit } from '../../build-kit/sources.mjs';
import { askRuby } from './interpreter.mjs';
import { packLocal } from './local.mjs';
import { rowsOf } from './manifest.mjs';
import { licensesOf, provideGems } from './provide.mjs';
import { parseNeed, parseRequirement } from './requirements.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('./interpreter.mjs').Failure} Failure
 * @typedef {import('./lock.mjs').Gem} Gem
 */

const { units, cache } = readRequest();
const ruby = await askRuby();
if ('reason' in ruby) {
  for (const unit of units) answer.failed(unit, ruby);
} else {
  const place = { ruby, cache, progress: answer.progress };
  const rows = [];
  for (const unit of units) {
    const row = await rowOf(unit, place);
    if ('reason' in row) answer.failed(unit, row);
    else rows.push(row);
  }
  const all = existsSync('runner.toml') ? rowsOf(readFileSync('runner.toml', 'utf8')) : [];
  /** @type {import('../../build-kit/sources.mjs').Build<import('./provide.mjs').Provided>} */
  const build = {
    parts: { kit: 'kit' },
    nameOf: (id) => `${id.replaceAll('-', '_')}.rb`,
    finish: async ({ target, packages }, { list, needs }) => {
      await writeFile(join(target, 'gems'), list);
      const names = packages.map((spelled) => spelled.split(/[ @]/, 1)[0] ?? '');
      const licenses = await licensesOf(list, names);
      return { placeholders: { ruby: ruby.program, gems: '{target}/gems' }, needs, licenses };
    },
  };
  for (const [{ unit, locals }, gems] of await provideGems({ rows, all, folder: '.' }, place))
    await buildUnit(unit, 'reason' in gems ? askedBy(gems, locals) : gems, build);
}
answer.done();

/**
 * @param {Unit} unit
 * @param {import('./interpreter.mjs').Place} place
 */
async function rowOf(unit, place) {
  const read = readPackages(unit.packages, {
    parse: parseRequirement,
    isnt: "isn't a gem with what is required of its version",
    fix: 'write it in the row\'s packages as "name ~> 1.2" or "name@file:PATH"',
  });
  if ('reason' in read) return read;
  /** @type {Gem[]} */
  const locals = [];
  for (const local of read.locals) {
    const gem = await packLocal(local, place);
    if ('reason' in gem) return gem;
    locals.push(gem);
  }
  const needed = locals.flatMap(({ needs }) => needs.map(parseNeed));
  const foreign = needed.filter(({ name }) => !locals.some((gem) => gem.name === name));
  // Uses the id of the unit (a serializer to build): if several versions of a serializer are compared, their units have
  // the same `serializer`.
  return { id: unit.id, requirements: [...read.named, ...foreign], locals, unit };
}

/**
 * Adds to a failure which local gem requires the missing gem, since the row's packages don't name that gem.
 * @param {Failure} failure
 * @param {readonly Gem[]} locals
 * @returns {Failure}
 */
function askedBy(failure, locals) {
  const asking = locals.find(({ needs }) => needs.some((need) => parseNeed(need).name === failure.gem));
  return asking === undefined
    ? failure
    : { ...failure, reason: `${failure.reason}; ${asking.name} needs it` };
}
