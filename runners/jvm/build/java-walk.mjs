/**
 * Generates the code of limit-walk (docs/PROTOCOL.md, "Limits"), which visits every object of a document and reads every
 * value. Of enums it reads the ordinal, and of strings, map keys and byte arrays the length.
 */
import { className, indent, javaImports, javaProperties, javaType, parts } from './java-names.mjs';

/**
 * @typedef {import('./java-names.mjs').Property} Property
 * @typedef {import('./java-names.mjs').Type} Type
 * @typedef {ReadonlyMap<string, string>} Types
 */

/**
 * @param {import('./java-names.mjs').Model} model
 * @param {import('./java-names.mjs').JavaNames} names
 */
export function documentWalk(model, names) {
  const { root, types } = names;
  return [
    ...javaImports(names, ['wiremark.kit.AnyWalk', 'wiremark.kit.Walk']),
    '',
    `public final class DocumentWalk implements Walk<${root}> {`,
    '  // Sum over all values that were read, so that the compiler cannot omit reading them.',
    '  private long read;',
    '  private final AnyWalk any = new AnyWalk();',
    ...indent(
      method(`@Override\npublic int walk(${root} value)`, visitStatements(model.root, types, 'value')),
    ),
    ...[...model.records].flatMap(([record, fields]) =>
      indent(recordWalk(className(types, record), javaProperties(fields, types), types)),
    ),
    '}',
  ];
}

/**
 * @param {string} name
 * @param {readonly Property[]} properties
 * @param {Types} types
 */
function recordWalk(name, properties, types) {
  const pieces = parts(properties);
  const [only, ...more] = pieces.map((piece) =>
    piece.flatMap((property, index) => visit(property, types, index)),
  );
  if (only === undefined || more.length === 0)
    return method(`private int walk${name}(${name} value)`, only ?? []);
  return [
    ...method(
      `private int walk${name}(${name} value)`,
      pieces.map((_, part) => `leaves += walk${name}_${part}(value);`),
    ),
    ...[only, ...more].flatMap((lines, part) =>
      method(`private int walk${name}_${part}(${name} value)`, lines),
    ),
  ];
}

/**
 * @param {string} signature
 * @param {readonly string[]} lines
 */
function method(signature, lines) {
  return [
    '',
    ...`${signature} {`.split('\n'),
    '  int leaves = 0;',
    '  long sum = 0;',
    ...indent(lines),
    '  read += sum;',
    '  return leaves;',
    '}',
  ];
}

/**
 * @param {Property} property
 * @param {Types} types
 * @param {number} index
 */
function visit({ field, getter, type }, types, index) {
  const local = `field${index}`;
  const lines = visitStatements(field.type, types, local);
  return [
    `${type} ${local} = value.${getter}();`,
    ...(field.presence === 'required' ? lines : [`if (${local} != null) {`, ...indent(lines), '}']),
  ];
}

/**
 * @param {Type} type
 * @param {Types} types
 * @param {string} variable
 * @returns {string[]}
 */
function visitStatements(type, types, variable, depth = 0) {
  const [i, size, item, entry] = [`i${depth}`, `size${depth}`, `item${depth}`, `entry${depth}`];
  switch (type.kind) {
    case 'record':
      return [`leaves += walk${className(types, type.name)}(${variable});`];
    case 'any':
      return [`leaves += any.walk(${variable});`];
    case 'list':
      return [
        `for (int ${i} = 0, ${size} = ${variable}.size(); ${i} < ${size}; ${i}++) {`,
        `  ${javaType(type.element, types, true)} ${item} = ${variable}.get(${i});`,
        ...indent(visitStatements(type.element, types, item, depth + 1)),
        '}',
      ];
    case 'map': {
      const value = javaType(type.value, types, true);
      return [
        `for (Map.Entry<String, ${value}> ${entry} : ${variable}.entrySet()) {`,
        `  sum += ${entry}.getKey().length();`,
        `  ${value} ${item} = ${entry}.getValue();`,
        ...indent(visitStatements(type.value, types, item, depth + 1)),
        '}',
      ];
    }
    default:
      return [`sum += ${READS[type.kind](variable)};`, 'leaves++;'];
  }
}

/** @type {Record<Exclude<Type['kind'], 'record' | 'list' | 'map' | 'any'>, (variable: string) => string>} */
const READS = {
  boolean: (variable) => `${variable} ? 1 : 0`,
  int32: (variable) => variable,
  int64: (variable) => variable,
  double: (variable) => `Double.doubleToRawLongBits(${variable})`,
  string: (variable) => `${variable}.length()`,
  enum: (variable) => `${variable}.ordinal()`,
  instant: (variable) => `${variable}.getEpochSecond() + ${variable}.getNano()`,
  uuid: (variable) => `${variable}.getMostSignificantBits() + ${variable}.getLeastSignificantBits()`,
  bytes: (variable) => `${variable}.length`,
};
