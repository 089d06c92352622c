/** Copies the kit and a serializer's files into a build, so that its code can't change while it is measured. */
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
 * @property {Readonly<Record<string, string>>} parts each file or folder of the kit → its path in the unit's target
 * @property {string} [runner] path of the copy of the runner's folder in the target; the target itself by default
 * @property {(id: string) => string} nameOf file name of a serializer in the folder `serializers`, by which the kit finds it
 * @property {(unit: Unit, installed: I) => Promise<Parameters<typeof answer.built>[1]>} finish writes the runtime's other
 *   files and returns the answer
 */

/**
 * Builds a unit by copying the kit and the serializer's own files, and reports the result.
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
 * @param {string} source a file or a folder
 * @param {string} target
 */
async function copy(source, target) {
  await mkdir(dirname(target), { recursive: true });
  // Skips Python's compiled files, which contain the source's path.
  await cp(source, target, { recursive: true, filter: (path) => basename(path) !== '__pycache__' });
}

/**
 * Target paths of a serializer's sources, relative to the copy of the runner's folder. Files of a row from outside have
 * absolute paths; they are placed as if the row's file were in `serializers`, so that its relative imports and `../kit`
 * work.
 *
 * @param {Unit} unit
 * @returns {Map<string, string> | Failure} target path by source; a failure if a target path were outside the folder
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
