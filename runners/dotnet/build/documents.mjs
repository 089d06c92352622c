/**
 * Generates the C# class that reads and writes documents in wiremark's binary format (fixtures), and that visits all of their
 * values for limit-walk (docs/PROTOCOL.md, "Frames and fixtures" and "Limits").
 */
import { block, enumMethods, indent, inParts, literal, METHODS, read, unlessNull, visit } from './names.mjs';

/**
 * @typedef {import('./names.mjs').Names} Names
 * @typedef {import('./names.mjs').Property} Property
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 */

/** @type {(model: Model, names: Names) => string[]} lines of the class `Wiremark.Generated.Documents` */
export function documents(model, names) {
  const { root } = names;
  return [
    'using System;',
    'using System.Collections.Generic;',
    '',
    'namespace Wiremark.Generated;',
    '',
    'using Wiremark.Kit;',
    '',
    `public sealed class Documents : Documents<${root}>`,
    '{',
    ...indent([
      `public override ${root} Read(FixtureReader reader)`,
      ...block(read(model.root, names, READING, (value) => `return ${value};`)),
      '',
      `public override void Write(FixtureWriter writer, ${root} document)`,
      ...block(visit(model.root, 'document', names, writing(literal(model.dataset)))),
      '',
      `public override long Walk(${root} document)`,
      ...block(['long leaves = 0, sum = 0;', ...visit(model.root, 'document', names, WALKING), ...WALKED]),
      '',
      '// Sum over all values that were read, so that the compiler cannot omit reading them.',
      'private static long total;',
      ...[...names.records].flatMap(([record, properties]) => recordMethods(record, properties, names)),
      ...enumMethods(names, literal, ENUMS),
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

const ENUMS = {
  parameter: 'FixtureReader reader',
  text: 'reader.String()',
  wrong: (/** @type {string} */ type) => `new InvalidOperationException("fixture: no value of ${type}")`,
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

/** @type {(record: string, properties: readonly Property[], names: Names) => string[]} */
function recordMethods(record, properties, names) {
  const type = names.classOf(record);
  const parts = inParts(
    properties.map((property, index) =>
      unlessNull(property, index, (value) => visit(property.field.type, value, names, WALKING), ''),
    ),
  );
  return [
    '',
    `private static Models.${type} Read${type}(FixtureReader reader)`,
    ...block([
      'var left = reader.Record();',
      `var value = new Models.${type}();`,
      ...properties.flatMap(({ field, name }) => [
        `if (reader.Field(${literal(field.name)}u8, ref left)${field.presence === 'required' ? '' : ' && !reader.Null()'})`,
        ...block(read(field.type, names, READING, (value) => `value.${name} = ${value};`)),
      ]),
      `if (left > 0) throw new InvalidOperationException("fixture: ${type} has another field");`,
      'return value;',
    ]),
    '',
    `private static void Write${type}(FixtureWriter writer, Models.${type} value)`,
    ...block([
      `writer.Record(${properties.length});`,
      ...properties.flatMap((property, index) => {
        const { name, type: kind } = property.field;
        const visiting = writing(literal(`${record}.${name}`));
        const lines = (/** @type {string} */ value) => visit(kind, value, names, visiting);
        return [`writer.Name(${literal(name)}u8);`, ...unlessNull(property, index, lines, 'writer.Null();')];
      }),
    ]),
    ...parts.flatMap((part, index) => [
      '',
      `private static long Walk${type}_${index}(Models.${type} value, ref long sum)`,
      ...block(['long leaves = 0;', ...part.flat(), 'return leaves;']),
    ]),
    '',
    `private static long Walk${type}(Models.${type} value, ref long sum) =>`,
    `    ${parts.map((_, index) => `Walk${type}_${index}(value, ref sum)`).join(' + ')};`,
  ];
}

/** @type {(place: string) => import('./names.mjs').Visiting} statements that write to a fixture; `place` is a C#
 * literal that names the field, or the dataset for a whole document, in error messages */
function writing(place) {
  return {
    record: (type, value) => `Write${type}(writer, writer.Exact(${value}, ${place}));`,
    leaf: (kind, value) => {
      if (kind === 'enum') return [`writer.String(Text(${value}));`];
      return [`writer.${kind === 'int32' ? 'Int64' : METHODS[kind]}(${value});`];
    },
    before: (kind, value) => [
      `writer.${kind === 'list' ? 'List' : 'Map'}(writer.Exact(${value}, ${place}).Count);`,
    ],
    each: (kind, key) => (kind === 'map' ? [`writer.Name(${key});`] : []),
    after: () => [],
  };
}

const CONTENT = {
  boolean: ' ? 1 : 0',
  int32: '',
  int64: '',
  double: '.GetHashCode()',
  string: '.Length',
  uuid: '.GetHashCode()',
  instant: '.Ticks',
  bytes: '.Length',
};

/** @type {import('./names.mjs').Visiting} */
const WALKING = {
  record: (type, value) => `leaves += Walk${type}(${value}, ref sum);`,
  leaf: (kind, value) => {
    if (kind === 'any') return [`leaves += WalkAny(${value}, ref sum);`];
    return [`sum += ${kind === 'enum' ? `(int)${value}` : value + CONTENT[kind]};`, 'leaves++;'];
  },
  before: () => [],
  each: (kind, key) => (kind === 'map' ? [`sum += ${key}.Length;`] : []),
  after: () => [],
};
