/** Generates what carries documents between fixtures and the model's classes, and the walk of limit-walk. */
import { block, indent, inParts, literal, METHODS, read } from './names.mjs';

/**
 * @typedef {import('./names.mjs').Names} Names
 * @typedef {import('./names.mjs').Property} Property
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {Exclude<Type['kind'], 'list' | 'map' | 'record'>} Leaf
 */

/**
 * Class `Wiremark.Generated.Documents`.
 * @param {Model} model
 * @param {Names} names
 */
export function documents(model, names) {
  const { root } = names;
  return [
    'using System;',
    'using System.Collections.Generic;',
    '',
    'namespace Wiremark.Generated;',
    '',
    'using Wiremark.Kit;',
    'using Wiremark.Models;',
    '',
    `public sealed class Documents : Documents<${root}>`,
    '{',
    ...indent([
      `public override ${root} Read(FixtureReader reader)`,
      ...block(read(model.root, names, READING, (value) => `return ${value};`)),
      '',
      `public override void Write(FixtureWriter writer, ${root} document)`,
      ...block(write(model.root, names, 'document', literal(model.dataset))),
      '',
      `public override long Walk(${root} document)`,
      ...block(['long leaves = 0, sum = 0;', ...walk(model.root, names, 'document'), ...WALKED]),
      '',
      '// The sum of all that was read: the compiler may leave nothing out.',
      'private static long total;',
      ...[...names.records.keys()].flatMap((record) => recordMethods(record, names)),
      ...[...names.enums.keys()].flatMap((name) => enumMethods(name, names)),
      ...ANY_WALK,
    ]),
    '}',
  ];
}

/** @type {import('./names.mjs').Reading} */
const READING = {
  reader: 'reader',
  argument: 'reader',
  key: 'reader.Name()',
  loop: (kind, depth) =>
    `for (var left${depth} = reader.${kind === 'list' ? 'List' : 'Map'}(); left${depth} > 0; left${depth}--)`,
};

const WALKED = ['total += sum;', 'return leaves;'];

const ANY_WALK = `
private static long WalkAny(object? value, ref long sum)
{
    long leaves = 0;
    switch (value)
    {
        case null: return 0;
        case bool truth: sum += truth ? 1 : 0; return 1;
        case double number: sum += BitConverter.DoubleToInt64Bits(number); return 1;
        case string text: sum += text.Length; return 1;
        case List<object?> list:
            foreach (var item in list)
                leaves += WalkAny(item, ref sum);
            return leaves;
        case Dictionary<string, object?> map:
            foreach (var (key, item) in map)
            {
                sum += key.Length;
                leaves += WalkAny(item, ref sum);
            }
            return leaves;
        default: throw new NotSupportedException($"limit-walk has no {value.GetType()}");
    }
}`.split('\n');

/**
 * @param {string} record
 * @param {Names} names
 */
function recordMethods(record, names) {
  const type = names.classOf(record);
  const properties = names.records.get(record) ?? [];
  const parts = inParts(properties);
  return [
    '',
    `private static ${type} Read${type}(FixtureReader reader)`,
    ...block([
      'var left = reader.Record();',
      `var value = new ${type}();`,
      ...properties.flatMap((property) => readField(property, names)),
      `if (left > 0) throw new InvalidOperationException("fixture: ${type} has another field");`,
      'return value;',
    ]),
    '',
    `private static void Write${type}(FixtureWriter writer, ${type} value)`,
    ...block([
      `writer.Record(${properties.length});`,
      ...properties.flatMap(({ field, name }) => [
        `writer.Name(${literal(field.name)}u8);`,
        ...unlessNull(
          field,
          `value.${name}`,
          ['writer.Null();'],
          write(field.type, names, given(field, `value.${name}`), literal(`${record}.${field.name}`)),
        ),
      ]),
    ]),
    '',
    `private static long Walk${type}(${type} value, ref long sum)`,
    ...block([
      'long leaves = 0;',
      ...(parts.length === 1
        ? walkFields(properties, names)
        : parts.map((_, part) => `leaves += Walk${type}_${part}(value, ref sum);`)),
      'return leaves;',
    ]),
    ...(parts.length === 1 ? [] : parts).flatMap((part, index) => [
      '',
      `private static long Walk${type}_${index}(${type} value, ref long sum)`,
      ...block(['long leaves = 0;', ...walkFields(part, names), 'return leaves;']),
    ]),
  ];
}

/**
 * @param {readonly Property[]} properties
 * @param {Names} names
 */
function walkFields(properties, names) {
  return properties.flatMap(({ field, name }) =>
    unlessNull(field, `value.${name}`, [], walk(field.type, names, given(field, `value.${name}`))),
  );
}

/**
 * @param {string} name
 * @param {Names} names
 */
