/** Where something was thrown, for people: the first place that is neither Node's nor this kit's. */
import { spawnSync } from 'node:child_process';

/** Milliseconds for finding a syntax error again. */
const LONGEST = 10_000;

/**
 * @param {unknown} error
 * @param {string} serializer the id of the row, whose file has another name where its author keeps it
 * @returns {string | null} `line 12 of its file`, or `my-json/index.js:3` of a package; null where the stack has neither
 */
export function placeOf(error, serializer) {
  const frames = String(error?.stack ?? '')
    .replaceAll('\\', '/')
    .split('\n');
  for (const frame of frames) {
    // The innermost of either: packages of packages lie in each other.
    const [, kind, file, line] = /.*\/(node_modules|serializers)\/(.+?):(\d+)/.exec(frame) ?? [];
    if (file === undefined || frame.includes('eval at ')) continue;
    const isOwn = kind === 'serializers' && file === `${serializer}.mjs`;
    return isOwn ? `line ${line} of its file` : `${file}:${line}`;
  }
  return null;
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
