/**
 * The build program's end of the build protocol (docs/PROTOCOL.md, "Building"): what wiremark asks for, and the answers.
 * Standard output belongs to the protocol alone; a program that ends without an answer for a unit has failed at it, with
 * the end of its standard error as the reason.
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
 * What is to be built: one serializer, for one dataset if the manifest says `models = true`.
 *
 * @typedef {object} Unit
 * @property {string} id `jackson`, or `jackson/users`
 * @property {string} serializer `jackson`
 * @property {string} target an empty folder to write to; wiremark renames it when the unit is built, so nothing in it may
 *   hold this path: `{target}` in a placeholder is the path that it will have
 * @property {string} file the serializer's file, relative to the runner's folder (which is the working folder); absolute for
 *   a row from outside, as are its sources
 * @property {readonly string[]} sources more files that it consists of, likewise
 * @property {readonly string[]} packages as the manifest spells them; those by path as `NAME@file:PATH#sha256-DIGEST`
 *   (packages.mjs)
 * @property {ReadonlyMap<string, string>} options of its entry in the manifest
 * @property {string | null} dataset null unless `models = true`, as is `model`
 * @property {string | null} model path of the dataset's model (docs/PROTOCOL.md, model.mjs)
 * @property {ReadonlyMap<string, string>} artifacts kind to path; empty unless `models = true`
 */

/**
 * @typedef {object} Request
 * @property {readonly Unit[]} units
 * @property {string} cache a folder of this program's own for what units share. Other wiremarks may be running this
 *   program at the same time, so write beside and rename (makeOnce in once.mjs). What no unit's `needs` has used for 30
 *   days is removed by wiremark, by entries of this folder.
 */

/**
 * Reads the request, up to `go`. Lines with other keys are those of a later wiremark and left aside.
 *
 * @param {number} [descriptor] standard input by default
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

/** The answers; each is out when the call returns. */
export const answer = {
  /**
   * Tells a person what is being done: `compiling jackson (1 of 12)`. Say something at least every few minutes: after ten
   * minutes of silence wiremark takes the program for hanging.
   * @param {string} text
   */
  progress(text) {
    writeLine(1, 'progress', text);
  },

  /**
   * @param {Pick<Unit, 'id'>} unit
   * @param {object} [result]
   * @param {Readonly<Record<string, string>>} [result.placeholders] for the manifest's `start`: a name of small letters to
   *   its value, in which `{target}` stands for the unit's final folder
   * @param {readonly string[]} [result.needs] absolute paths outside of the target without which the build is of no use
   * @param {Readonly<Record<string, string>>} [result.licenses] of its packages by name, as they state it: SPDX, or in words
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
   * @param {'unavailable' | 'unsupported'} [why.verdict] `unsupported`: it can't be done at all, e.g. a type that the
   *   language has no word for; `unavailable` (by default): something is missing or wrong
   * @param {string} why.reason
   * @param {string} [why.fix] what a person can do about it
   * @param {number} [why.retry] seconds for which this failure is remembered, if nothing of the unit changes; by default
   *   it is tried again next time
   */
  failed(unit, { verdict = 'unavailable', reason, fix, retry }) {
    if (fix !== undefined) writeLine(1, 'fix', fix);
    if (retry !== undefined) writeLine(1, 'retry', String(Math.round(retry)));
    writeLine(1, 'failed', `${unit.id} ${verdict} ${reason}`);
  },

  /** The end: every unit has been answered for. */
  done() {
    writeLine(1, 'done');
  },
};
