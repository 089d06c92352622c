/** The look at one place of a document (docs/PROTOCOL.md, "Checksums") for the generated JavaBeans. */
import { className, indent, javaImports, javaProperties, javaType, parts } from './java-names.mjs';

/**
 * @typedef {import('./java-names.mjs').Property} Property
 * @typedef {import('./java-names.mjs').Type} Type
 * @typedef {ReadonlyMap<string, string>} Types
 */

/**
 * Class `DocumentSampling`, without its package.
 * @param {import('./java-names.mjs').Model} model
 * @param {import('./java-names.mjs').JavaNames} names
 */
export function documentSampling(model, names) {
  const { root, types } = names;
  return [
    ...javaImports(names, ['wiremark.kit.Sampling']),
    '',
    `public final class DocumentSampling implements Sampling<${root}> {`,
    ...indent([
      '@Override',
      `public int sample(${root} value, int way, int state) {`,
      ...indent(look(model.root, types, 'value', true)),
      '}',
    ]),
    ...[...model.records].flatMap(([record, fields]) =>
      indent(recordSampling(className(types, record), javaProperties(fields, types), types)),
    ),
    '}',
  ];
}

/**
 * @param {string} name
 * @param {readonly Property[]} properties
 * @param {Types} types
 */
function recordSampling(name, properties, types) {
  const count = properties.length;
  if (count === 0) {
    return method(`sample${name}(${name} value, int way, int state)`, [
      'return value == null ? Sampling.NULL : Sampling.NO_FIELDS;',
    ]);
  }
  const pieces = parts(properties);
  let next = 0;
  const numbered = pieces.map((piece) => piece.map((property) => ({ property, number: next++ })));
  const calls = numbered.map((piece, part) => {
    const call = `return sample${name}_${part}(value, field, Sampling.step(way), state);`;
    return part === pieces.length - 1
      ? [call]
      : [`if (field <= ${piece.at(-1)?.number}) {`, `  ${call}`, '}'];
  });
  return [
    ...method(`sample${name}(${name} value, int way, int state)`, [
      'if (value == null) {',
      '  return Sampling.NULL;',
      '}',
      `int field = Sampling.place(way, ${count});`,
      ...calls.flat(),
    ]),
    ...numbered.flatMap((piece, part) =>
      method(`sample${name}_${part}(${name} value, int field, int way, int state)`, [
        'switch (field) {',
        ...indent(piece.flatMap(({ property, number }) => fieldCase(property, number, types))),
        '  default:',
        '    throw new IllegalArgumentException();',
        '}',
      ]),
    ),
  ];
}

/**
 * @param {string} signature
 * @param {readonly string[]} lines
 */
function method(signature, lines) {
  return ['', `private static int ${signature} {`, ...indent(lines), '}'];
}

/**
 * @param {Property} property
 * @param {number} number
 * @param {Types} types
 */
function fieldCase({ field, getter, type }, number, types) {
  const isNullable = field.presence !== 'required';
  return [
    `case ${number}: {`,
    ...indent([`${type} found = value.${getter}();`, ...look(field.type, types, 'found', isNullable)]),
    '}',
  ];
}

/**
 * Statements that return what a variable holds.
 * @param {Type} type
 * @param {Types} types
 * @param {string} variable
 * @param {boolean} boxed
 * @param {string} before what is added to it
 * @returns {string[]}
 */
function look(type, types, variable, boxed, before = '', depth = 0) {
  /** @param {string} expression */
  const result = (expression) => `return ${before}${expression};`;
  if (type.kind === 'list') {
    const [size, item] = [`size${depth}`, `item${depth}`];
    return [
      `if (${variable} == null) {`,
      `  ${result('Sampling.NULL')}`,
      '}',
      `int ${size} = ${variable}.size();`,
      `if (${size} == 0) {`,
      `  ${result('Sampling.EMPTY_LIST')}`,
      '}',
      `${javaType(type.element, types, true)} ${item} = ${variable}.get(Sampling.place(way, ${size}));`,
      'way = Sampling.step(way);',
      ...look(type.element, types, item, true, `${before}${size} + `, depth + 1),
    ];
  }
  const primitive = PRIMITIVES[type.kind];
  if (primitive === undefined) return [result(objectLook(type, types, variable))];
  const lines = [result(`Sampling.${primitive}(${variable})`)];
  return boxed ? [`if (${variable} == null) {`, `  ${result('Sampling.NULL')}`, '}', ...lines] : lines;
}

/**
 * What is looked at in a value that may be null.
 * @param {Type} type
 * @param {Types} types
 * @param {string} variable
 */
function objectLook(type, types, variable) {
  switch (type.kind) {
    case 'record':
      return `sample${className(types, type.name)}(${variable}, way, state)`;
    case 'enum':
      return `(${variable} == null ? Sampling.NULL : ${variable}.text().length())`;
    case 'string':
      return `Sampling.text(${variable}, state)`;
    case 'bytes':
      return `Sampling.bytes(${variable}, state)`;
    case 'any':
      return `Sampling.any(${variable}, way, state)`;
    default:
      return `Sampling.${type.kind}(${variable})`;
  }
}

/** @type {Readonly<Record<string, string>>} */
const PRIMITIVES = { boolean: 'truth', int32: 'integer', int64: 'integer', double: 'number' };
