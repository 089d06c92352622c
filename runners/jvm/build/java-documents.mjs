/**
 * Generates the Java class `Documents`, which converts fixtures (documents in a neutral binary format, docs/PROTOCOL.md,
 * "Frames and fixtures") to a dataset's JavaBeans and back.
 */
import {
  className,
  indent,
  javaImports,
  javaProperties,
  javaString,
  javaType,
  parts,
} from './java-names.mjs';

/**
 * @typedef {import('./java-names.mjs').Field} Field
 * @typedef {import('./java-names.mjs').JavaNames} JavaNames
 * @typedef {import('./java-names.mjs').Model} Model
 * @typedef {import('./java-names.mjs').Property} Property
 * @typedef {import('./java-names.mjs').Type} Type
 * @typedef {ReadonlyMap<string, string>} Types
 */

/**
 * @param {Model} model
 * @param {JavaNames} names
 */
export function documents(model, names) {
  const { root, types } = names;
  return [
    ...javaImports(names, [
      'java.io.IOException',
      'wiremark.kit.FixtureReader',
      'wiremark.kit.FixtureWriter',
      'wiremark.kit.Model',
      'wiremark.kit.Walk',
    ]),
    '',
    `public final class Documents implements Model<${root}> {`,
    ...indent([
      '@Override',
      `public ${root} read(FixtureReader in) throws IOException {`,
      ...indent(readStatements(model.root, types, (value) => `return ${value};`)),
      '}',
      '',
      '@Override',
      `public void write(FixtureWriter out, ${root} value) throws IOException {`,
      ...indent(writeStatements(model.root, types, 'value', true)),
      '}',
      '',
      '@Override',
      `public Walk<${root}> walk() {`,
      '  return new DocumentWalk();',
      '}',
    ]),
    ...[...model.records].flatMap(([record, fields]) => {
      const properties = javaProperties(fields, types);
      const name = className(types, record);
      return indent([...reader(name, properties, types), ...writer(name, properties, types)]);
    }),
    ...[...model.enums.keys()].flatMap((name) => indent(enumReader(className(types, name)))),
    '}',
  ];
}

const READERS = /** @type {const} */ ({
  boolean: 'readBoolean',
  int32: 'readInt32',
  int64: 'readInt64',
  double: 'readDouble',
  string: 'readString',
  instant: 'readInstant',
  uuid: 'readUuid',
  bytes: 'readBytes',
  any: 'readAny',
});

/**
 * Returns Java methods that read a record: one for the record, and one for each group of at most 50 fields
 * (FIELDS_PER_METHOD). A group's method reads the field with the given name, or returns false if the group doesn't have it.
 * @param {string} name
 * @param {readonly Property[]} properties
 * @param {Types} types
 */
function reader(name, properties, types) {
  const pieces = parts(properties);
  const methods = pieces.flatMap((piece, part) => [
    '',
    `private static boolean read${name}_${part}(FixtureReader in, String name, ${name} value) throws IOException {`,
    '  switch (name) {',
    ...indent(
      piece.flatMap((property) => readCase(property, types)),
      2,
    ),
    '    default -> {',
    '      return false;',
    '    }',
    '  }',
    // Without cases, javac would reject this line as unreachable.
    ...(piece.length === 0 ? [] : ['  return true;']),
    '}',
  ]);
  const tries = pieces.map((_, part) => `!read${name}_${part}(in, name, value)`);
  return [
    '',
    `private static ${name} read${name}(FixtureReader in) throws IOException {`,
    `  ${name} value = new ${name}();`,
    '  for (int left = in.record(); left > 0; left--) {',
    '    String name = in.name();',
    `    if (${tries.join(' && ')}) {`,
    `      throw new IOException("fixture: ${name} has no " + name);`,
    '    }',
    '  }',
    '  return value;',
    '}',
    ...methods,
  ];
}

/**
 * @param {Property} property
 * @param {Types} types
 */
function readCase({ field, setter }, types) {
  const read = readStatements(field.type, types, (value) => `value.${setter}(${value});`);
  const guarded = field.presence === 'required' ? read : ['if (!in.readNull()) {', ...indent(read), '}'];
  return [`case ${javaString(field.name)} -> {`, ...indent(guarded), '}'];
}

/**
 * Returns Java statements that read a value. The last is the result of `use`, called with an expression for the value.
 * @param {Type} type
 * @param {Types} types
 * @param {(expression: string) => string} use
 * @returns {string[]}
 */
