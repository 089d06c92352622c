import { emitJavaEntry } from './java-entry.mjs';
import { emitJavaHandWritten } from './java-hand-written.mjs';
import { emitJavaModel } from './java-model.mjs';
import { emitJavaProtobuf } from './java-protobuf.mjs';
import { emitScalaEntry } from './scala-entry.mjs';
import { emitScalaHandWritten } from './scala-hand-written.mjs';
import { emitScalaModel } from './scala-model.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 *
 * The serializer's options in runner.toml. `entry` names the serializer's class; by default it is the name of the file.
 * @typedef {Readonly<Record<string, string | undefined>>} Options
 *
 * Generates source files: returns content by relative path, always the same for the same input. Throws `Unsupported` for
 * a model that the language can't represent.
 * @typedef {(model: Model, options: Options) => Map<string, string>} Emitter
 */

/** @type {ReadonlyMap<string, Emitter>} */
const EMITTERS = new Map([
  ['java-model', emitJavaModel],
  ['java-hand-written', emitJavaHandWritten],
  ['java-protobuf', emitJavaProtobuf],
  ['java-entry', emitJavaEntry],
  ['scala-model', emitScalaModel],
  ['scala-hand-written', emitScalaHandWritten],
  ['scala-entry', emitScalaEntry],
]);

/**
 * Generates all source files for a serializer and a model: the model's classes and the class `Entry` in the serializer's
 * language, and the kinds of files that option `emit` lists. Returns content by path.
 * @param {string} file path of the serializer's source
 * @param {Model} model
 * @param {Options} options
 */
export function emitAll(file, model, options) {
  const language = file.endsWith('.scala') ? 'scala' : 'java';
  const more = (options.emit ?? '').split(/\s+/).filter((kind) => kind !== '');
  /** @type {Map<string, string>} */
  const files = new Map();
  for (const kind of [`${language}-model`, ...more, `${language}-entry`]) {
    const emit = EMITTERS.get(kind);
    if (emit === undefined) throw new Error(`nothing generates "${kind}"`);
    for (const [path, content] of emit(model, options)) files.set(path, content);
  }
  return files;
}
