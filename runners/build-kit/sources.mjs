/** A serializer's own files, for build programs that copy them. */
import { dirname, isAbsolute, join, relative, sep } from 'node:path';

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
