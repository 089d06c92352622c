/** Generates straight-line JSON code for a model, over the writer and the reader in serializers/: the bound `hand-written`. */
import { indent, inParts, literal } from './names.mjs';

/**
 * @typedef {import('./names.mjs').Names} Names
 * @typedef {import('./names.mjs').Property} Property
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 */

/** @type {import('./units.mjs').Generator['generate']} */
export function generate({ model, names }) {
  const { root } = names;
  return {
    'Codec.cs': [
      'namespace Wiremark.Generated;',
      '',
      'using Wiremark.Models;',
      'using Wiremark.Serializers;',
      '',
      `public sealed class Codec : HandWritten<${root}>.ICodec`,
      ...body([
        `public void Write(JsonWriter w, ${root} value)`,
        ...body(write(model.root, names, 'value')),
        '',
        `public ${root} Read(ref JsonReader r)`,
        ...body(read(model.root, names, (value) => `return ${value};`)),
        ...[...names.records].flatMap(([record, properties]) => [
          ...recordWriter(names.classOf(record), properties, names),
          ...recordReader(names.classOf(record), properties, names),
        ]),
        ...[...names.enums].flatMap(([name, members]) => {
          const type = names.classOf(name);
          return [
            '',
            `private static string Text(${type} value) => value switch`,
            '{',
            ...indent(
              members.map(({ name, text }) => `${type}.${name} => ${literal(JSON.stringify(text))},`),
            ),
            `    _ => throw new ArgumentOutOfRangeException(nameof(value)),`,
            '};',
            '',
            `private static ${type} Read${type}(ref JsonReader r) => r.Characters() switch`,
            '{',
            ...indent(members.map(({ name, text }) => `${literal(text)} => ${type}.${name},`)),
            `    _ => throw r.Wrong("a value of ${type}"),`,
            '};',
          ];
        }),
      ]),
    ],
  };
}

/**
 * All between two values is one literal. An absent field is written as null.
 * @param {string} type
 * @param {readonly Property[]} properties
 * @param {Names} names
 */
function recordWriter(type, properties, names) {
  const fields = properties.map(({ field, name }, index) => [
    `w.Raw(${prefix(field.name, index)});`,
    ...(field.presence === 'required'
      ? body(write(field.type, names, `value.${name}`))
      : [
          `if (value.${name} is { } given${index})`,
          ...body(write(field.type, names, `given${index}`)),
          'else',
          '    w.Raw("null");',
        ]),
  ]);
  const end = properties.length === 0 ? 'w.Raw("{}");' : 'w.Raw("}");';
  return [
    '',
    `private static void Write${type}(JsonWriter w, ${type} value)`,
    ...body([...inParts(fields).map((_, part) => `Write${type}_${part}(w, value);`), end]),
    ...inParts(fields).flatMap((part, index) => [
      '',
      `private static void Write${type}_${index}(JsonWriter w, ${type} value)`,
      ...body(part.flat()),
    ]),
  ];
}

/**
 * Reads fields in the schema's order, spelled without spaces, by comparing all up to the value at once. From the first that isn't
 * so, it reads names.
 * @param {string} type
 * @param {readonly Property[]} properties
 * @param {Names} names
 */
