/**
 * Builds serializers of Ruby (docs/PROTOCOL.md, "Building"). A build has copies of what runs, so that its code can't change
 * while it is measured, and the list of its gems:
 *
 * ```
 * <target>/kit/                        copies
 *         /serializers/<id>.rb         the serializer, with `_` for `-`: the kit finds it by its id
 *         /<source>                    what else it consists of, where it was
 *         /gems                        which gems the process has, as kit/gems.rb reads it
 * ```
 *
 * `gems` has a line for each, each after what it needs; its home is a folder of the cache (homes.mjs):
 *
 * ```
 * gem bigdecimal 3.3.1 /cache/shared/bigdecimal-3.3.1-5f0c…
 * gem oj 3.17.8 /cache/shared/oj-3.17.8-92b1…
 * profiler memory_profiler 1.1.0 /cache/shared/memory_profiler-1.1.0-…     there to be loaded when memory is counted, if it is there
 * resolved here                                                           only if Gemfile.lock isn't where versions are from
 * ```
 *
 * The placeholder `ruby` is the interpreter that all this is for, `gems` the path of the list.
 */
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parsePath } from '../../build-kit/packages.mjs';
import { answer, readRequest } from '../../build-kit/request.mjs';
import { copySources } from '../../build-kit/sources.mjs';
import { askRuby } from './interpreter.mjs';
import { packLocal } from './local.mjs';
import { rowsOf } from './manifest.mjs';
import { provideGems } from './provide.mjs';
import { parseNeed, parseRequirement } from './requirements.mjs';

/**
 * @typedef {import('../../build-kit/request.mjs').Unit} Unit
 * @typedef {import('./requirements.mjs').Requirement} Requirement
 */

const { units, cache } = readRequest();
const ruby = await askRuby();
if ('reason' in ruby) {
  for (const unit of units) answer.failed(unit, ruby);
} else {
  const place = { ruby, cache, progress: answer.progress };
  const rows = (await Promise.all(units.map((unit) => rowOf(unit, place)))).flatMap((row) => row ?? []);
  const all = existsSync('runner.toml') ? rowsOf(readFileSync('runner.toml', 'utf8')) : [];
  const provided = await provideGems({ rows, all, folder: '.' }, place);
  for (const [{ unit, locals }, gems] of provided) {
    if ('reason' in gems) answer.failed(unit, askedBy(gems, locals));
    else await build(unit, ruby.program, gems);
  }
}
answer.done();

/**
 * Answers for a unit whose packages are none.
 * @param {Unit} unit
 * @param {import('./interpreter.mjs').Place} place
 */
async function rowOf(unit, place) {
  /** @type {Requirement[]} */
  const requirements = [];
  /** @type {import('./lock.mjs').Gem[]} */
  const locals = [];
  for (const spelled of unit.packages) {
    const local = parsePath(spelled);
    if (local !== null) {
      const gem = await packLocal(local, place);
      if ('reason' in gem) {
        answer.failed(unit, gem);
        return null;
      }
      locals.push(gem);
      continue;
    }
    const requirement = parseRequirement(spelled);
    if (requirement === null) {
      const reason = `"${spelled}" isn't a gem with what is required of its version`;
      answer.failed(unit, {
        reason,
        cure: 'write it in the row\'s packages as "name ~> 1.2" or "name@file:PATH"',
      });
      return null;
    }
    requirements.push(requirement);
  }
  const needed = locals.flatMap(({ needs }) => needs.map(parseNeed));
  const foreign = needed.filter(({ name }) => !locals.some((gem) => gem.name === name));
  // Versions of a serializer have its name.
  return { id: unit.id, requirements: [...requirements, ...foreign], locals, unit };
}

/**
 * A gem that isn't there may stand in the description of one by path, and not among the row's packages.
 * @param {import('./interpreter.mjs').Failure} failure
 * @param {readonly import('./lock.mjs').Gem[]} locals
 * @returns {import('./interpreter.mjs').Failure}
 */
function askedBy(failure, locals) {
  const asking = locals.find(({ needs }) => needs.some((need) => parseNeed(need).name === failure.gem));
  return asking === undefined
    ? failure
    : { ...failure, reason: `${failure.reason}; ${asking.name} needs it` };
}

/**
 * @param {Unit} unit
 * @param {string} program
 * @param {import('./provide.mjs').Provided} gems
 */
async function build(unit, program, { list, needs }) {
  const name = `${unit.serializer.replaceAll('-', '_')}.rb`;
  const failure = await copySources(unit, name, { parts: { kit: 'kit' } });
  if (failure !== null) return answer.failed(unit, failure);
  await writeFile(join(unit.target, 'gems'), list);
  answer.built(unit, { placeholders: { ruby: program, gems: '{target}/gems' }, needs });
}
