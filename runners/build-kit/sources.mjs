/**
 * Copies the kit (the program that runs serializers) and a serializer's files into a build, so that changes of the
 * originals don't affect a running benchmark.
 */
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isFailure } from './installer.mjs';
import { answer } from './request.mjs';

/**
 * @typedef {import('./request.mjs').Unit} Unit
 * @typedef {import('./installer.mjs').Failure} Failure
 */

/**
 * @template I
 * @typedef {object} Build settings of all builds of a runtime
 * @property {Readonly<Record<string, string>>} parts the kit's files and folders: original path → path in the unit's
 *   target
 * @property {string} [runner] folder in the target for the serializer's files; the target itself by default
 * @property {(id: string) => string} nameOf returns the name of a serializer's main file, which is copied to `serializers`
 * @property {(unit: Unit, installed: I) => Promise<Parameters<typeof answer.built>[1]>} finish writes other files of
 *   the build and returns what to report about it
 */

/**
 * Copies the kit and the serializer's files to the unit's target, calls `finish`, and reports the unit as built or
 * failed.
 *
 * @template {object} I
 * @param {Unit} unit
 * @param {I | Failure} installed
 * @param {Build<I>} build
 */
export async function buildUnit(unit, installed, { parts, runner = '.', nameOf, finish }) {
  if (isFailure(installed)) return answer.failed(unit, installed);
  const places = placesOf(unit);
  if (isFailure(places)) return answer.failed(unit, places);
  for (const [part, place] of Object.entries(parts)) await copy(part, join(unit.target, place));
  for (const [source, place] of places) await copy(source, join(unit.target, runner, place));
  await copy(unit.file, join(unit.target, runner, 'serializers', nameOf(unit.serializer)));
  answer.built(unit, await finish(unit, installed));
}

/**
 * @param {string} source
 * @param {string} target
 */
async function copy(source, target) {
  await mkdir(dirname(target), { recursive: true });
  // Skips compiled Python files, since they contain the path of their source.
  await cp(source, target, { recursive: true, filter: (path) => basename(path) !== '__pycache__' });
}

/**
 * Returns target paths of a serializer's sources, relative to the folder `runner` in the target. For a serializer that is
 * defined outside of wiremark, the paths are as if its main file were in `serializers`, so that relative imports and
 * `../kit` work.
 *
 * @param {Unit} unit
 * @returns {Map<string, string> | Failure} target paths by source; a failure if a file is outside the runner's folder or,
 *   for a serializer that is defined outside of wiremark, outside the folder of its main file
 */
function placesOf({ serializer, file, sources }) {
  const base = isAbsolute(file) ? dirname(file) : '.';
  const outside = [file, ...sources].find((path) => relative(base, path).split(sep)[0] === '..');
  if (outside !== undefined) {
    return isAbsolute(file)
      ? { reason: `${outside} isn't in the folder of ${file} or below it`, fix: 'put it there' }
      : {
          reason: `${outside} isn't in the runner's folder`,
          fix: `correct the entry "${serializer}" in runner.toml`,
        };
  }
  const around = isAbsolute(file) ? 'serializers' : '.';
  return new Map(sources.map((source) => [source, join(around, relative(base, source))]));
}
