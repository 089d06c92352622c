/** A build's copies of what runs, so that its code can't change while it is measured. */
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
 * @typedef {object} Build what all builds of a runtime have
 * @property {Readonly<Record<string, string>>} parts files and folders of the kit, each with its place in the unit's target
 * @property {string} [runner] the place of the copy of the runner's folder; the target itself by default
 * @property {(id: string) => string} nameOf the name of a serializer's file in the folder `serializers`: the kit finds it by its
 *   id, wherever it lay
 * @property {(unit: Unit, installed: I) => Promise<Parameters<typeof answer.built>[1]>} finish writes what else there is
 */

/**
 * Answers for a unit: copies the kit and the serializer's own files beside what was installed for it.
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
  // What Python compiled here holds the path of here.
  await cp(source, target, { recursive: true, filter: (path) => basename(path) !== '__pycache__' });
}

/**
 * Where the sources of a serializer go, relative to the copy of the runner's folder: to where they are in it. The files of a
 * row from outside, which have absolute paths, go to where they would be if its file were in the folder `serializers`: what
 * it imports beside itself and from `../kit` is found. That all are there, wiremark has seen to.
 *
 * @param {Unit} unit
 * @returns {Map<string, string> | Failure} by source; why not, where one would leave the folder
 */
function placesOf({ serializer, file, sources }) {
  const base = isAbsolute(file) ? dirname(file) : '.';
  const outside = [file, ...sources].find((path) => relative(base, path).split(sep)[0] === '..');
  if (outside !== undefined) {
    return isAbsolute(file)
      ? { reason: `${outside} isn't beside ${file} or below it`, fix: 'put it there' }
      : {
          reason: `${outside} isn't in the runner's folder`,
          fix: `correct the entry "${serializer}" in runner.toml`,
        };
  }
  const around = isAbsolute(file) ? 'serializers' : '.';
  return new Map(sources.map((source) => [source, join(around, relative(base, source))]));
}
