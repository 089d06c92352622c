import { scalaHeader, scalaString } from './scala-names.mjs';
import { initialValue } from './scala-types.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 * @typedef {import('./scala-types.mjs').Container} Container
 * @typedef {import('./scala-types.mjs').ScalaTypes} ScalaTypes
 */

/**
 * Returns the source of `FixtureModel.scala`, which implements the kit's `Model`: it converts fixtures (documents in a
 * neutral binary format, docs/PROTOCOL.md, "Frames and fixtures") to objects and back. It is short rather than fast,
 * because it isn't timed.
 * @param {Model} model
 * @param {ScalaTypes} types
 */
export function scalaFixtureModel(model, types) {
  const root = types.type(model.root);
  const functions = [
    ...[...model.records].flatMap(([name, fields]) => [
      readRecord(name, fields, types),
      writeRecord(name, fields, types),
    ]),
    ...types.containers.flatMap((type) => [readContainer(type, types), writeContainer(type, types)]),
    ...[...model.enums].map(([name, values]) => enumeration(name, values, types)),
  ];
  return `${scalaHeader(model, 'reading and writing its fixtures')}
package wiremark.fixtures

import wiremark.kit.FixtureReader
import wiremark.kit.FixtureWriter
import wiremark.kit.Model
import wiremark.models

object FixtureModel extends Model[${root}]:
  override def read(in: FixtureReader): ${root} = ${readValue(model.root, types)}

  override def write(out: FixtureWriter, value: ${root}): Unit = ${writeValue(model.root, 'value', types)}

${functions.join('\n\n')}
`;
}

/**
 * @param {string} name
 * @param {readonly Field[]} fields
 * @param {ScalaTypes} types
 */
function readRecord(name, fields, types) {
  const variables = fields.map(
    (field, position) => `    var f${position}: ${types.fieldType(field)} = ${initialValue(field)}\n`,
  );
  const cases = fields.map((field, position) => {
    const value = readValue(field.type, types);
    const read = field.presence === 'required' ? value : `if in.readNull() then None else Some(${value})`;
    return `        case ${scalaString(field.name)} => f${position} = ${read}\n`;
  });
  return `  private def read${types.record(name)}(in: FixtureReader): models.${name} =
${variables.join('')}    var left = in.record()
    while left > 0 do
      in.name() match
${cases.join('')}        case name => throw IllegalArgumentException(name)
      left -= 1
    models.${name}(${fields.map((_, position) => `f${position}`).join(', ')})`;
}

/**
 * Returns a Scala function that writes a record. A required field that a deserializer left null is written as null, which
 * wiremark reports as a mismatch.
 * @param {string} name
 * @param {readonly Field[]} fields
 * @param {ScalaTypes} types
 */
function writeRecord(name, fields, types) {
  const lines = fields.map((field) => {
    const value = `value.${types.member(field.name)}`;
    const call =
      field.presence === 'required'
        ? writeValue(field.type, value, types)
        : `if ${value} == null || ${value}.isEmpty then out.writeNull() else ${writeValue(field.type, `${value}.get`, types)}`;
    return `\n      out.name(${scalaString(field.name)})\n      ${call}`;
  });
  return `  private def write${types.record(name)}(out: FixtureWriter, value: models.${name}): Unit =
    if value == null then out.writeNull()
    else
      out.record(${fields.length})${lines.join('')}`;
}

/**
 * @param {Container} type
 * @param {ScalaTypes} types
 */
function readContainer(type, types) {
  const number = types.container(type);
  const body =
    type.kind === 'list'
      ? `List.fill(in.list())(${readValue(type.element, types)})`
      : `Map.from(List.fill(in.map())(in.name() -> ${readValue(type.value, types)}))`;
  return `  private def readAll${number}(in: FixtureReader): ${types.type(type)} =\n    ${body}`;
}

/**
 * @param {Container} type
 * @param {ScalaTypes} types
 */
function writeContainer(type, types) {
  const each =
    type.kind === 'list'
      ? `      out.list(values.length)
      values.foreach(value => ${writeValue(type.element, 'value', types)})`
      : `      out.map(values, values.size)
      values.foreachEntry: (key, value) =>
        out.name(key)
        ${writeValue(type.value, 'value', types)}`;
  return `  private def writeAll${types.container(type)}(out: FixtureWriter, values: ${types.type(type)}): Unit =
    if values == null then out.writeNull()
    else
${each}`;
}

/**
 * @param {string} name
 * @param {readonly string[]} values
 * @param {ScalaTypes} types
 */
function enumeration(name, values, types) {
  return `  private val texts${types.enumeration(name)} = Array(${values.map(scalaString).join(', ')})`;
}

/** @type {Readonly<Record<string, string>>} */
const CALLS = {
  boolean: 'Boolean',
  int32: 'Int32',
  int64: 'Int64',
  double: 'Double',
  string: 'String',
  instant: 'Instant',
  uuid: 'Uuid',
  bytes: 'Bytes',
};

/**
 * @param {Type} type
 * @param {ScalaTypes} types
 */
function readValue(type, types) {
  switch (type.kind) {
    case 'list':
    case 'map':
      return `readAll${types.container(type)}(in)`;
    case 'record':
      return `read${types.record(type.name)}(in)`;
    case 'enum':
      return `models.${type.name}.fromOrdinal(texts${types.enumeration(type.name)}.indexOf(in.readString()))`;
    default:
      return `in.read${CALLS[type.kind]}()`;
  }
}

/**
 * @param {Type} type
 * @param {string} value
 * @param {ScalaTypes} types
 */
function writeValue(type, value, types) {
  switch (type.kind) {
    case 'list':
    case 'map':
      return `writeAll${types.container(type)}(out, ${value})`;
    case 'record':
      return `write${types.record(type.name)}(out, ${value})`;
    case 'enum':
      return `out.writeString(if ${value} == null then null else texts${types.enumeration(type.name)}(${value}.ordinal))`;
    default:
      return `out.write${CALLS[type.kind]}(${value})`;
  }
}
