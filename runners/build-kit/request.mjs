/**
 * A build program's side of the build protocol (docs/PROTOCOL.md, "Building"): reads the request, writes the answers.
 * Nothing else may write to standard output. A unit (a serializer to build) without an answer counts as failed; its
 * reason is the end of the program's standard error.
 *
 * ```js
 * const { units, cache } = readRequest();
 * for (const unit of units) {
 *   answer.progress(`compiling ${unit.id}`);
 *   …                                             // write to unit.target
 *   answer.built(unit, { placeholders: { classpath: '{target}/classes' }, needs: [jar] });
 * }
 * answer.done();
 * ```
 */
import { LineReader, writeLine } from './lines.mjs';

const PROTOCOL_VERSION = '4';

/**
 * A serializer to build, for one dataset if the manifest says `models = true`.
 *
 * @typedef {object} Unit
 * @property {string} id `jackson`, or `jackson/users`
 * @property {string} serializer `jackson`
 * @property {string} target an empty folder to write to; wiremark renames it when the unit is built, so no file in it
 *   may contain this path: `{target}` in a placeholder becomes the final path
 * @property {string} file path of the serializer's file, relative to the runner's folder (which is the working folder);
 *   absolute if the row is defined outside of wiremark
 * @property {readonly string[]} sources paths of the serializer's other files, relative or absolute like `file`
 * @property {readonly string[]} packages as the manifest spells them; local ones as `NAME@file:PATH#sha256-DIGEST`
 *   (packages.mjs)
 * @property {ReadonlyMap<string, string>} options
 * @property {string | null} dataset null unless `models = true`
 * @property {string | null} model path of the dataset's model (docs/PROTOCOL.md, model.mjs); null unless `models =
 *   true`
 * @property {ReadonlyMap<string, string>} artifacts paths of the dataset's schema files by kind; empty unless `models =
 *   true`
 */

/**
 * @typedef {object} Request
 * @property {readonly Unit[]} units
 * @property {string} cache folder for files that units share. Other processes may use it at the same time, so create
 *   entries atomically (makeOnce in once.mjs). wiremark removes an entry if no build that names it in `needs` was used
 *   for 30 days.
 */

/**
 * Answers with the protocol's version and reads the request up to `go`. Ignores unknown keys: a later wiremark may send
 * more. Throws if the input isn't from wiremark, is of another version, or ends before `go`.
 *
 * @param {number} [descriptor]
 * @returns {Request}
 */
export function readRequest(descriptor = 0) {
  const lines = new LineReader(descriptor);
  const first = lines.next();
  if (first?.key !== 'wiremark') throw new Error('this program builds for wiremark, which starts it');
  writeLine(1, 'wiremark', PROTOCOL_VERSION);
  if (first.value !== PROTOCOL_VERSION)
    throw new Error(`speaks wiremark ${PROTOCOL_VERSION}, not ${first.value}`);
  /** @type {ReturnType<typeof newUnit>[]} */
  const units = [];
  let cache = '';
  for (let line = lines.next(); line !== null; line = lines.next()) {
    if (line.key === 'go') return { units, cache };
    if (line.key === 'cache') cache = line.value;
    else if (line.key === 'build') units.push(newUnit(line.value));
    else if (units.length > 0) take(/** @type {ReturnType<typeof newUnit>} */ (units.at(-1)), line);
  }
  throw new Error('the request ended before "go"');
}

/** @param {string} id */
function newUnit(id) {
  return {
    id,
    serializer: '',
    target: '',
    file: '',
    sources: /** @type {string[]} */ ([]),
    packages: /** @type {string[]} */ ([]),
    options: /** @type {Map<string, string>} */ (new Map()),
    dataset: /** @type {string | null} */ (null),
    model: /** @type {string | null} */ (null),
    artifacts: /** @type {Map<string, string>} */ (new Map()),
  };
}

/**
 * @param {ReturnType<typeof newUnit>} unit
 * @param {{ key: string, value: string }} line
 */
function take(unit, { key, value }) {
  switch (key) {
    case 'serializer':
    case 'target':
    case 'file':
    case 'dataset':
    case 'model':
      unit[key] = value;
      break;
    case 'source':
      unit.sources.push(value);
      break;
    case 'package':
      unit.packages.push(value);
      break;
    case 'option':
      unit.options.set(...named(value));
      break;
    case 'artifact':
      unit.artifacts.set(...named(value));
  }
}

/**
 * @param {string} value `NAME REST`
 * @returns {[string, string]}
 */
function named(value) {
  const space = value.indexOf(' ');
  return space < 0 ? [value, ''] : [value.slice(0, space), value.slice(space + 1)];
}

export const answer = {
  /**
   * Shows the current step to the user: `compiling jackson (1 of 12)`. wiremark ends a program that has written no line
   * for ten minutes.
   * @param {string} text
   */
  progress(text) {
    writeLine(1, 'progress', text);
  },

  /**
   * @param {Pick<Unit, 'id'>} unit
   * @param {object} [result]
   * @param {Readonly<Record<string, string>>} [result.placeholders] for the manifest's `start`: values by lower-case
   *   name; `{target}` in a value becomes the unit's final folder
   * @param {readonly string[]} [result.needs] absolute paths outside of the unit's folder that the built program needs
   * @param {Readonly<Record<string, string>>} [result.licenses] each package's license by package name, as the package
   *   states it: SPDX or free text
   */
  built(unit, { placeholders = {}, needs = [], licenses = {} } = {}) {
    for (const [name, value] of Object.entries(placeholders)) writeLine(1, 'placeholder', `${name} ${value}`);
    for (const path of needs) writeLine(1, 'needs', path);
    for (const [name, text] of Object.entries(licenses))
      if (text.trim() !== '') writeLine(1, 'license', `${name} ${text.trim()}`);
    writeLine(1, 'built', unit.id);
  },

  /**
   * @param {Pick<Unit, 'id'>} unit
   * @param {object} why
   * @param {'unavailable' | 'unsupported'} [why.verdict] `unsupported` if the serializer can't support the dataset, for
   *   example because its library lacks a type; `unavailable` (default) if something is missing or wrong
   * @param {string} why.reason
   * @param {string} [why.fix]
   * @param {number} [why.retry] seconds for which wiremark reports this failure without building again, unless the unit
   *   changes; 0 by default
   */
  failed(unit, { verdict = 'unavailable', reason, fix, retry }) {
    if (fix !== undefined) writeLine(1, 'fix', fix);
    if (retry !== undefined) writeLine(1, 'retry', String(Math.round(retry)));
    writeLine(1, 'failed', `${unit.id} ${verdict} ${reason}`);
  },

  done() {
    writeLine(1, 'done');
  },
};
