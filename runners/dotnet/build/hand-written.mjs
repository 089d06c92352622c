/**
 * Generates the code of the row `hand-written`: methods that write and read the JSON of one model (the types of a dataset) by
 * calling JsonWriter and JsonReader.
 */
import { block, enumMethods, indent, inParts, literal, METHODS, read, unlessNull, visit } from './names.mjs';

/**
 * @typedef {import('./names.mjs').Names} Names
 * @typedef {import('./names.mjs').Property} Property
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
      'using Wiremark.Serializers;',
      '',
      `public sealed class Codec : HandWritten<${root}>.ICodec`,
      ...block([
        `public void Write(JsonWriter w, ${root} value)`,
        ...block(visit(model.root, 'value', names, WRITING)),
        '',
        `public ${root} Read(ref JsonReader r)`,
        ...block(read(model.root, names, READING, (value) => `return ${value};`)),
        ...[...names.records].flatMap(([record, properties]) => [
          ...recordWriter(names.classOf(record), properties, names),
          ...recordReader(names.classOf(record), properties, names),
        ]),
        ...enumMethods(names, (text) => literal(JSON.stringify(text)), {
          parameter: 'ref JsonReader r',
          text: 'r.Characters()',
          wrong: (type) => `r.Wrong("a value of ${type}")`,
        }),
      ]),
    ],
  };
}

/** @type {(type: string, properties: readonly Property[], names: Names) => string[]} */
function recordWriter(type, properties, names) {
  const fields = properties.map((property, index) => {
    const { name, type: kind } = property.field;
    const lines = (/** @type {string} */ value) => visit(kind, value, names, WRITING);
    return [`w.Raw(${prefix(name, index)});`, ...unlessNull(property, index, lines, 'w.Raw("null");')];
  });
  const end = properties.length === 0 ? 'w.Raw("{}");' : 'w.Raw("}");';
  return [
    '',
    `private static void Write${type}(JsonWriter w, Models.${type} value)`,
    ...block([...inParts(fields).map((_, part) => `Write${type}_${part}(w, value);`), end]),
    ...inParts(fields).flatMap((part, index) => [
      '',
      `private static void Write${type}_${index}(JsonWriter w, Models.${type} value)`,
      ...block(part.flat()),
    ]),
  ];
}

/**
 * Returns C# methods that read a record. They expect the fields in the schema's order and no white space, so that one comparison
 * skips all text between two values, such as `,"name":`. From the point where a document differs, a slower method reads the
 * remaining fields by name.
 * @type {(type: string, properties: readonly Property[], names: Names) => string[]}
 */
function recordReader(type, properties, names) {
  const reads = properties.map(({ field, name }) => {
    const lines = read(field.type, names, READING, (value) => `value.${name} = ${value};`);
    return field.presence === 'required' ? block(lines) : ['if (!r.Null())', ...block(lines)];
  });
  const expected = properties.map(({ field }, index) => {
    const skip = `r.SkipBefore(${prefix(field.name, index)})`;
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
    `private static Models.${type} Read${type}(ref JsonReader r)`,
    ...block([
      `var value = new Models.${type}();`,
      'var start = r.At;',
      `if (!(${parts.map((_, part) => `Read${type}_${part}(ref r, value)`).join(' && ')} && r.Skip("}")))`,
      `    ReadRest${type}(ref r, value, r.At > start);`,
      'return value;',
    ]),
    ...parts.flatMap((part, index) => [
      '',
      `private static bool Read${type}_${index}(ref JsonReader r, Models.${type} value)`,
      ...block([...part.flat(), 'return true;']),
    ]),
    '',
    `private static void ReadRest${type}(ref JsonReader r, Models.${type} value, bool begun)`,
    ...block([
      'while (r.MoreFields(ref begun))',
      ...block([
        'switch (r.Name())',
        ...block([...cases, 'default:', ...indent(['r.SkipValue();', 'break;'])]),
      ]),
    ]),
  ];
}

/** @type {import('./names.mjs').Visiting} */
const WRITING = {
  record: (type, value) => `Write${type}(w, ${value});`,
  leaf: (kind, value) => [kind === 'enum' ? `w.Raw(Text(${value}));` : `w.${METHODS[kind]}(${value});`],
  before: (kind, _, depth) => [`var before${depth} = "${kind === 'list' ? '[' : '{'}";`],
  each: (kind, key, depth) => [
    `w.Raw(before${depth});`,
    `before${depth} = ",";`,
    ...(kind === 'map' ? [`w.String(${key});`, 'w.Raw(":");'] : []),
  ],
  after: (kind, depth) => {
    const [empty, end] = kind === 'list' ? ['[]', ']'] : ['{}', '}'];
    return [`w.Raw(before${depth} == "," ? "${end}" : "${empty}");`];
  },
};

/** @type {(name: string, index: number) => string} the text before a field's value, as a literal of C# */
const prefix = (name, index) => literal(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`);
