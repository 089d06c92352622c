/** Generates protoc's classes for the dataset's .proto file, and conversions between them and the model's classes. */
import { readFile, writeFile } from 'node:fs/promises';
import { arch } from 'node:os';
import { join } from 'node:path';
import { indent } from '../build/names.mjs';
import { compiled, PROGRAM } from './compiled.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../build/names.mjs').Property} Property
 * @typedef {{ name: string, type: string }} Member a field of a message: the name of its property; its type in the .proto file
 *   (for a list or map, the type of the elements)
 */

const VALUES = 'Wiremark.Serializers.GoogleProtobufValues';
const SAME = new Set(['boolean', 'int32', 'int64', 'double', 'string']);

/** @param {import('../build/units.mjs').Input} input */
export async function generate({ model, names, artifacts, packageFolder }) {
  const text = await readFile(/** @type {string} */ (artifacts.get('proto')), 'utf8');
  const proto = text.replace(RESERVED_MESSAGES, '$&__');
  const messages = readMessages(proto);
  const keys = [...names.records.keys()];
  const isRecord = model.root.kind === 'record';
  // Order of messages in the file: one for a document that isn't a record, then one for each record.
  const ofRecords = [...messages].slice(isRecord ? 0 : 1, (isRecord ? 0 : 1) + keys.length);
  const document = isRecord ? messageOf(model.root) : /** @type {string} */ ([...messages.keys()][0]);
  /** @type {Map<string, string[]>} methods that convert wrapped lists and maps, by message */
  const wrappers = new Map();

  /** @param {Type} type */
  function messageOf(type) {
    return type.kind === 'record' ? /** @type {string} */ (ofRecords[keys.indexOf(type.name)]?.[0]) : '';
  }

  /**
   * @param {Type} type
   * @param {string} protoType
   * @param {string} value an expression of the model's type
   * @returns {string} an expression of protobuf's type
   */
  function to(type, protoType, value) {
    if (SAME.has(type.kind)) return value;
    if (type.kind === 'uuid') return `${value}.ToString()`;
    if (type.kind === 'bytes') return `Google.Protobuf.ByteString.CopyFrom(${value})`;
    if (type.kind === 'enum') return `(Wiremark.Proto.${protoType})((int)${value} + 1)`;
    if (type.kind === 'instant' || type.kind === 'any') return `${VALUES}.To(${value})`;
    if (type.kind !== 'record') wrap(type, protoType);
    return `To(${value})`;
  }

  /**
   * @param {Type} type
   * @param {string} protoType
   * @param {string} value an expression of protobuf's type
   * @returns {string} an expression of the model's type
   */
  function from(type, protoType, value) {
    if (SAME.has(type.kind)) return value;
    if (type.kind === 'uuid') return `Guid.Parse(${value})`;
    if (type.kind === 'bytes') return `${value}.ToByteArray()`;
    if (type.kind === 'enum') return `(${names.typeOf(type)})((int)${value} - 1)`;
    if (type.kind === 'instant') return `${VALUES}.ToInstant(${value})`;
    if (type.kind === 'any') return `${VALUES}.From(${value})`;
    if (type.kind !== 'record') wrap(type, protoType);
    return `From(${value})`;
  }

  /**
   * Generates methods that convert a list or map to and from a message that wraps it: protobuf has no optional or nested lists
   * and maps.
   * @param {Type} type
   * @param {string} protoType
   */
  function wrap(type, protoType) {
    if (wrappers.has(protoType)) return;
    wrappers.set(protoType, []);
    const [member] = messages.get(protoType) ?? [];
    const property = { name: 'values', type: names.typeOf(type) };
    wrappers.set(protoType, [
      ...method(`Wiremark.Proto.${protoType} To(${property.type} values)`, [
        `var message = new Wiremark.Proto.${protoType}();`,
        ...fill(type, /** @type {Member} */ (member), 'values'),
        'return message;',
      ]),
      ...method(`${property.type} From(Wiremark.Proto.${protoType} message)`, [
        ...take(type, /** @type {Member} */ (member), 'values'),
        'return values;',
      ]),
    ]);
  }

  /**
   * @param {Type} type
   * @param {Member} member
   * @param {string} value
   */
  function fill(type, { name, type: protoType }, value) {
    const target = `message.${name}`;
    if (type.kind === 'list' && SAME.has(type.element.kind)) return [`${target}.AddRange(${value});`];
    if (type.kind === 'list')
      return [`foreach (var item in ${value})`, `    ${target}.Add(${to(type.element, protoType, 'item')});`];
    if (type.kind === 'map')
      return [
        `foreach (var (key, item) in ${value})`,
        `    ${target}.Add(key, ${to(type.value, protoType, 'item')});`,
      ];
    return [];
  }

  /**
   * @param {Type} type
   * @param {Member} member
   * @param {string} variable
   */
  function take(type, { name, type: protoType }, variable) {
    const source = `message.${name}`;
    const declared = `var ${variable} = new ${names.typeOf(type)}(${source}.Count);`;
    if (type.kind === 'list' && SAME.has(type.element.kind))
      return [declared, `${variable}.AddRange(${source});`];
    if (type.kind === 'list')
      return [
        declared,
        `foreach (var item in ${source})`,
        `    ${variable}.Add(${from(type.element, protoType, 'item')});`,
      ];
    if (type.kind === 'map')
      return [
        declared,
        `foreach (var (key, item) in ${source})`,
        `    ${variable}.Add(key, ${from(type.value, protoType, 'item')});`,
      ];
    return [];
  }

  /**
   * @param {Property} property
   * @param {Member} member
   * @param {number} index
   */
  function write({ field: { type, presence }, name }, member, index) {
    const isRepeated = type.kind === 'list' || type.kind === 'map';
    if (presence !== 'required')
      return [
        `if (document.${name} is { } value${index})`,
        `    message.${member.name} = ${to(type, member.type, `value${index}`)};`,
      ];
    return isRepeated
      ? fill(type, member, `document.${name}`)
      : [`message.${member.name} = ${to(type, member.type, `document.${name}`)};`];
  }

  /**
   * @param {Property} property
   * @param {Member} member
   * @param {number} index
   */
  function read({ field: { type, presence }, name }, member, index) {
    const source = `message.${member.name}`;
    const isMessage = ['record', 'any', 'list', 'map'].includes(type.kind);
    if (presence !== 'required')
      return [
        isMessage ? `if (${source} is { } value${index})` : `if (message.Has${member.name})`,
        `    document.${name} = ${from(type, member.type, isMessage ? `value${index}` : source)};`,
      ];
    if (type.kind !== 'list' && type.kind !== 'map')
      return [`document.${name} = ${from(type, member.type, source)};`];
    return [...take(type, member, `values${index}`), `document.${name} = values${index};`];
  }

  const methods = [...names.records].flatMap(([record, properties], place) => {
    const [message, members] = /** @type {[string, Member[]]} */ (ofRecords[place]);
    const type = names.classOf(record);
    /** @param {typeof write} statements */
    const each = (statements) =>
      properties.flatMap((property, index) =>
        statements(property, /** @type {Member} */ (members[index]), index),
      );
    return [
      ...method(`Wiremark.Proto.${message} To(Models.${type} document)`, [
        `var message = new Wiremark.Proto.${message}();`,
        ...each(write),
        'return message;',
      ]),
      ...method(`Models.${type} From(Wiremark.Proto.${message} message)`, [
        `var document = new Models.${type}();`,
        ...each(read),
        'return document;',
      ]),
    ];
  });
  const root = isRecord ? [] : rootMethods();

  function rootMethods() {
    const [member] = /** @type {Member[]} */ (messages.get(document));
    const property = {
      field: { name: '', type: model.root, presence: /** @type {const} */ ('required') },
      name: 'Value',
      type: names.root,
    };
    return [
      ...method(`Wiremark.Proto.${document} ToDocument(${names.root} value)`, [
        'var document = new { Value = value };',
        `var message = new Wiremark.Proto.${document}();`,
        ...write(property, /** @type {Member} */ (member), 0),
        'return message;',
      ]),
      ...method(`${names.root} FromDocument(Wiremark.Proto.${document} message)`, [
        `${names.root} value;`,
        ...read(property, /** @type {Member} */ (member), 0).map((line) =>
          line.replace(/\bdocument\.Value\b/, 'value'),
        ),
        'return value;',
      ]),
    ];
  }

  const suffix = isRecord ? '' : 'Document';
  return {
    'Proto.cs': await compile(proto, packageFolder('Google.Protobuf.Tools')),
    'Messages.cs': [
      'namespace Wiremark.Generated;',
      '',
      'public static class Messages',
      '{',
      `    public static Wiremark.Serializers.GoogleProtobuf<${names.root}, Wiremark.Proto.${document}> Row() =>`,
      `        new(Wiremark.Proto.${document}.Parser, To${suffix}, From${suffix});`,
      ...indent([...root, ...methods, ...[...wrappers.values()].flat()]),
      '}',
    ],
  };
}

