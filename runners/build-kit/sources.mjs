/** A build's copies of what runs, so that its code can't change while it is measured. */
import { cp, mkdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/**
 * Copies the kit and a serializer's own files.
 *
 * @param {import('./request.mjs').Unit} unit
 * @param {string} name of the serializer's file in the folder `serializers`: the kit finds it by its id, wherever it lay
 * @param {object} kit
 * @param {Readonly<Record<string, string>>} kit.parts files and folders, each with its place in the unit's target
 * @param {string} [kit.runner] the place of the copy of the runner's folder; the target itself by default
 * @returns {Promise<{ reason: string, cure: string } | null>} why not
 */
export async function copySources(unit, name, { parts, runner = '.' }) {
  const places = placesOf(unit);
  if ('reason' in places) return places;
  for (const [part, place] of Object.entries(parts)) await copy(part, join(unit.target, place));
  for (const [source, place] of places) await copy(source, join(unit.target, runner, place));
  await copy(unit.file, join(unit.target, runner, 'serializers', name));
  return null;
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
 * @param {import('./request.mjs').Unit} unit
 * @returns {Map<string, string> | { reason: string, cure: string }} by source; why not, where one would leave the folder
 */
export function placesOf({ serializer, file, sources }) {
  const base = isAbsolute(file) ? dirname(file) : '.';
  const outside = [file, ...sources].find((path) => relative(base, path).split(sep)[0] === '..');
  if (outside !== undefined) {
    return isAbsolute(file)
      ? { reason: `${outside} isn't beside ${file} or below it`, cure: 'put it there' }
      : {
          reason: `${outside} isn't in the runner's folder`,
          cure: `correct the entry "${serializer}" in runner.toml`,
        };
  }
  const around = isAbsolute(file) ? 'serializers' : '.';
  return new Map(sources.map((source) => [source, join(around, relative(base, source))]));
}
