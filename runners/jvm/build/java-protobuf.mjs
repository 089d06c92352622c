/**
 * Generates code that converts the dataset's JavaBeans to the messages that protoc generates from wiremark's .proto file,
 * and back: class `wiremark.conversions.<dataset>.Conversion`.
 *
 * As in that file, an instant is in milliseconds, a uuid is text, an enum is its index + 1, a null is omitted, and a
 * document that isn't a record is wrapped in a message.
 */
import { className, indent, javaImports, javaNames, javaProperties, parts } from './java-names.mjs';
import { messageAccessors, messageNames } from './java-protobuf-names.mjs';
import { getField } from './java-protobuf-reader.mjs';
import { setField } from './java-protobuf-writer.mjs';

/**
 * @typedef {import('./java-names.mjs').Field} Field
 * @typedef {import('./java-names.mjs').Model} Model
 *
 * Names of beans and messages.
 * @typedef {object} Sides
 * @property {ReadonlyMap<string, string>} beans class names by names in the model
 * @property {import('./java-protobuf-names.mjs').MessageNames} messages full names, since many messages are called like
 *   beans
 */

/**
 * Emitter of kind `java-protobuf`. The generated code uses the classes that `java-model` generates, and those that protoc
 * generates from the artifact `proto`, wiremark's .proto file of the model.
 * @type {import('./emitters.mjs').Emitter}
 */
export function emitJavaProtobuf(model) {
  const names = javaNames(model);
  /** @type {Sides} */
  const sides = { beans: names.types, messages: messageNames(model) };
  const lines = [
    '// Generated from the schema.',
    `package wiremark.conversions.${names.segment};`,
    '',
    ...javaImports(names, [
      'com.google.protobuf.ByteString',
      'com.google.protobuf.InvalidProtocolBufferException',
      'wiremark.serializers.Protobuf',
      ...(usesAny(model) ? ['wiremark.serializers.ProtobufAny'] : []),
    ]),
    '',
    `public final class Conversion implements Protobuf.Conversion<${names.root}> {`,
    ...indent(
      [...model.enums.keys()].map((name) => {
        const bean = className(names.types, name);
        return `private static final ${bean}[] ${bean}_VALUES = ${bean}.values();`;
      }),
    ),
    ...indent([...rootWriter(model, names.root, sides), ...rootReader(model, names.root, sides)]),
    ...[...model.records].flatMap(([record, fields]) =>
      indent([...recordWriter(record, fields, sides), ...recordReader(record, fields, sides)]),
    ),
    '}',
  ];
  return new Map([[`wiremark/conversions/${names.segment}/Conversion.java`, `${lines.join('\n')}\n`]]);
}

/** @param {Model} model */
function usesAny(model) {
  /**
   * @param {import('./java-names.mjs').Type} type
   * @returns {boolean}
   */
  const isAny = (type) => {
    if (type.kind === 'list') return isAny(type.element);
    return type.kind === 'map' ? isAny(type.value) : type.kind === 'any';
  };
  return isAny(model.root) || [...model.records.values()].flat().some(({ type }) => isAny(type));
}

/**
 * @param {Model} model
 * @returns {Field}
 */
function documentField(model) {
  return { name: 'value', type: model.root, presence: 'required' };
}

/**
 * @param {Model} model
 * @param {string} root
 * @param {Sides} sides
 */
function rootWriter(model, root, sides) {
  const { document } = sides.messages;
  const body =
    model.root.kind === 'record'
      ? ['return toMessage(value).toByteArray();']
      : [
          `${document}.Builder message = ${document}.newBuilder();`,
          ...setField(documentField(model), 'value', 'Value', sides),
          'return message.build().toByteArray();',
        ];
  return ['', '@Override', `public byte[] serialize(${root} value) {`, ...indent(body), '}'];
}

/**
 * @param {Model} model
 * @param {string} root
 * @param {Sides} sides
 */
function rootReader(model, root, sides) {
  const { document } = sides.messages;
  const parse = `Protobuf.parse(${document}.parser(), document)`;
  const body =
    model.root.kind === 'record'
      ? [`return toValue(${parse});`]
      : [
          `${document} message = ${parse};`,
          ...getField(documentField(model), 'Value', (value) => `return ${value};`, sides),
        ];
  return [
    '',
    '@Override',
    `public ${root} deserialize(byte[] document) throws InvalidProtocolBufferException {`,
    ...indent(body),
    '}',
  ];
}

/**
 * @param {string} record
 * @param {readonly Field[]} fields
 * @param {Sides} sides
 */
function recordWriter(record, fields, sides) {
  const bean = className(sides.beans, record);
  const type = sides.messages.of({ kind: 'record', name: record });
  const accessors = messageAccessors(fields);
  const statements = javaProperties(fields, sides.beans).map(({ field, getter, type: of }, index) => {
    const set = setField(field, 'field', accessors[index] ?? '', sides);
    const guarded = field.presence === 'required' ? set : ['if (field != null) {', ...indent(set), '}'];
    return ['{', `  ${of} field = value.${getter}();`, ...indent(guarded), '}'];
  });
  const pieces = parts(statements);
  const inOne = pieces.length === 1;
  return [
    '',
    `private static ${type} toMessage(${bean} value) {`,
    `  ${type}.Builder message = ${type}.newBuilder();`,
    ...indent(inOne ? statements.flat() : pieces.map((_, part) => `set${part}(message, value);`)),
    '  return message.build();',
    '}',
    ...(inOne ? [] : pieces).flatMap((piece, part) => [
      '',
      `private static void set${part}(${type}.Builder message, ${bean} value) {`,
      ...indent(piece.flat()),
      '}',
    ]),
  ];
}

/**
 * @param {string} record
 * @param {readonly Field[]} fields
 * @param {Sides} sides
 */
function recordReader(record, fields, sides) {
  const bean = className(sides.beans, record);
  const type = sides.messages.of({ kind: 'record', name: record });
  const accessors = messageAccessors(fields);
  const statements = javaProperties(fields, sides.beans).map(({ field, setter }, index) => {
    const name = accessors[index] ?? '';
    const get = getField(field, name, (value) => `value.${setter}(${value});`, sides);
    const begin = field.presence === 'required' ? '{' : `if (message.has${name}()) {`;
    return [begin, ...indent(get), '}'];
  });
  const pieces = parts(statements);
  const inOne = pieces.length === 1;
  return [
    '',
    `private static ${bean} toValue(${type} message) {`,
    `  ${bean} value = new ${bean}();`,
    ...indent(inOne ? statements.flat() : pieces.map((_, part) => `get${part}(message, value);`)),
    '  return value;',
    '}',
    ...(inOne ? [] : pieces).flatMap((piece, part) => [
      '',
      `private static void get${part}(${type} message, ${bean} value) {`,
      ...indent(piece.flat()),
      '}',
    ]),
  ];
}