function readStatements(type, types, use, depth = 0) {
  const [all, count, i] = [`all${depth}`, `count${depth}`, `i${depth}`];
  if (type.kind === 'list') {
    return [
      `int ${count} = in.list();`,
      `${javaType(type, types, true)} ${all} = new ArrayList<>(${count});`,
      `for (int ${i} = 0; ${i} < ${count}; ${i}++) {`,
      ...indent(readStatements(type.element, types, (value) => `${all}.add(${value});`, depth + 1)),
      '}',
      use(all),
    ];
  }
  if (type.kind === 'map') {
    const key = `key${depth}`;
    return [
      `int ${count} = in.map();`,
      `${javaType(type, types, true)} ${all} = new LinkedHashMap<>();`,
      `for (int ${i} = 0; ${i} < ${count}; ${i}++) {`,
      `  String ${key} = in.name();`,
      ...indent(readStatements(type.value, types, (value) => `${all}.put(${key}, ${value});`, depth + 1)),
      '}',
      use(all),
    ];
  }
  if (type.kind === 'record' || type.kind === 'enum') return [use(`read${className(types, type.name)}(in)`)];
  return [use(`in.${READERS[type.kind]}()`)];
}

/** @param {string} name */
function enumReader(name) {
  return [
    '',
    `private static ${name} read${name}(FixtureReader in) throws IOException {`,
    '  String text = in.readString();',
    `  for (${name} value : ${name}.values()) {`,
    '    if (value.text().equals(text)) {',
    '      return value;',
    '    }',
    '  }',
    `  throw new IOException("fixture: ${name} has no " + text);`,
    '}',
  ];
}

/**
 * @param {string} name
 * @param {readonly Property[]} properties
 * @param {Types} types
 */
function writer(name, properties, types) {
  const pieces = parts(properties);
  const methods = pieces.flatMap((piece, part) => [
    '',
    `private static void write${name}_${part}(FixtureWriter out, ${name} value) throws IOException {`,
    ...piece.flatMap(({ field, getter }) =>
      indent([
        `out.name(${javaString(field.name)});`,
        ...writeStatements(field.type, types, `value.${getter}()`, field.presence !== 'required'),
      ]),
    ),
    '}',
  ]);
  return [
    '',
    `private static void write${name}(FixtureWriter out, ${name} value) throws IOException {`,
    '  if (value == null) {',
    '    out.writeNull();',
    '    return;',
    '  }',
    `  out.record(value, ${name}.class, ${properties.length});`,
    ...indent(pieces.map((_, part) => `write${name}_${part}(out, value);`)),
    '}',
    ...methods,
  ];
}

/**
 * Returns Java statements that write the value of `expression`, which may be null. A boolean or number may be null only if
 * `boxed` is true.
 * @param {Type} type
 * @param {Types} types
 * @param {string} expression
 * @param {boolean} boxed
 * @returns {string[]}
 */
function writeStatements(type, types, expression, boxed, depth = 0) {
  const [item, entry] = [`item${depth}`, `entry${depth}`];
  switch (type.kind) {
    case 'record':
      return [`write${className(types, type.name)}(out, ${expression});`];
    case 'list':
      return writeUnlessNull(expression, [
        `out.list(${expression});`,
        `for (${javaType(type.element, types, true)} ${item} : ${expression}) {`,
        ...indent(writeStatements(type.element, types, item, true, depth + 1)),
        '}',
      ]);
    case 'map':
      return writeUnlessNull(expression, [
        `out.map(${expression});`,
        `for (Map.Entry<String, ${javaType(type.value, types, true)}> ${entry} : ${expression}.entrySet()) {`,
        `  out.name(${entry}.getKey());`,
        ...indent(writeStatements(type.value, types, `${entry}.getValue()`, true, depth + 1)),
        '}',
      ]);
    case 'enum':
      return [`out.writeString(${expression} == null ? null : ${expression}.text());`];
    default: {
      const write = `out.${READERS[type.kind].replace('read', 'write')}(${expression});`;
      const primitive = ['boolean', 'int32', 'int64', 'double'].includes(type.kind);
      return boxed && primitive ? writeUnlessNull(expression, [write]) : [write];
    }
  }
}

/**
 * @param {string} expression
 * @param {readonly string[]} write
 */
function writeUnlessNull(expression, write) {
  return [`if (${expression} == null) {`, '  out.writeNull();', '} else {', ...indent(write), '}'];
}
