/** Generates straight-line JSON code for a model, over the writer and the reader in serializers/: the bound `hand-written`. */
import { block, indent, inParts, literal, METHODS, read } from './names.mjs';

/**
 * @typedef {import('./names.mjs').Names} Names
 * @typedef {import('./names.mjs').Property} Property
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 */

/** @type {import('./names.mjs').Reading} */
const READING = {
  reader: 'r',
  argument: 'ref r',
  key: 'r.Key()',
  loop: (kind, depth) => {
    const [open, close] = kind === 'list' ? '[]' : '{}';
    return `for (var more${depth} = r.Begin('${open}', '${close}'); more${depth}; more${depth} = r.More('${close}'))`;
  },
};

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
      ...block([
        `public void Write(JsonWriter w, ${root} value)`,
        ...block(write(model.root, names, 'value')),
        '',
        `public ${root} Read(ref JsonReader r)`,
        ...block(read(model.root, names, READING, (value) => `return ${value};`)),
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
      ? block(write(field.type, names, `value.${name}`))
      : [
          `if (value.${name} is { } given${index})`,
          ...block(write(field.type, names, `given${index}`)),
          'else',
          '    w.Raw("null");',
        ]),
  ]);
  const end = properties.length === 0 ? 'w.Raw("{}");' : 'w.Raw("}");';
  return [
    '',
    `private static void Write${type}(JsonWriter w, ${type} value)`,
    ...block([...inParts(fields).map((_, part) => `Write${type}_${part}(w, value);`), end]),
    ...inParts(fields).flatMap((part, index) => [
      '',
      `private static void Write${type}_${index}(JsonWriter w, ${type} value)`,
      ...block(part.flat()),
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
    const lines = read(field.type, names, READING, (value) => `value.${name} = ${value};`);
    return field.presence === 'required' ? block(lines) : ['if (!r.Null())', ...block(lines)];
  });
  const expected = properties.map(({ field }, index) => {
    const skip = `r.Skip(${prefix(field.name, index)})`;
    const lines = reads[index] ?? [];
    return field.presence === 'optional'
      ? [`if (${skip})`, ...block(lines)]
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
    ...block([
      `var value = new ${type}();`,
      'var start = r.At;',
      `if (!(${parts.map((_, part) => `Read${type}_${part}(ref r, value)`).join(' && ')} && r.Skip("}")))`,
      `    ReadRest${type}(ref r, value, r.At > start);`,
      'return value;',
    ]),
    ...parts.flatMap((part, index) => [
      '',
      `private static bool Read${type}_${index}(ref JsonReader r, ${type} value)`,
      ...block([...part.flat(), 'return true;']),
    ]),
    '',
    `private static void ReadRest${type}(ref JsonReader r, ${type} value, bool begun)`,
    ...block([
      'while (r.MoreFields(ref begun))',
      ...block([
        'switch (r.Name())',
        ...block([...cases, 'default:', ...indent(['r.SkipValue();', 'break;'])]),
      ]),
    ]),
  ];
}

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
        ...block([`w.Raw(${before});`, `${before} = ",";`, ...write(type.element, names, item, depth + 1)]),
        `w.Raw(${before} == "," ? "]" : "[]");`,
      ];
    case 'map':
      return [
        `var ${before} = "{";`,
        `foreach (var (${key}, ${item}) in ${value})`,
        ...block([
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
 * What stands before the value of a field, as a literal of C#.
 * @param {string} name
 * @param {number} index
 */
function prefix(name, index) {
  return literal(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
}
