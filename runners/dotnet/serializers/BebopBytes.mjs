/**
 * Generates a Bebop schema for the model, compiles it to classes with Bebop's compiler, and generates conversions to and from
 * the model's classes.
 */
import { writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { indent } from '../build/names.mjs';
import { Unsupported } from '../build/unsupported.mjs';
import { compiled, PROGRAM } from './compiled.mjs';
import { placesIn, within } from './places.mjs';

/** @typedef {import('../../build-kit/model.mjs').Type} Type */

/** Maximum number of fields of a record: Bebop writes the number of a field as one byte (its guide, "Messages"). */
const MOST_FIELDS = 255;
/**
 * Maximum nesting of lists and maps. Bebop generates nested loops for them: the C# compiler took 97 s for 16 levels and more
 * than 300 s for 24.
 */
const MOST_NESTED = 8;
const SCALARS = {
  boolean: 'bool',
  int32: 'int32',
  int64: 'int64',
  double: 'float64',
  string: 'string',
  uuid: 'guid',
  instant: 'date',
  bytes: 'byte[]',
  any: '',
};
const SAME = new Set(['boolean', 'int32', 'int64', 'double', 'string', 'uuid', 'instant']);

/** @param {import('../build/units.mjs').Input} input */
export async function generate({ model, names, packageFolder }) {
  for (const [record, fields] of model.records)
    if (fields.length > MOST_FIELDS)
      throw new Unsupported(`${record} has ${fields.length} fields; Bebop takes ${MOST_FIELDS} at most`);
  if (placesIn(model).some(({ kind }) => kind === 'any'))
    throw new Unsupported('Bebop has no type for a value of type object');
  if (placesIn(model).some((type) => type.kind === 'list' && type.element.kind === 'bytes'))
    throw new Unsupported('the code that Bebop makes for lists of bytes has an error of syntax (CS1586)');
  const depth = Math.max(...placesIn(model).map((type) => within(type).length - 1));
  if (depth > MOST_NESTED)
    throw new Unsupported(
      `lists and maps are nested ${depth} deep; C# would compile Bebop's code for more than ${MOST_NESTED} for minutes`,
    );
  // Numbered names avoid C# keywords. Encoded documents contain no names.
  const records = [...names.records.keys()];
  const enums = [...names.enums.keys()];

  /** @param {Type} type */
  const schemaOf = (type) => {
    if (type.kind === 'list') return `${schemaOf(type.element)}[]`;
    if (type.kind === 'map') return `map[string, ${schemaOf(type.value)}]`;
    if (type.kind === 'record') return `R${records.indexOf(type.name)}`;
    return type.kind === 'enum' ? `E${enums.indexOf(type.name)}` : SCALARS[type.kind];
  };
  const schema = [
    ...[...names.enums.values()].map((members, index) => {
      const values = members.map((_, value) => `V${value} = ${value};`);
      return `enum E${index}: uint32 { ${values.join(' ')} }`;
    }),
    ...[...model.records.values()].map((fields, index) => {
      const members = fields.map(({ type }, place) => `${place + 1} -> ${schemaOf(type)} f${place};`);
      return `message R${index} { ${members.join(' ')} }`;
    }),
    `message Document { 1 -> ${schemaOf(model.root)} f0; }`,
  ];

  /**
   * @param {Type} type
   * @param {string} value an expression of the model's type
   * @param {number} depth number of lists and maps around it
   * @returns {string} an expression of Bebop's type
   */
  function to(type, value, depth = 0) {
    const [item, next] = [`item${depth}`, depth + 1];
    if (SAME.has(type.kind)) return value;
    if (type.kind === 'bytes') return `ImmutableCollectionsMarshal.AsImmutableArray(${value})`;
    if (type.kind === 'enum') return `(Bop.${schemaOf(type)})${value}`;
    if (type.kind === 'list' && SAME.has(type.element.kind)) return `${value}.ToArray()`;
    if (type.kind === 'list') return `Array(${value}, ${item} => ${to(type.element, item, next)})`;
    if (type.kind === 'map' && SAME.has(type.value.kind)) return value;
    if (type.kind === 'map') return `Map(${value}, ${item} => ${to(type.value, item, next)})`;
    return `To(${value})`;
  }

  /**
   * @param {Type} type
   * @param {string} value an expression of Bebop's type
   * @param {number} depth number of lists and maps around it
   * @returns {string} an expression of the model's type
   */
  function from(type, value, depth = 0) {
    const [item, next] = [`item${depth}`, depth + 1];
    if (SAME.has(type.kind)) return value;
    if (type.kind === 'bytes') return `ImmutableCollectionsMarshal.AsArray(${value})!`;
    if (type.kind === 'enum') return `(${names.typeOf(type)})${value}`;
    if (type.kind === 'list' && SAME.has(type.element.kind)) return `new ${names.typeOf(type)}(${value})`;
    if (type.kind === 'list') return `List(${value}, ${item} => ${from(type.element, item, next)})`;
    if (type.kind === 'map' && SAME.has(type.value.kind)) return value;
    if (type.kind === 'map') return `Map(${value}, ${item} => ${from(type.value, item, next)})`;
    return `From(${value})`;
  }

  /** @param {Type} type */
  const isValue = ({ kind }) =>
    ['boolean', 'int32', 'int64', 'double', 'uuid', 'instant', 'enum'].includes(kind);
  const methods = [...names.records].flatMap(([record, properties], index) => {
    const type = names.classOf(record);
    const writes = properties.flatMap(({ field, name }, place) =>
      field.presence === 'required'
        ? [`message.F${place} = ${to(field.type, `document.${name}`)};`]
        : [
            `if (document.${name} is { } value${place})`,
            `    message.F${place} = ${to(field.type, `value${place}`)};`,
          ],
    );
    const reads = properties.flatMap(({ field, name }, place) => {
      const [target, source] = [`document.${name} = `, `message.F${place}`];
      const isBytes = field.type.kind === 'bytes';
      if (field.presence === 'required') {
        const value = isValue(field.type) ? `${source}.GetValueOrDefault()` : isBytes ? source : `${source}!`;
        return [`${target}${from(field.type, value)};`];
      }
      const value = isBytes ? source : `value${place}`;
      return [
        isBytes ? `if (!${source}.IsDefault)` : `if (${source} is { } ${value})`,
        `    ${target}${from(field.type, value)};`,
      ];
    });
    return [
      '',
      `public static Bop.R${index} To(Models.${type} document)`,
      '{',
      ...indent([`var message = new Bop.R${index}();`, ...writes, 'return message;']),
      '}',
      '',
      `public static Models.${type} From(Bop.R${index} message)`,
      '{',
      ...indent([`var document = new Models.${type}();`, ...reads, 'return document;']),
      '}',
    ];
  });
  const root = isValue(model.root) ? 'message.F0.GetValueOrDefault()' : 'message.F0!';
  return {
    'Bebop.cs': await compile(schema.join('\n'), packageFolder('bebop-tools')),
    'Messages.cs': [
      'using System.Runtime.InteropServices;',
      '',
      'namespace Wiremark.Generated;',
      '',
      'public static class Messages',
      '{',
      `    public static Wiremark.Serializers.BebopBytes<${names.root}, Bop.Document> Row() =>`,
      `        new(document => new Bop.Document { F0 = ${to(model.root, 'document')} },`,
      `            message => ${from(model.root, root)}, message => message.Encode(), bytes => Bop.Document.Decode(bytes));`,
      '',
      '    private static TTo[] Array<TFrom, TTo>(List<TFrom> list, Func<TFrom, TTo> convert)',
      '    {',
      '        var array = new TTo[list.Count];',
      '        for (var i = 0; i < array.Length; i++)',
      '            array[i] = convert(list[i]);',
      '        return array;',
      '    }',
      '',
      '    private static List<TTo> List<TFrom, TTo>(TFrom[] array, Func<TFrom, TTo> convert)',
      '    {',
      '        var list = new List<TTo>(array.Length);',
      '        foreach (var item in array)',
      '            list.Add(convert(item));',
      '        return list;',
      '    }',
      '',
      '    private static Dictionary<string, TTo> Map<TFrom, TTo>(Dictionary<string, TFrom> map, Func<TFrom, TTo> convert)',
      '    {',
      '        var converted = new Dictionary<string, TTo>(map.Count);',
      '        foreach (var (key, item) in map)',
      '            converted.Add(key, convert(item));',
      '        return converted;',
      '    }',
      ...indent(methods),
      '}',
    ],
  };
}

const PLATFORMS = { linux: 'linux', darwin: 'macos', win32: 'windows' };

/**
 * @param {string} schema
 * @param {string} tools folder of the package with the compiler
 */
async function compile(schema, tools) {
  const system = PLATFORMS[/** @type {keyof typeof PLATFORMS} */ (process.platform)];
  const options = 'namespace=Bop,langVersion=9.0,services=none,emitNotice=false,emitBinarySchema=false';
  return await compiled(
    join(tools, 'tools', system, arch(), `bebopc${PROGRAM}`),
    async (folder) => {
      const source = join(folder, 'document.bop');
      await writeFile(source, schema);
      return ['--include', source, 'build', '--generator', `cs:${join(folder, 'Document.cs')},${options}`];
    },
    async () => 'Document.cs',
  );
}
