/**
 * Everything that can be generated from a dataset's model. A serializer's module gets the models and the entry of its
 * file's language, and what its option `emit` names besides.
 *
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 *
 * The options are the serializer's own of runner.toml, with `entry`, the name of its class, taken from its file's name
 * where the manifest doesn't tell.
 * @typedef {Readonly<Record<string, string | undefined>>} Options
 *
 * Relative path → content. Pure: the same input gives the same bytes.
 * @typedef {(model: Model, options: Options) => Map<string, string>} Emitter
 */

import { emitScalaEntry } from './scala-entry.mjs';
import { emitScalaHandWritten } from './scala-hand-written.mjs';
import { emitScalaModel } from './scala-model.mjs';

/** @type {ReadonlyMap<string, Emitter>} */
export const EMITTERS = new Map([
  ['scala-model', emitScalaModel],
  ['scala-hand-written', emitScalaHandWritten],
  ['scala-entry', emitScalaEntry],
]);