function recordReader(type, properties, names) {
  const reads = properties.map(({ field, name }) => {
    const lines = read(field.type, names, (value) => `value.${name} = ${value};`);
    return field.presence === 'required' ? body(lines) : ['if (!r.Null())', ...body(lines)];
  });
  const expected = properties.map(({ field }, index) => {
    const skip = `r.Skip(${prefix(field.name, index)})`;
    const lines = reads[index] ?? [];
    return field.presence === 'optional'
      ? [`if (${skip})`, ...body(lines)]
      : [`if (!${skip})`, '    return false;', ...lines];
  });
  const cases = properties.flatMap(({ field }, index) => [
    `case ${literal(field.name)}:`,
    ...indent([...(reads[index] ?? []), 'break;']),
  ]);
  const parts = inParts(expected);
  return [
    '',
    `private static ${type} Read${type}(ref JsonReader r)`,
    ...body([
      `var value = new ${type}();`,
      'var start = r.At;',
      `if (!(${parts.map((_, part) => `Read${type}_${part}(ref r, value)`).join(' && ')} && r.Skip("}")))`,
      `    ReadRest${type}(ref r, value, r.At > start);`,
      'return value;',
    ]),
    ...parts.flatMap((part, index) => [
      '',
      `private static bool Read${type}_${index}(ref JsonReader r, ${type} value)`,
      ...body([...part.flat(), 'return true;']),
    ]),
    '',
    `private static void ReadRest${type}(ref JsonReader r, ${type} value, bool begun)`,
    ...body([
      'while (r.MoreFields(ref begun))',
      ...body([
        'switch (r.Name())',
        ...body([...cases, 'default:', ...indent(['r.SkipValue();', 'break;'])]),
      ]),
    ]),
  ];
}

/** @type {Record<Exclude<Type['kind'], 'record' | 'enum' | 'list' | 'map'>, string>} methods of reader and writer */
const METHODS = {
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
 * Statements that write the value of an expression that isn't null.
 * @param {Type} type
 * @param {Names} names
 * @param {string} value
 * @returns {string[]}
 */
function write(type, names, value, depth = 0) {
  const [item, key, before] = [`item${depth}`, `key${depth}`, `before${depth}`];
  switch (type.kind) {
    case 'record':
      return [`Write${names.classOf(type.name)}(w, ${value});`];
    case 'enum':
      return [`w.Raw(Text(${value}));`];
    case 'list':
      return [
        `var ${before} = "[";`,
        `foreach (var ${item} in ${value})`,
        ...body([`w.Raw(${before});`, `${before} = ",";`, ...write(type.element, names, item, depth + 1)]),
        `w.Raw(${before} == "," ? "]" : "[]");`,
      ];
    case 'map':
      return [
        `var ${before} = "{";`,
        `foreach (var (${key}, ${item}) in ${value})`,
        ...body([
          `w.Raw(${before});`,
          `${before} = ",";`,
          `w.String(${key});`,
          'w.Raw(":");',
          ...write(type.value, names, item, depth + 1),
        ]),
        `w.Raw(${before} == "," ? "}" : "{}");`,
      ];
    default:
      return [`w.${METHODS[type.kind]}(${value});`];
  }
}

/**
 * Statements that read a value and pass the expression for it to `use`.
 * @param {Type} type
 * @param {Names} names
 * @param {(expression: string) => string} use
 * @returns {string[]}
 */
function read(type, names, use, depth = 0) {
  const [all, key] = [`all${depth}`, `key${depth}`];
  switch (type.kind) {
    case 'record':
    case 'enum':
      return [use(`Read${names.classOf(type.name)}(ref r)`)];
    case 'list':
      return [
        `var ${all} = new ${names.typeOf(type)}();`,
        "for (var more = r.Begin('[', ']'); more; more = r.More(']'))".replaceAll('more', `more${depth}`),
        ...body(read(type.element, names, (value) => `${all}.Add(${value});`, depth + 1)),
        use(all),
      ];
    case 'map':
      return [
        `var ${all} = new ${names.typeOf(type)}();`,
        "for (var more = r.Begin('{', '}'); more; more = r.More('}'))".replaceAll('more', `more${depth}`),
        ...body([
          `var ${key} = r.Key();`,
          ...read(type.value, names, (value) => `${all}[${key}] = ${value};`, depth + 1),
        ]),
        use(all),
      ];
    default:
      return [use(`r.${METHODS[type.kind]}()`)];
  }
}

/**
 * What stands before the value of a field, as a literal of C#.
 * @param {string} name
 * @param {number} index
 */
function prefix(name, index) {
  return literal(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
}

/** @param {readonly string[]} lines */
function body(lines) {
  return ['{', ...indent(lines), '}'];
}
