import { className, indent, javaType } from './java-names.mjs';
import { isCollection, isRepeated } from './java-protobuf-names.mjs';
import { AS_THEY_ARE, suffix } from './java-protobuf-writer.mjs';

/**
 * @typedef {import('./java-names.mjs').Field} Field
 * @typedef {import('./java-names.mjs').Type} Type
 * @typedef {import('./java-protobuf.mjs').Sides} Sides
 */

/**
 * Returns Java statements that get a field's value from the variable `message`. The last is the result of `use`, called with
 * an expression for the value.
 * @param {Field} field
 * @param {string} name of the field in accessors
 * @param {(expression: string) => string} use
 * @param {Sides} sides
 */
export function getField(field, name, use, sides) {
  if (isRepeated(field)) return copyAll(field.type, 'message', name, use, sides, 0);
  return fromProto(field.type, `message.get${name}${suffix(field.type)}()`, use, sides, 0);
}

/**
 * @param {Type} type
 * @param {string} message
 * @param {string} name
 * @param {(expression: string) => string} use
 * @param {Sides} sides
 * @param {number} depth
 * @returns {string[]}
 */
function copyAll(type, message, name, use, sides, depth) {
  const [all, source, item, entry] = [`all${depth}`, `source${depth}`, `item${depth}`, `entry${depth}`];
  const declared = javaType(type, sides.beans, true);
  if (type.kind === 'list') {
    const { element } = type;
    const from = `${message}.get${name}${suffix(element)}List()`;
    if (AS_THEY_ARE.has(element.kind)) return [use(`new ArrayList<>(${from})`)];
    const of = protoType(element, sides);
    return [
      `List<${of}> ${source} = ${from};`,
      `${declared} ${all} = new ArrayList<>(${source}.size());`,
      `for (${of} ${item} : ${source}) {`,
      ...indent(fromProto(element, item, (value) => `${all}.add(${value});`, sides, depth + 1)),
      '}',
      use(all),
    ];
  }
  if (type.kind !== 'map') throw new Error(`${type.kind} is no list or map`);
  const from = `${message}.get${name}${suffix(type.value)}Map()`;
  if (AS_THEY_ARE.has(type.value.kind)) return [use(`new LinkedHashMap<>(${from})`)];
  /** @param {string} value */
  const put = (value) => `${all}.put(${entry}.getKey(), ${value});`;
  return [
    `${declared} ${all} = new LinkedHashMap<>();`,
    `for (Map.Entry<String, ${protoType(type.value, sides)}> ${entry} : ${from}.entrySet()) {`,
    ...indent(fromProto(type.value, `${entry}.getValue()`, put, sides, depth + 1)),
    '}',
    use(all),
  ];
}

/**
 * @param {Type} type
 * @param {Sides} sides
 */
function protoType(type, sides) {
  switch (type.kind) {
    case 'list':
    case 'map':
    case 'record':
      return sides.messages.of(type);
    case 'enum':
      return 'Integer';
    case 'instant':
      return 'Long';
    case 'bytes':
      return 'ByteString';
    case 'any':
      return 'com.google.protobuf.Value';
    default:
      return 'String';
  }
}

/**
 * @param {Type} type
 * @param {string} expression
 * @param {(expression: string) => string} use
 * @param {Sides} sides
 * @param {number} depth
 * @returns {string[]}
 */
function fromProto(type, expression, use, sides, depth) {
  if (isCollection(type)) return copyAll(type, expression, 'Values', use, sides, depth);
  return [use(scalar(type, expression, sides))];
}

/**
 * @param {Type} type
 * @param {string} expression
 * @param {Sides} sides
 */
function scalar(type, expression, sides) {
  switch (type.kind) {
    case 'record':
      return `toValue(${expression})`;
    case 'enum':
      return `${className(sides.beans, type.name)}_VALUES[${expression} - 1]`;
    case 'instant':
      return `Instant.ofEpochMilli(${expression})`;
    case 'uuid':
      return `UUID.fromString(${expression})`;
    case 'bytes':
      return `${expression}.toByteArray()`;
    case 'any':
      return `ProtobufAny.toValue(${expression})`;
    default:
      return expression;
  }
}
