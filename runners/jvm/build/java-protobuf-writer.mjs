import { indent, javaType } from './java-names.mjs';
import { isCollection, isRepeated } from './java-protobuf-names.mjs';

/**
 * @typedef {import('./java-names.mjs').Field} Field
 * @typedef {import('./java-names.mjs').Type} Type
 * @typedef {import('./java-protobuf.mjs').Sides} Sides
 */

export const AS_THEY_ARE = new Set(['boolean', 'int32', 'int64', 'double', 'string']);

/**
 * Returns Java statements that set a field of the builder `message` to a variable that isn't null.
 * @param {Field} field
 * @param {string} variable
 * @param {string} name of the field in accessors
 * @param {Sides} sides
 */
export function setField(field, variable, name, sides) {
  if (isRepeated(field)) return addAll(field.type, variable, 'message', name, sides, 0);
  const setter = `set${name}${suffix(field.type)}`;
  return toProto(field.type, variable, (value) => `message.${setter}(${value});`, sides, 0);
}

/**
 * @param {Type} type
 * @param {string} expression
 * @param {string} builder
 * @param {string} name
 * @param {Sides} sides
 * @param {number} depth
 * @returns {string[]}
 */
function addAll(type, expression, builder, name, sides, depth) {
  if (type.kind === 'list') {
    const { element } = type;
    if (AS_THEY_ARE.has(element.kind)) return [`${builder}.addAll${name}(${expression});`];
    const item = `item${depth}`;
    const adder = `add${name}${suffix(element)}`;
    return [
      `for (${javaType(element, sides.beans, true)} ${item} : ${expression}) {`,
      ...indent(toProto(element, item, (value) => `${builder}.${adder}(${value});`, sides, depth + 1)),
      '}',
    ];
  }
  if (type.kind !== 'map') throw new Error(`${type.kind} is no list or map`);
  if (AS_THEY_ARE.has(type.value.kind)) return [`${builder}.putAll${name}(${expression});`];
  const entry = `entry${depth}`;
  const put = `${builder}.put${name}${suffix(type.value)}`;
  return [
    `for (Map.Entry<String, ${javaType(type.value, sides.beans, true)}> ${entry} : ${expression}.entrySet()) {`,
    ...indent(
      toProto(
        type.value,
        `${entry}.getValue()`,
        (value) => `${put}(${entry}.getKey(), ${value});`,
        sides,
        depth + 1,
      ),
    ),
    '}',
  ];
}

/**
 * @param {Type} type
 * @param {string} expression
 * @param {(expression: string) => string} use
 * @param {Sides} sides
 * @param {number} depth
 * @returns {string[]}
 */
function toProto(type, expression, use, sides, depth) {
  if (!isCollection(type)) return [use(scalar(type, expression))];
  const wrapper = sides.messages.of(type);
  const builder = `wrapper${depth}`;
  return [
    `${wrapper}.Builder ${builder} = ${wrapper}.newBuilder();`,
    ...addAll(type, expression, builder, 'Values', sides, depth),
    use(`${builder}.build()`),
  ];
}

/**
 * @param {Type} type
 * @param {string} expression
 */
function scalar(type, expression) {
  switch (type.kind) {
    case 'record':
      return `toMessage(${expression})`;
    case 'enum':
      return `${expression}.ordinal() + 1`;
    case 'instant':
      return `${expression}.toEpochMilli()`;
    case 'uuid':
      return `${expression}.toString()`;
    case 'bytes':
      return `ByteString.copyFrom(${expression})`;
    case 'any':
      return `ProtobufAny.toMessage(${expression})`;
    default:
      return expression;
  }
}

/**
 * Returns the suffix of accessors for a type. For an enum it is `Value`: these accessors use the enum's number, without
 * looking up a constant.
 * @param {Type} type
 */
export function suffix(type) {
  return type.kind === 'enum' ? 'Value' : '';
}