/**
 * @param {string} head
 * @param {readonly string[]} body
 */
function method(head, body) {
  return ['', `public static ${head}`, '{', ...indent(body), '}'];
}

/**
 * @param {string} text of a .proto file
 * @returns {Map<string, Member[]>} the fields of each message, by its name
 */
function readMessages(text) {
  /** @type {Map<string, Member[]>} */
  const messages = new Map();
  for (const [, message = '', fields = ''] of text.matchAll(/^message (\w+) \{\n(.*?)^\}/gms)) {
    const members = [
      ...fields.matchAll(/^ {2}(?:repeated |optional )?(?:map<string, (.+?)>|(\S+)) (\w+) = \d+;$/gm),
    ];
    messages.set(
      message,
      members.map(([, ofMap, type, name = '']) => ({
        name: propertyOf(name, message),
        type: /** @type {string} */ (ofMap ?? type),
      })),
    );
  }
  return messages;
}

/** Members of all classes that protoc generates: protoc appends `_` to a property with such a name. */
const RESERVED =
  'Types Descriptor Equals ToString GetHashCode WriteTo Clone CalculateSize MergeFrom OnConstruction Parser'.split(
    ' ',
  );

/** Matches messages with these names, which get `__` appended: C# allows no member with the name of its class. */
const RESERVED_MESSAGES = new RegExp(`\\b(${RESERVED.join('|')})(?= \\{|>? \\w+ = )`, 'g');

