import { packageSegment, safeName, safeNames, upperSnake } from '../../build-kit/names.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 */

/**
 * @typedef {object} JavaNames
 * @property {string} segment the dataset's segment of package names
 * @property {ReadonlyMap<string, string>} types class names of records and enums, by their names in the model
 * @property {string} root type of a whole document
 */

/**
 * @typedef {object} Property
 * @property {Field} field
 * @property {string} identifier name of the private field
 * @property {string} getter
 * @property {string} setter
 * @property {string} type Java type of the getter's result
 * @property {string} naturalName name that Jackson derives from the getter; if the field has another name, `@Name` gives
 *   it
 */

/** Maximum number of fields in a generated method: HotSpot doesn't compile methods of more than 8000 bytes of bytecode. */
export const FIELDS_PER_METHOD = 50;

const KEYWORDS = new Set(
  `abstract assert boolean break byte case catch char class const continue default do double else enum extends final
  finally float for goto if implements import instanceof int interface long native new package private protected public
  return short static strictfp super switch synchronized this throw throws transient try void volatile while _ true
  false null value in out`.split(/\s+/),
);

// Types that generated code uses without a package. A model's type with such a name gets `_` appended.
const TAKEN_TYPES = new Set(
  `Boolean Class Integer Long Double String Object Override Enum List ArrayList Map LinkedHashMap UUID Instant
  IOException Model Name FixtureReader FixtureWriter Walk AnyWalk Documents DocumentWalk Codec Conversion JsonReader JsonWriter
  HandWritten Protobuf ProtobufAny ByteString InvalidProtocolBufferException`.split(/\s+/),
);

/**
 * @param {Model} model
 * @returns {JavaNames}
 */
export function javaNames(model) {
  const names = [...model.records.keys(), ...model.enums.keys()];
  const types = new Map(names.map((name) => [name, TAKEN_TYPES.has(name) ? `${name}_` : name]));
  return { segment: packageSegment(model.dataset), types, root: javaType(model.root, types, true) };
}

/**
 * @param {ReadonlyMap<string, string>} types
 * @param {string} name of a record or enum of the model
 */
export function className(types, name) {
  return /** @type {string} */ (types.get(name));
}

/**
 * @param {readonly Field[]} fields
 * @param {ReadonlyMap<string, string>} types
 * @returns {Property[]}
 */
export function javaProperties(fields, types) {
  const spelled = safeNames(fields.map((field) => camel(safeName(field.name))));
  return fields.map((field, index) => {
    const base = /** @type {string} */ (spelled[index]);
    // Every object already has a method getClass.
    const capital = base === 'class' ? 'Class_' : base.charAt(0).toUpperCase() + base.slice(1);
    const type = javaType(field.type, types, field.presence !== 'required');
    return {
      field,
      identifier: KEYWORDS.has(base) ? `${base}_` : base,
      getter: `${type === 'boolean' ? 'is' : 'get'}${capital}`,
      setter: `set${capital}`,
      type,
      naturalName: capital.replace(/^[A-Z]+/, (letters) => letters.toLowerCase()),
    };
  });
}

/** @param {readonly string[]} values */
export function javaConstants(values) {
  return safeNames(values.map((value) => upperSnake(value)));
}

/**
 * @param {Type} type
 * @param {ReadonlyMap<string, string>} types
 * @param {boolean} boxed
 * @returns {string}
 */
export function javaType(type, types, boxed) {
  switch (type.kind) {
    case 'boolean':
      return boxed ? 'Boolean' : 'boolean';
    case 'int32':
      return boxed ? 'Integer' : 'int';
    case 'int64':
      return boxed ? 'Long' : 'long';
    case 'double':
      return boxed ? 'Double' : 'double';
    case 'string':
      return 'String';
    case 'instant':
      return 'Instant';
    case 'uuid':
      return 'UUID';
    case 'bytes':
      return 'byte[]';
    case 'any':
      return 'Object';
    case 'list':
      return `List<${javaType(type.element, types, true)}>`;
    case 'map':
      return `Map<String, ${javaType(type.value, types, true)}>`;
    default:
      return className(types, type.name);
  }
}

/**
 * @param {JavaNames} names
 * @param {readonly string[]} more
 */
export function javaImports({ segment, types }, more) {
  const models = [...types.values()].map((name) => `wiremark.models.${segment}.${name}`);
  const all = [
    'java.time.Instant',
    'java.util.ArrayList',
    'java.util.LinkedHashMap',
    'java.util.List',
    'java.util.Map',
    'java.util.UUID',
    ...more,
    ...models,
  ];
  return all.sort().map((name) => `import ${name};`);
}

/** @param {string} text */
export function javaString(text) {
  const escaped = text.replace(/[^ !#-[\]-~]/g, (unit) =>
    unit === '"' || unit === '\\' ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // Java replaces Unicode escapes before it reads literals, in which line ends aren't allowed: they need other escapes.
  return `"${escaped.replaceAll('\\u000a', '\\n').replaceAll('\\u000d', '\\r')}"`;
}

/**
 * `postal_code` → `postalCode`, `URL` → `url`, `camelCase` stays.
 * @param {string} name
 */
function camel(name) {
  const [first = '', ...rest] = name.split('_').filter((part) => part !== '');
  const head = /^[A-Z0-9]+$/.test(first)
    ? first.toLowerCase()
    : first.charAt(0).toLowerCase() + first.slice(1);
  return head + rest.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}

/** @param {readonly string[]} lines */
export function indent(lines, levels = 1) {
  return lines.map((line) => (line === '' ? '' : '  '.repeat(levels) + line));
}

/**
 * @template T
 * @param {readonly T[]} fields
 * @returns {T[][]} at least one group
 */
export function parts(fields) {
  const count = Math.max(1, Math.ceil(fields.length / FIELDS_PER_METHOD));
  return Array.from({ length: count }, (_, part) =>
    fields.slice(part * FIELDS_PER_METHOD, (part + 1) * FIELDS_PER_METHOD),
  );
}
