import { className, indent, javaString, javaType, parts } from './java-names.mjs';

/**
 * @typedef {import('./java-names.mjs').Property} Property
 * @typedef {import('./java-names.mjs').Type} Type
 * @typedef {ReadonlyMap<string, string>} Types
 */

/**
 * @param {string} name
 * @param {readonly Property[]} properties
 * @param {Types} types
 */
export function recordWriter(name, properties, types) {
  const fields = properties.map((property, index) => {
    const before = `${index === 0 ? '{' : ','}${JSON.stringify(property.field.name)}:`;
    return [`out.raw(${javaString(before)});`, ...writeProperty(property, types)];
  });
  const end = properties.length === 0 ? 'out.raw("{}");' : "out.raw('}');";
  const pieces = parts(fields);
  if (pieces.length === 1) return method(name, name, [...fields.flat(), end]);
  return [
    ...method(name, name, [...pieces.map((_, part) => `write${name}_${part}(out, value);`), end]),
    ...pieces.flatMap((piece, part) => method(`${name}_${part}`, name, piece.flat())),
  ];
}

/**
 * @param {string} suffix end of the method's name
 * @param {string} type
 * @param {readonly string[]} lines
 */
function method(suffix, type, lines) {
  return ['', `private static void write${suffix}(JsonWriter out, ${type} value) {`, ...indent(lines), '}'];
}

/**
 * @param {Property} property
 * @param {Types} types
 */
function writeProperty({ field, type, getter, identifier }, types) {
  const variable = `${identifier}Value`;
  const get = `${type} ${variable} = value.${getter}();`;
  const write = writeStatements(field.type, types, variable);
  if (field.presence === 'required') return ['{', ...indent([get, ...write]), '}'];
  return [
    '{',
    ...indent([get, `if (${variable} == null) {`, '  out.nullValue();', '} else {', ...indent(write), '}']),
    '}',
  ];
}

const WRITERS = /** @type {const} */ ({
  boolean: 'bool',
  int32: 'integer',
  int64: 'integer',
  double: 'number',
  string: 'string',
  instant: 'instant',
  uuid: 'uuid',
  bytes: 'bytes',
  any: 'any',
});

/**
 * @param {Type} type
 * @param {Types} types
 * @param {string} expression
 * @returns {string[]}
 */
export function writeStatements(type, types, expression, depth = 0) {
  switch (type.kind) {
    case 'record':
      return [`write${className(types, type.name)}(out, ${expression});`];
    case 'enum':
      return [`out.raw(${className(types, type.name)}_TEXTS[${expression}.ordinal()]);`];
    case 'list':
      return writeList(type.element, types, expression, depth);
    case 'map':
      return writeMap(type.value, types, expression, depth);
    // The cast unboxes an Integer or Long, and selects the method for int or long.
    case 'int32':
      return [`out.integer((int) ${expression});`];
    case 'int64':
      return [`out.integer((long) ${expression});`];
    default:
      return [`out.${WRITERS[type.kind]}(${expression});`];
  }
}

/**
 * @param {Type} type of the elements
 * @param {Types} types
 * @param {string} expression
 * @param {number} depth
 */
function writeList(type, types, expression, depth) {
  const [i, size, element] = [`i${depth}`, `size${depth}`, `element${depth}`];
  return [
    "out.raw('[');",
    `for (int ${i} = 0, ${size} = ${expression}.size(); ${i} < ${size}; ${i}++) {`,
    `  if (${i} > 0) {`,
    "    out.raw(',');",
    '  }',
    `  ${javaType(type, types, true)} ${element} = ${expression}.get(${i});`,
    ...indent(writeStatements(type, types, element, depth + 1)),
    '}',
    "out.raw(']');",
  ];
}

/**
 * @param {Type} type of the values
 * @param {Types} types
 * @param {string} expression
 * @param {number} depth
 */
function writeMap(type, types, expression, depth) {
  const [before, entry, element] = [`before${depth}`, `entry${depth}`, `element${depth}`];
  const value = javaType(type, types, true);
  return [
    `char ${before} = '{';`,
    `for (Map.Entry<String, ${value}> ${entry} : ${expression}.entrySet()) {`,
    `  out.key(${before}, ${entry}.getKey());`,
    `  ${before} = ',';`,
    `  ${value} ${element} = ${entry}.getValue();`,
    ...indent(writeStatements(type, types, element, depth + 1)),
    '}',
    `out.raw(${before} == ',' ? "}" : "{}");`,
  ];
}
