/** How the model's names are spelled in generated Java. */
import { packageSegment, safeName, safeNames, upperSnake } from '../../build-kit/names.mjs';

/**
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 */

/**
 * What the emitters of Java share of a model.
 * @typedef {object} JavaNames
 * @property {string} segment the dataset's in the names of packages
 * @property {ReadonlyMap<string, string>} types classes of records and enums, by their names in the model
 * @property {string} root class of a whole document
 */

/**
 * One property of a generated JavaBean.
 * @typedef {object} Property
 * @property {Field} field
 * @property {string} identifier the private field
 * @property {string} getter
 * @property {string} setter
 * @property {string} type what the accessors take and give
 * @property {string} naturalName what bean introspection would call it; where it isn't the field's name, the accessors
 *   carry `@Name`
 */

/** HotSpot compiles no method of more than 8000 bytes: the code for a record of many fields goes into several. */
export const FIELDS_PER_METHOD = 50;

const KEYWORDS = new Set(
  `abstract assert boolean break byte case catch char class const continue default do double else enum extends final
  finally float for goto if implements import instanceof int interface long native new package private protected public
  return short static strictfp super switch synchronized this throw throws transient try void volatile while _ true
  false null value in out`.split(/\s+/),
);

// Types that generated code refers to by their simple names.
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
 * The properties of a record's class, in the schema's order.
 * @param {readonly Field[]} fields
 * @param {ReadonlyMap<string, string>} types
 * @returns {Property[]}
 */
export function javaProperties(fields, types) {
  const spelled = safeNames(fields.map((field) => camel(safeName(field.name))));
  return fields.map((field, index) => {
    const base = /** @type {string} */ (spelled[index]);
    // Every object has a getClass already.
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

/**
 * The constants of an enum, in the schema's order.
 * @param {readonly string[]} values
 */
export function javaConstants(values) {
  return safeNames(values.map((value) => upperSnake(value)));
}

/**
 * A type as Java spells it; `boxed` where it stands in a type argument or may be null.
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
 * Import lines: what generated code may use of the JDK, and the model's classes.
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

/**
 * A string as a Java literal; everything outside of printable ASCII is escaped.
 * @param {string} text
 */
export function javaString(text) {
  const escaped = text.replace(/[^ !#-[\]-~]/g, (unit) =>
    unit === '"' || unit === '\\' ? `\\${unit}` : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // A Unicode escape is read before the literal is: line ends and quotes need the others.
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

/**
 * Lines with two spaces for each level.
 * @param {readonly string[]} lines
 */
export function indent(lines, levels = 1) {
  return lines.map((line) => (line === '' ? '' : '  '.repeat(levels) + line));
}

/**
 * The lines of each field, for as many methods as they need.
 * @template T
 * @param {readonly T[]} fields
 * @returns {T[][]} one part at least
 */
export function parts(fields) {
  const count = Math.max(1, Math.ceil(fields.length / FIELDS_PER_METHOD));
  return Array.from({ length: count }, (_, part) =>
    fields.slice(part * FIELDS_PER_METHOD, (part + 1) * FIELDS_PER_METHOD),
  );
}
