import { safeName, safeNames } from '../../build-kit/names.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 *
 * @typedef {object} Property
 * @property {Field} field
 * @property {string} name in C#: `FirstName`
 * @property {string} type in C#, with `?` if it may be null: `List<Models.User>`, `int?`
 *
 * @typedef {{ text: string, name: string }} Member a value of an enum and its name in C#
 *
 * @typedef {object} Names
 * @property {string} root the C# type of a document
 * @property {(name: string) => string} classOf the C# name of a record or an enum, without namespace
 * @property {ReadonlyMap<string, readonly Property[]>} records by their names in the model
 * @property {ReadonlyMap<string, readonly Member[]>} enums by their names in the model
 * @property {(type: Type) => string} typeOf a type in C#. Records and enums have their namespace, `Models.User`, because a
 *   `using` would hide types of .NET with the same names
 */

/** Members that every C# class or enum has. A property or constant with such a name gets `_` appended. */
const MEMBERS = new Set(
  'Equals Finalize GetHashCode GetType MemberwiseClone ReferenceEquals ToString value__'.split(' '),
);

/**
 * Names that the file of the model uses for other types, or that code from System.Text.Json's source generator uses for its
 * members or for types of .NET. A record or enum with such a name gets `_` appended.
 */
const TYPES = new Set(
  `Boolean Byte Context DateTime Default Dictionary Double GetTypeInfo Guid Int32 Int64 List Object Options Reader String System
  Wiremark Writer`.split(/\s+/),
);

const SCALARS = {
  boolean: 'bool',
  int32: 'int',
  int64: 'long',
  double: 'double',
  string: 'string',
  uuid: 'Guid',
  instant: 'DateTime',
  bytes: 'byte[]',
  any: 'object?',
};

/** @type {(model: Model) => Names} */
export function namesOf(model) {
  const classOf = (/** @type {string} */ name) => (TYPES.has(name) ? `${name}_` : name);
  /** @type {(type: Type) => string} */
  const typeOf = (type) => {
    if (type.kind === 'list') return `List<${typeOf(type.element)}>`;
    if (type.kind === 'map') return `Dictionary<string, ${typeOf(type.value)}>`;
    return type.kind === 'record' || type.kind === 'enum'
      ? `Models.${classOf(type.name)}`
      : SCALARS[type.kind];
  };
  const records = [...model.records].map(([record, fields]) => {
    const names = memberNames(
      fields.map(({ name }) => name),
      classOf(record),
    );
    const properties = fields.map((field, index) => {
      const isNullable = field.presence !== 'required' && field.type.kind !== 'any';
      const type = typeOf(field.type) + (isNullable ? '?' : '');
      return { field, name: /** @type {string} */ (names[index]), type };
    });
    return /** @type {const} */ ([record, properties]);
  });
  const enums = [...model.enums].map(([name, values]) => {
    const names = memberNames(values);
    const members = values.map((text, index) => ({ text, name: /** @type {string} */ (names[index]) }));
    return /** @type {const} */ ([name, members]);
  });
  return { root: typeOf(model.root), classOf, typeOf, records: new Map(records), enums: new Map(enums) };
}

/** @type {(names: readonly string[], owner?: string) => string[]} */
function memberNames(names, owner) {
  return safeNames(names.map(pascalCase)).map((name) =>
    MEMBERS.has(name) || name === owner ? `${name}_` : name,
  );
}

/** @param {string} name `first_name`, `first-name` and `firstName` become `FirstName` */
function pascalCase(name) {
  const words = safeName(name.replace(/[-. ]/g, '_')).split('_');
  const spelled = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(spelled) ? `_${spelled}` : spelled;
}

/** @param {string} text becomes a C# string literal, in ASCII and with quotes */
export function literal(text) {
  const escaped = text.replace(/[^ !#-[\]-~]/gu, (character) => {
    if (character === '"' || character === '\\') return `\\${character}`;
    return `\\U${/** @type {number} */ (character.codePointAt(0)).toString(16).padStart(8, '0')}`;
  });
  return `"${escaped}"`;
}

/** @type {(lines: readonly string[]) => string[]} */
export const indent = (lines) => lines.map((line) => (line === '' ? '' : `    ${line}`));

/** @type {(lines: readonly string[]) => string[]} */
export const block = (lines) => ['{', ...indent(lines), '}'];

/**
 * Splits fields into groups, one for each generated method (at least one): the JIT compiler doesn't optimize very large
 * methods.
 * @type {<T>(fields: readonly T[], most?: number) => T[][]}
 */
export function inParts(fields, most = 50) {
  const count = Math.max(1, Math.ceil(fields.length / most));
  return Array.from({ length: count }, (_, part) => fields.slice(part * most, (part + 1) * most));
}