function enumMethods(name, names) {
  const type = names.classOf(name);
  const members = names.enums.get(name) ?? [];
  return [
    '',
    `private static ${type} Read${type}(FixtureReader reader) => reader.String() switch`,
    '{',
    ...indent(members.map((member) => `${literal(member.text)} => ${type}.${member.name},`)),
    `    var text => throw new InvalidOperationException("fixture: ${type} has no " + text),`,
    '};',
    '',
    `private static string Text(${type} value) => value switch`,
    '{',
    ...indent(members.map((member) => `${type}.${member.name} => ${literal(member.text)},`)),
    `    _ => throw new MismatchException($"${type} has no value {(int)value}"),`,
    '};',
  ];
}

/** @type {Record<Exclude<Leaf, 'any'>, (value: string) => string>} a leaf's content as a number */
const CONTENT = {
  boolean: (value) => `${value} ? 1 : 0`,
  int32: (value) => value,
  int64: (value) => value,
  double: (value) => `BitConverter.DoubleToInt64Bits(${value})`,
  string: (value) => `${value}.Length`,
  enum: (value) => `(int)${value}`,
  uuid: (value) => `${value}.GetHashCode()`,
  instant: (value) => `${value}.Ticks`,
  bytes: (value) => `${value}.Length`,
};

/**
 * @param {Property} property
 * @param {Names} names
 */
function readField({ field, name }, names) {
  const lines = read(field.type, names, READING, (value) => `value.${name} = ${value};`);
  const isNullable = field.presence !== 'required';
  const guarded = isNullable ? ['if (!reader.Null())', ...block(lines)] : lines;
  return [`if (reader.Field(${literal(field.name)}u8, ref left))`, ...block(guarded)];
}

/**
 * Statements that write the value of an expression that isn't a null in its place.
 * @param {Type} type
 * @param {Names} names
 * @param {string} value
 * @param {string} place a literal
 * @returns {string[]}
 */
function write(type, names, value, place, depth = 0) {
  const [all, item, key] = [`all${depth}`, `item${depth}`, `key${depth}`];
  const exact = `writer.Exact(${value}, ${place})`;
  switch (type.kind) {
    case 'record':
      return [`Write${names.classOf(type.name)}(writer, ${exact});`];
    case 'enum':
      return [`writer.String(Text(${value}));`];
    case 'list':
      return [
        `var ${all} = ${exact};`,
        `writer.List(${all}.Count);`,
        `foreach (var ${item} in ${all})`,
        ...block(write(type.element, names, item, place, depth + 1)),
      ];
    case 'map':
      return [
        `var ${all} = ${exact};`,
        `writer.Map(${all}.Count);`,
        `foreach (var (${key}, ${item}) in ${all})`,
        ...block([`writer.Name(${key});`, ...write(type.value, names, item, place, depth + 1)]),
      ];
    case 'int32':
      return [`writer.Int64(${value});`];
    default:
      return [`writer.${METHODS[type.kind]}(${value});`];
  }
}

/**
 * Statements that visit the value of an expression that isn't null.
 * @param {Type} type
 * @param {Names} names
 * @param {string} value
 * @returns {string[]}
 */
function walk(type, names, value, depth = 0) {
  const [item, key] = [`item${depth}`, `key${depth}`];
  switch (type.kind) {
    case 'record':
      return [`leaves += Walk${names.classOf(type.name)}(${value}, ref sum);`];
    case 'any':
      return [`leaves += WalkAny(${value}, ref sum);`];
    case 'list':
      return [`foreach (var ${item} in ${value})`, ...block(walk(type.element, names, item, depth + 1))];
    case 'map':
      return [
        `foreach (var (${key}, ${item}) in ${value})`,
        ...block([`sum += ${key}.Length;`, ...walk(type.value, names, item, depth + 1)]),
      ];
    default:
      return [`sum += ${CONTENT[type.kind](value)};`, 'leaves++;'];
  }
}

/**
 * @param {import('./names.mjs').Field} field
 * @param {string} value
 * @param {readonly string[]} ifNull
 * @param {readonly string[]} lines
 */
function unlessNull({ presence }, value, ifNull, lines) {
  if (presence === 'required') return block(lines);
  if (ifNull.length === 0) return [`if (${value} is not null)`, ...block(lines)];
  return [`if (${value} is null)`, ...block(ifNull), 'else', ...block(lines)];
}

/**
 * A field's value where it isn't null: of a nullable number, the number.
 * @param {import('./names.mjs').Field} field
 * @param {string} value
 */
function given({ type, presence }, value) {
  const isValueType = /** @type {string[]} */ ([
    'boolean',
    'int32',
    'int64',
    'double',
    'enum',
    'uuid',
    'instant',
  ]);
  return presence !== 'required' && isValueType.includes(type.kind) ? `${value}.Value` : value;
}
