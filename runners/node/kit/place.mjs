/** Finds where an error comes from: the first stack frame in a file of the serializer or in a package. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const SYNTAX_ERROR_MS = 10_000;

/**
 * @param {unknown} error
 * @param {string} serializer
 * @returns {string | null} `line 12 of its file` for the serializer's main file, `my-json/index.js:3` for another; null
 *   if unknown
 */
export function placeOf(error, serializer) {
  const stack = String(error?.stack ?? '').replaceAll('\\', '/');
  for (const frame of stack.split('\n')) {
    const place = frame.includes('eval at ') ? null : placeIn(frame, serializer);
    if (place !== null) return place;
  }
  return null;
}

/**
 * @param {string} frame
 * @param {string} serializer
 */
function placeIn(frame, serializer) {
  const [, kind, file, line] = /.*\/(node_modules|serializers)\/(.+?):(\d+)/.exec(frame) ?? [];
  if (file === undefined) return null;
  const isOwn = kind === 'serializers' && file === `${serializer}.mjs`;
  return isOwn ? `line ${line} of its file` : `${file}:${line}`;
}

/**
 * Rewrites the message of a failed import for the serializer's author: Node's message has paths of the build and no line.
 * @param {Error} error of an import
 * @param {string} serializer
 * @returns {string} `Cannot find package 'my-json' (line 1 of its file): is it among the row's packages?`
 */
export function spellMissing(error, serializer) {
  const [said = ''] = error.message.split('\n');
  const [, found = said, wanted = '', file = ''] = /^(.*'(.+)') imported from (.+)$/.exec(said) ?? [];
  const [, kind, path] = /.*[\\/](node_modules|serializers)[\\/](.+)/.exec(wanted) ?? [];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const at = lines.findIndex((line) => /\b(?:from|import)\b/.test(line) && line.includes(basename(wanted)));
  const frame = `${file}:${at + 1}`.replaceAll('\\', '/');
  const place = at < 0 ? placeOf(error, serializer) : placeIn(frame, serializer);
  const missing = found.replace(wanted, path ?? wanted) + (place === null ? '' : ` (${place})`);
  if (kind === 'node_modules') return missing;
  return `${missing}: is it among the row's ${kind === undefined ? 'packages' : 'sources'}?`;
}

/**
 * Adds file and line of a syntax error to the start of its stack. Node prints them only if the error isn't caught, so
 * this runs the file in another process.
 * @param {SyntaxError} error
 * @param {string} file the imported file
 */
export function locateSyntaxError(error, file) {
  const stdio = ['ignore', 'ignore', 'pipe'];
  const { stderr } = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    stdio,
    timeout: SYNTAX_ERROR_MS,
  });
  const [place] = /^\S.*:\d+$/m.exec(stderr ?? '') ?? [];
  if (place !== undefined) error.stack = `${place}\n${error.stack}`;
}