/**
 * Returns the name that protoc gives the property of a field (csharp_helpers.cc, UnderscoresToCamelCase).
 * @param {string} name
 * @param {string} message
 */
function propertyOf(name, message) {
  const pascal = name.replace(
    /([_\d]+|^)([a-z]?)/g,
    (_, before, letter) => before.replaceAll('_', '') + letter.toUpperCase(),
  );
  const spelled = name.startsWith('_') && /^\d/.test(pascal) ? `_${pascal}` : pascal;
  return spelled === message || RESERVED.includes(spelled) ? `${spelled}_` : spelled;
}

const PLATFORMS = { linux: 'linux', darwin: 'macosx', win32: 'windows' };

/**
 * @param {string} proto text of a .proto file
 * @param {string} tools folder of the package with protoc
 */
async function compile(proto, tools) {
  const system = PLATFORMS[/** @type {keyof typeof PLATFORMS} */ (process.platform)];
  const place = `${system}_${arch() === 'arm64' && system === 'linux' ? 'aarch64' : 'x64'}`;
  return await compiled(
    join(tools, 'tools', place, `protoc${PROGRAM}`),
    async (folder) => {
      await writeFile(join(folder, 'document.proto'), proto);
      return [`-I${folder}`, `-I${join(tools, 'tools')}`, `--csharp_out=${folder}`, 'document.proto'];
    },
    async () => 'Document.cs',
  );
}
