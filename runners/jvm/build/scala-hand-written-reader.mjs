import { scalaString } from './scala-names.mjs';
import { initialValue } from './scala-types.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 * @typedef {import('./scala-types.mjs').Container} Container
 * @typedef {import('./scala-types.mjs').ScalaTypes} ScalaTypes
 */

/**
 * Returns Scala functions that read JSON. They are numbered: `read0` is for the first record, `readAll0` for the first list
 * or map type, and `readEnum0` for the first enum.
 * @param {Model} model
 * @param {ScalaTypes} types
 */
export function scalaReader(model, types) {
  return [
    ...[...model.records].map(([name, fields]) => readRecord(name, fields, types)),
    ...types.containers.map((type) => (type.kind === 'list' ? readList(type, types) : readMap(type, types))),
    ...[...model.enums].map(([name, values]) => readEnum(name, values, types)),
  ].join('\n\n');
}

/**
 * @param {Extract<Container, { kind: 'list' }>} list
 * @param {ScalaTypes} types
 */
function readList(list, types) {
  return `  private def readAll${types.container(list)}(in: TextReader): ${types.type(list)} =
    val values = List.newBuilder[${types.type(list.element)}]
    var more = in.beginList()
    while more do
      values += ${readCall(list.element, types)}
      more = in.nextElement()
    values.result()`;
}

/**
 * @param {Extract<Container, { kind: 'map' }>} map
 * @param {ScalaTypes} types
 */
function readMap(map, types) {
  return `  private def readAll${types.container(map)}(in: TextReader): ${types.type(map)} =
    val values = Map.newBuilder[String, ${types.type(map.value)}]
    var more = in.beginRecord()
    while more do
      val key = in.key()
      values.addOne(key, ${readCall(map.value, types)})
      more = in.nextField()
    values.result()`;
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
  const required = fields.flatMap((field, position) => (field.presence === 'optional' ? [] : [position]));
  const masks = seenMasks(required);
  const blocks = fields.map((field, position) => readField(field, position, required, types));
  return `  private def read${types.record(name)}(in: TextReader): models.${name} =
${variables.join('')}${masks.map((_, word) => `    var seen${word} = 0L\n`).join('')}    var more = in.beginRecord()
    while more do
      val before = in.position
${blocks.join('')}      if more && in.position == before then more = in.unknown()
${missing(name, masks)}    models.${name}(${fields.map((_, position) => `f${position}`).join(', ')})`;
}

/** @param {readonly number[]} required */
function seenMasks(required) {
  /** @type {bigint[]} */
  const masks = [];
  required.forEach((_, index) => {
    masks[index >> 6] = (masks[index >> 6] ?? 0n) | (1n << BigInt(index & 63));
  });
  return masks;
}

/**
 * @param {string} record
 * @param {readonly bigint[]} masks
 */
function missing(record, masks) {
  if (masks.length === 0) return '';
  const tests = masks.map((mask, word) => `seen${word} != ${longLiteral(mask)}`);
  return `    if ${tests.join(' || ')} then in.missing(${scalaString(record)})\n`;
}

/** @param {bigint} bits */
function longLiteral(bits) {
  return `${BigInt.asIntN(64, bits)}L`;
}

/**
 * @param {Field} field
 * @param {number} position
 * @param {readonly number[]} required
 * @param {ScalaTypes} types
 */
function readField(field, position, required, types) {
  const escaped = JSON.stringify(field.name) !== `"${field.name}"`;
  const bit = required.indexOf(position);
  const seen = bit < 0 ? '' : `        seen${bit >> 6} |= ${longLiteral(1n << BigInt(bit & 63))}\n`;
  const value = readCall(field.type, types);
  const read = field.presence === 'required' ? value : `if in.isNull() then None else Some(${value})`;
  return `      if more && in.${escaped ? 'isEscapedName' : 'isName'}(${scalaString(`"${field.name}"`)}) then
        f${position} = ${read}
${seen}        more = in.nextField()
`;
}

/**
 * Returns an array with the values of an enum, and a Scala function that reads one. The function compares the JSON text
 * with the usual JSON text of each value. If none is equal, the text has other escapes or is unknown, so the function
 * decodes it and searches the array; `fromOrdinal` throws if it isn't there.
 * @param {string} name
 * @param {readonly string[]} values
 * @param {ScalaTypes} types
 */
function readEnum(name, values, types) {
  const type = `models.${name}`;
  const number = types.enumeration(name);
  const tests = values.map(
    (value) =>
      `    if in.isValue(${scalaString(JSON.stringify(value))}) then ${type}.${types.member(value)}\n    else `,
  );
  return `  private val enumValues${number} = Array(${values.map(scalaString).join(', ')})

  private def readEnum${number}(in: TextReader): ${type} =
${tests.join('').replaceAll('\n    else     if', '\n    else if')}${type}.fromOrdinal(enumValues${number}.indexOf(in.string()))`;
}

/**
 * @param {Type} type
 * @param {ScalaTypes} types
 */
export function readCall(type, types) {
  switch (type.kind) {
    case 'list':
    case 'map':
      return `readAll${types.container(type)}(in)`;
    case 'record':
      return `read${types.record(type.name)}(in)`;
    case 'enum':
      return `readEnum${types.enumeration(type.name)}(in)`;
    default:
      return `in.${type.kind}()`;
  }
}
