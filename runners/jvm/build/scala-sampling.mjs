import { parts } from './java-names.mjs';
import { scalaHeader } from './scala-names.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 * @typedef {import('./scala-types.mjs').ScalaTypes} ScalaTypes
 */

/**
 * `ModelSampling.scala`: the look at one place of a document (docs/PROTOCOL.md, "Checksums"). A `List` has to be gone
 * through for its length and to the place: a step for each element, where making one took a hundred.
 *
 * @param {Model} model
 * @param {ScalaTypes} types
 */
export function scalaModelSampling(model, types) {
  const root = types.type(model.root);
  const functions = [
    ...[...model.records].flatMap(([name, fields]) => sampleRecord(name, fields, types)),
    ...types.containers.flatMap((type) =>
      type.kind === 'list' ? [sampleList(types.container(type), type, types)] : [],
    ),
    ...[...model.enums].map(
      ([name, values]) =>
        `  private val lengths${types.enumeration(name)} = Array[Int](${values.map(({ length }) => length).join(', ')})`,
    ),
  ];
  return `${scalaHeader(model, 'the look at one place of its documents')}
package wiremark.fixtures

import wiremark.kit.Sampling
import wiremark.models

object ModelSampling extends Sampling[${root}]:
  override def sample(value: ${root}, way: Int, state: Int): Int = ${look(model.root, 'value', 'way', types)}

${functions.join('\n\n')}
`;
}

/**
 * @param {string} name
 * @param {readonly Field[]} fields
 * @param {ScalaTypes} types
 */
function sampleRecord(name, fields, types) {
  const number = types.record(name);
  const head = `  private def sample${number}(value: models.${name}, way: Int, state: Int): Int =
    if value == null then Sampling.NULL
    else`;
  if (fields.length === 0) return [`${head} Sampling.NO_FIELDS`];
  const pieces = parts(fields.map((field, position) => ({ field, position })));
  const calls = pieces.map((piece, part) => {
    const call = `sample${number}_${part}(value, field, Sampling.step(way), state)`;
    return part === pieces.length - 1
      ? call
      : `if field <= ${piece.at(-1)?.position} then ${call}\n      else `;
  });
  return [
    `${head}
      val field = Sampling.place(way, ${fields.length})
      ${calls.join('')}`,
    ...pieces.map(
      (piece, part) =>
        `  private def sample${number}_${part}(value: models.${name}, field: Int, way: Int, state: Int): Int =
    field match
${piece.map(({ field, position }) => `      case ${position} => ${fieldLook(field, types)}\n`).join('')}      case _ => throw IllegalArgumentException()`,
    ),
  ];
}

/**
 * @param {Field} field
 * @param {ScalaTypes} types
 */
function fieldLook(field, types) {
  const value = `value.${types.member(field.name)}`;
  if (field.presence === 'required') return look(field.type, value, 'way', types);
  const found = look(field.type, `${value}.get`, 'way', types);
  return `if ${value} == null || ${value}.isEmpty then Sampling.NULL else ${found}`;
}

/**
 * @param {number} number
 * @param {Extract<Type, { kind: 'list' }>} type
 * @param {ScalaTypes} types
 */
function sampleList(number, type, types) {
  const element = look(type.element, 'values(Sampling.place(way, size))', 'Sampling.step(way)', types);
  return `  private def sampleAll${number}(values: ${types.type(type)}, way: Int, state: Int): Int =
    if values == null then Sampling.NULL
    else
      val size = values.length
      if size == 0 then Sampling.EMPTY_LIST else size + ${element}`;
}

/** @type {Readonly<Record<string, (value: string) => string>>} */
const LEAVES = {
  boolean: (value) => `Sampling.truth(${value})`,
  int32: (value) => `Sampling.integer(${value})`,
  int64: (value) => `Sampling.integer(${value})`,
  double: (value) => `Sampling.number(${value})`,
  string: (value) => `Sampling.text(${value}, state)`,
  bytes: (value) => `Sampling.bytes(${value}, state)`,
  uuid: (value) => `Sampling.uuid(${value})`,
  instant: (value) => `Sampling.instant(${value})`,
};

/**
 * @param {Type} type
 * @param {string} value
 * @param {string} way
 * @param {ScalaTypes} types
 */
function look(type, value, way, types) {
  switch (type.kind) {
    case 'record':
      return `sample${types.record(type.name)}(${value}, ${way}, state)`;
    case 'list':
      return `sampleAll${types.container(type)}(${value}, ${way}, state)`;
    case 'map':
      return `(${value} match { case null => Sampling.NULL; case map => Sampling.map(map.size) })`;
    case 'enum':
      return `(${value} match { case null => Sampling.NULL; case found => lengths${types.enumeration(type.name)}(found.ordinal) })`;
    default:
      return /** @type {(value: string) => string} */ (LEAVES[type.kind])(value);
  }
}
