import { className, FIELDS_PER_METHOD, indent, javaType, parts } from './java-names.mjs';

/**
 * @typedef {import('./java-names.mjs').Property} Property
 * @typedef {import('./java-names.mjs').Type} Type
 * @typedef {ReadonlyMap<string, string>} Types
 */

/**
 * Returns Java methods that read a record. They accept fields in any order, and are fastest for the schema's order.
 * @param {string} name
 * @param {readonly Property[]} properties
 * @param {Types} types
 */
export function recordReader(name, properties, types) {
  const cases = properties.map((property, index) => readCase(property, types, index));
  const pieces = parts(cases);
  const inOne = pieces.length === 1;
  const choice = inOne
    ? ['switch (field) {', ...indent([...cases.flat(), 'default -> in.skip();']), '}']
    : [
        `switch (field < 0 ? -1 : field / ${FIELDS_PER_METHOD}) {`,
        ...indent(pieces.map((_, part) => `case ${part} -> read${name}_${part}(in, value, field);`)),
        '  default -> in.skip();',
        '}',
      ];
  const methods = pieces.flatMap((piece, part) => [
    '',
    `private static void read${name}_${part}(JsonReader in, ${name} value, int field) {`,
    '  switch (field) {',
    ...indent([...piece.flat(), 'default -> in.skip();'], 2),
    '  }',
    '}',
  ]);
  const required = properties.flatMap(({ field }, index) => (field.presence === 'optional' ? [] : [index]));
  // Each variable `seenN` is a long with a bit for each of 64 fields, set once the field is read. A variable is omitted
  // if all of its fields are optional.
  const words = [...new Set(required.map((index) => index >> 6))];
  const bits = (/** @type {number} */ word) =>
    required
      .filter((index) => index >> 6 === word)
      .reduce((sum, index) => sum | (1n << BigInt(index & 63)), 0n);
  return [
    '',
    `private static ${name} read${name}(JsonReader in) {`,
    `  ${name} value = new ${name}();`,
    ...words.map((word) => `  long seen${word} = 0;`),
    '  if (in.beginObject()) {',
    '    int guess = 0;',
    '    do {',
    `      int field = in.field(${name}_NAMES, guess);`,
    ...indent(choice, 3),
    ...words.map((word) => `      if (field >> 6 == ${word}) seen${word} |= 1L << field;`),
    '      guess = field + 1;',
    '    } while (in.moreFields());',
    '  }',
    ...words.map(
      (word) => `  in.require(${name}_NAMES, ${word * 64}, 0x${bits(word).toString(16)}L & ~seen${word});`,
    ),
    '  return value;',
    '}',
    ...(inOne ? [] : methods),
  ];
}

/**
 * @param {Property} property
 * @param {Types} types
 * @param {number} index
 */
function readCase({ field, setter }, types, index) {
  const read = readStatements(field.type, types, (value) => `value.${setter}(${value});`);
  const guarded =
    field.presence === 'required'
      ? read
      : ['if (in.readNull()) {', `  value.${setter}(null);`, '} else {', ...indent(read), '}'];
  return [`case ${index} -> {`, ...indent(guarded), '}'];
}

const READERS = /** @type {const} */ ({
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
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
 * @param {(expression: string) => string} use
 * @returns {string[]}
 */
export function readStatements(type, types, use, depth = 0) {
  const [all, key] = [`all${depth}`, `key${depth}`];
  switch (type.kind) {
    case 'record':
      return [use(`read${className(types, type.name)}(in)`)];
    case 'enum': {
      const name = className(types, type.name);
      return [use(`${name}_VALUES[in.choice(${name}_NAMES)]`)];
    }
    case 'list':
      return [
        `${javaType(type, types, true)} ${all} = new ArrayList<>();`,
        'if (in.beginList()) {',
        '  do {',
        ...indent(
          readStatements(type.element, types, (value) => `${all}.add(${value});`, depth + 1),
          2,
        ),
        '  } while (in.moreValues());',
        '}',
        use(all),
      ];
    case 'map':
      return [
        `${javaType(type, types, true)} ${all} = new LinkedHashMap<>();`,
        'if (in.beginObject()) {',
        '  do {',
        `    String ${key} = in.key();`,
        ...indent(
          readStatements(type.value, types, (value) => `${all}.put(${key}, ${value});`, depth + 1),
          2,
        ),
        '  } while (in.moreFields());',
        '}',
        use(all),
      ];
    default:
      return [use(`in.${READERS[type.kind]}()`)];
  }
}