export const METHODS = {
  boolean: 'Boolean',
  int32: 'Int32',
  int64: 'Int64',
  double: 'Double',
  string: 'String',
  uuid: 'Guid',
  instant: 'Instant',
  bytes: 'Bytes',
  any: 'Any',
};

/**
 * @typedef {object} Reading C# code with which generated methods call a reader
 * @property {string} reader name of the variable that has the reader
 * @property {string} argument this variable as an argument of a call, such as `ref r`
 * @property {string} key expression that reads the key of a map's next entry
 * @property {(kind: 'list' | 'map', depth: number) => string} loop head of a loop over the items of a list or map
 */

/**
 * Returns C# statements that read a value. The last statement is the result of `use`, called with an expression for the value.
 * @type {(type: Type, names: Names, reading: Reading, use: (expression: string) => string, depth?: number) => string[]}
 */
export function read(type, names, reading, use, depth = 0) {
  const [all, key] = [`all${depth}`, `key${depth}`];
  if (type.kind === 'record' || type.kind === 'enum')
    return [use(`Read${names.classOf(type.name)}(${reading.argument})`)];
  if (type.kind !== 'list' && type.kind !== 'map') return [use(`${reading.reader}.${METHODS[type.kind]}()`)];
  const each =
    type.kind === 'list'
      ? read(type.element, names, reading, (value) => `${all}.Add(${value});`, depth + 1)
      : [
          `var ${key} = ${reading.key};`,
          ...read(type.value, names, reading, (value) => `${all}[${key}] = ${value};`, depth + 1),
        ];
  return [
    `var ${all} = new ${names.typeOf(type)}();`,
    reading.loop(type.kind, depth),
    ...block(each),
    use(all),
  ];
}

/**
 * @typedef {object} Visiting functions that return C# statements which write or count a value
 * @property {(type: string, value: string) => string} record
 * @property {(kind: keyof typeof METHODS | 'enum', value: string) => string[]} leaf
 * @property {(kind: 'list' | 'map', value: string, depth: number) => string[]} before the loop over the items of a list or map
 * @property {(kind: 'list' | 'map', key: string, depth: number) => string[]} each at the beginning of the loop's body
 * @property {(kind: 'list' | 'map', depth: number) => string[]} after the loop
 */

/** @type {(type: Type, value: string, names: Names, visiting: Visiting, depth?: number) => string[]} */
export function visit(type, value, names, visiting, depth = 0) {
  if (type.kind === 'record') return [visiting.record(names.classOf(type.name), value)];
  if (type.kind !== 'list' && type.kind !== 'map') return visiting.leaf(type.kind, value);
  const [item, key] = [`item${depth}`, `key${depth}`];
  const [variable, of] =
    type.kind === 'list' ? [item, type.element] : /** @type {const} */ ([`(${key}, ${item})`, type.value]);
  return [
    ...visiting.before(type.kind, value, depth),
    `foreach (var ${variable} in ${value})`,
    ...block([...visiting.each(type.kind, key, depth), ...visit(of, item, names, visiting, depth + 1)]),
    ...visiting.after(type.kind, depth),
  ];
}

/**
 * Returns the C# statements of `lines` for the value of a property. If the property isn't required, wraps them in an `if`: for
 * null, the statement `ifNull` is executed instead, or nothing if it is empty. `index` makes the name of a variable unique.
 * @type {(property: Property, index: number, lines: (value: string) => string[], ifNull: string) => string[]}
 */
export function unlessNull({ field, name }, index, lines, ifNull) {
  if (field.presence === 'required') return block(lines(`value.${name}`));
  const otherwise = ifNull === '' ? [] : ['else', `    ${ifNull}`];
  return [`if (value.${name} is { } given${index})`, ...block(lines(`given${index}`)), ...otherwise];
}

/**
 * Returns two C# methods for each enum: one converts a value to text, the other reads a value.
 * @param {Names} names
 * @param {(text: string) => string} spelled returns the C# literal for the text of a value
 * @param {{ parameter: string, text: string, wrong: (type: string) => string }} reader of the second method: its
 *   parameter, the expression that reads a text, and the exception for an unknown text
 */
export function enumMethods({ enums, classOf }, spelled, reader) {
  return [...enums].flatMap(([name, members]) => {
    const type = classOf(name);
    return [
      '',
      `private static string Text(Models.${type} value) => value switch`,
      '{',
      ...indent(members.map((member) => `Models.${type}.${member.name} => ${spelled(member.text)},`)),
      `    _ => throw new Wiremark.Kit.MismatchException($"${type} has no value {(int)value}"),`,
      '};',
      '',
      `private static Models.${type} Read${type}(${reader.parameter}) => ${reader.text} switch`,
      '{',
      ...indent(members.map((member) => `${literal(member.text)} => Models.${type}.${member.name},`)),
      `    _ => throw ${reader.wrong(type)},`,
      '};',
    ];
  });
}
