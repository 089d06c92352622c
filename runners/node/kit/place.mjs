/** Where something was thrown, for people: the first place that is neither Node's nor this kit's. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Milliseconds for finding a syntax error again. */
const LONGEST = 10_000;

/**
 * @param {unknown} error
 * @param {string} serializer the id of the row, whose file has another name where its author keeps it
 * @returns {string | null} `line 12 of its file`, or `my-json/index.js:3` of a package; null where the stack has neither
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
 * @param {string} frame that has `PATH:LINE`
 * @param {string} serializer
 */
function placeIn(frame, serializer) {
  // The innermost of either: packages of packages lie in each other.
  const [, kind, file, line] = /.*\/(node_modules|serializers)\/(.+?):(\d+)/.exec(frame) ?? [];
  if (file === undefined) return null;
  const isOwn = kind === 'serializers' && file === `${serializer}.mjs`;
  return isOwn ? `line ${line} of its file` : `${file}:${line}`;
}

/**
 * Node says where an import stands that leads nowhere by paths of the copy, and without the line.
 * @param {Error} error of an import
 * @param {string} serializer
 * @returns {string} `Cannot find package 'my-json' (line 1 of its file)`
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
 * Node keeps the place of a syntax error to itself until nobody catches it: so it is made again, in a process that doesn't.
 * @param {SyntaxError} error whose stack gets the place in front, as Node prints it
 * @param {string} file that was imported
 */
export function locateSyntaxError(error, file) {
  const stdio = ['ignore', 'ignore', 'pipe'];
  const { stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', stdio, timeout: LONGEST });
  const [place] = /^\S.*:\d+$/m.exec(stderr ?? '') ?? [];
  if (place !== undefined) error.stack = `${place}\n${error.stack}`;
}
