import { scalaString } from './scala-names.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 * @typedef {import('./scala-types.mjs').Container} Container
 * @typedef {import('./scala-types.mjs').ScalaTypes} ScalaTypes
 */

/**
 * Returns arrays with the JSON texts of enums, and Scala functions that write JSON. All are numbered: `enumTexts0` is for
 * the first enum, `write0` for the first record, `writeAll0` for the first list or map type.
 * @param {Model} model
 * @param {ScalaTypes} types
 */
export function scalaWriter(model, types) {
  return [
    ...[...model.enums].map(([name, values]) => enumTexts(name, values, types)),
    ...[...model.records].map(([name, fields]) => writeRecord(name, fields, types)),
    ...types.containers.map((type) => writeContainer(type, types)),
  ].join('\n\n');
}

/**
 * @param {string} name
 * @param {readonly string[]} values
 * @param {ScalaTypes} types
 */
function enumTexts(name, values, types) {
  const texts = values.map((value) => scalaString(jsonLiteral(value)));
  return `  private val enumTexts${types.enumeration(name)} = Array(${texts.join(', ')})`;
}

/**
 * Returns the JSON text of a string, with characters beyond Latin-1 escaped, since `TextWriter.literal` takes only Latin-1.
 * @param {string} text
 */
function jsonLiteral(text) {
  return JSON.stringify(text).replace(
    /[\u0100-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * @param {string} name
 * @param {readonly Field[]} fields
 * @param {ScalaTypes} types
 */
function writeRecord(name, fields, types) {
  const lines = fields.flatMap((field, position) => {
    const text = `${position === 0 ? '{' : ','}${jsonLiteral(field.name)}:`;
    return [`out.literal(${scalaString(text)})`, ...writeField(field, types)];
  });
  const body = lines.length === 0 ? ['out.literal("{}")'] : [...lines, "out.character('}')"];
  return `  private def write${types.record(name)}(out: TextWriter, value: models.${name}): Unit =
${body.map((line) => `    ${line}`).join('\n')}`;
}

/**
 * @param {Field} field
 * @param {ScalaTypes} types
 */
function writeField(field, types) {
  const value = `value.${types.member(field.name)}`;
  if (field.presence === 'required') return [writeCall(field.type, value, types)];
  return [
    `${value} match`,
    `  case Some(some) => ${writeCall(field.type, 'some', types)}`,
    '  case None => out.literal("null")',
  ];
}

/**
 * @param {Container} type
 * @param {ScalaTypes} types
 */
function writeContainer(type, types) {
  const head = `  private def writeAll${types.container(type)}(out: TextWriter, values: ${types.type(type)}): Unit =`;
  if (type.kind === 'map') {
    return `${head}
    var before = '{'
    values.foreachEntry: (key, value) =>
      out.character(before)
      before = ','
      out.string(key)
      out.character(':')
      ${writeCall(type.value, 'value', types)}
    if before == '{' then out.literal("{}") else out.character('}')`;
  }
  return `${head}
    if values.isEmpty then out.literal("[]")
    else
      out.character('[')
      ${writeCall(type.element, 'values.head', types)}
      var rest = values.tail
      while !rest.isEmpty do
        out.character(',')
        ${writeCall(type.element, 'rest.head', types)}
        rest = rest.tail
      out.character(']')`;
}

/**
 * @param {Type} type
 * @param {string} value
 * @param {ScalaTypes} types
 */
export function writeCall(type, value, types) {
  switch (type.kind) {
    case 'list':
    case 'map':
      return `writeAll${types.container(type)}(out, ${value})`;
    case 'record':
      return `write${types.record(type.name)}(out, ${value})`;
    case 'enum':
      return `out.literal(enumTexts${types.enumeration(type.name)}(${value}.ordinal))`;
    default:
      return `out.${type.kind}(${value})`;
  }
}
