/**
 * Predicts the names of messages and accessors in the Java code that protoc generates from wiremark's .proto file of a
 * model.
 */
import { packageSegment, safeNames } from '../../build-kit/names.mjs';

/**
 * @typedef {import('./java-names.mjs').Field} Field
 * @typedef {import('./java-names.mjs').Model} Model
 * @typedef {import('./java-names.mjs').Type} Type
 */

/**
 * @typedef {object} MessageNames
 * @property {(type: Type) => string} of returns the full class name of a record's message, or of a list's or map's wrapper
 * @property {string} document full class name of a document's message
 */

/**
 * Maximum characters in the name of a wrapper, a message that contains only a list or map, such as `ListOfOrder`. protoc
 * names a file after each message, and file systems limit the length of names. A longer name is replaced by `Wrapper`.
 */
const LONGEST_WRAPPER = 100;

// Names to which protoc adds an underscore, since their getters would clash with those of java.lang.Object or the
// Message interfaces.
const FORBIDDEN = new Set([
  'Class',
  'DefaultInstanceForType',
  'ParserForType',
  'SerializedSize',
  'AllFields',
  'DescriptorForType',
  'InitializationErrorString',
  'UnknownFields',
  'CachedSize',
]);

/**
 * Renames types and fields in wiremark's .proto file for which protoc would generate code that doesn't compile. Documents
 * stay the same, since they contain field numbers instead of names.
 * @param {string} proto
 */
export function respell(proto) {
  return proto
    .replace(/^((?:message|enum) )(\w+)/gm, (_, kind, name) => kind + typeName(name))
    .replace(
      /^( {2}.*[ >])(\w+)( = (\d+);)$/gm,
      (_, type, name, end, number) => `${type.replace(/\w+/g, typeName)}${fieldName(name, number)}${end}`,
    );
}

/**
 * Renames a type called `Builder`, since every message has a class of this name.
 * @param {string} name
 */
function typeName(name) {
  return name === 'Builder' ? 'Builder_' : name;
}

/**
 * Renames a field whose variables in protoc's code would start with a digit, or whose getter would clash with a static
 * getter that every message has.
 * @param {string} name
 * @param {string | number} number number of the field
 */
function fieldName(name, number) {
  return /^(\d|DefaultInstance$|Descriptor$)/.test(upperCamel(name)) ? `x${number}_${name}` : name;
}

/**
 * Returns the names of fields as they follow `get`, `set`, `has` or `addAll` in protoc's Java accessors: in upper camel
 * case, with a capital after a digit or an underscore. If `values` is repeated and another field is called `values_count`
 * or `values_list`, protoc appends to each of the two names its field's number. It appends `_` to the names in FORBIDDEN.
 * @param {readonly Field[]} fields
 */
export function messageAccessors(fields) {
  const names = safeNames(fields.map((field) => field.name)).map((name, index) =>
    upperCamel(fieldName(name, index + 1)),
  );
  /**
   * @param {Field | undefined} field
   * @param {string} name
   * @param {string} other
   */
  const isCountOrList = (field, name, other) =>
    field !== undefined && isRepeated(field) && (other === `${name}Count` || other === `${name}List`);
  return names.map((name, index) => {
    const clashes = names.some(
      (other, at) =>
        at !== index && (isCountOrList(fields[index], name, other) || isCountOrList(fields[at], other, name)),
    );
    if (clashes) return `${name}${index + 1}`;
    return FORBIDDEN.has(name) ? `${name}_` : name;
  });
}

/**
 * True for a required list or map, which becomes a repeated field or map of the message. Lists and maps that are optional,
 * nullable or nested need a wrapper message, since proto3 can't express them.
 * @param {Field} field
 */
export function isRepeated({ type, presence }) {
  return isCollection(type) && presence === 'required';
}

/** @param {Type} type */
export function isCollection(type) {
  return type.kind === 'list' || type.kind === 'map';
}

/**
 * @param {Model} model
 * @returns {MessageNames}
 */
export function messageNames(model) {
  const wrapped = wrappedTypes(model);
  const isRecord = model.root.kind === 'record';
  const keys = [...model.records.keys(), ...model.enums.keys(), ...wrapped.keys()];
  const wrappers = [...wrapped.values()]
    .map(wantedName)
    .map((name) => (name.length > LONGEST_WRAPPER ? 'Wrapper' : name));
  const wanted = [...model.records.keys(), ...model.enums.keys(), ...wrappers];
  const spelled = safeNames(isRecord ? wanted : [...wanted, 'Document']);
  const names = new Map(keys.map((key, index) => [key, typeName(spelled[index] ?? '')]));
  const package_ = `wiremark.proto.${packageSegment(model.dataset)}`;
  /** @param {Type} type */
  const of = (type) => `${package_}.${names.get(keyOf(type))}`;
  return { of, document: isRecord ? of(model.root) : `${package_}.${spelled.at(-1)}` };
}

/**
 * @param {Type} type
 * @returns {string}
 */
function keyOf(type) {
  if (type.kind === 'list') return `list ${keyOf(type.element)}`;
  if (type.kind === 'map') return `map ${keyOf(type.value)}`;
  return type.kind === 'record' || type.kind === 'enum' ? type.name : type.kind;
}

/**
 * Returns the preferred name of a type's message, such as `ListOfOrder` or `MapOfListOfInt64`; `safeNames` changes it if
 * another type has it.
 * @param {Type} type
 * @returns {string}
 */
function wantedName(type) {
  if (type.kind === 'list') return `ListOf${wantedName(type.element)}`;
  if (type.kind === 'map') return `MapOf${wantedName(type.value)}`;
  if (type.kind === 'record' || type.kind === 'enum') return type.name;
  return type.kind.charAt(0).toUpperCase() + type.kind.slice(1);
}

/** @param {Model} model */
function wrappedTypes(model) {
  /** @type {Map<string, Type>} */
  const found = new Map();
  /**
   * @param {Type} type
   * @param {boolean} wrapped
   */
  const add = (type, wrapped) => {
    if (!isCollection(type)) return;
    if (wrapped) found.set(keyOf(type), type);
    if (type.kind === 'list') add(type.element, true);
    if (type.kind === 'map') add(type.value, true);
  };
  for (const fields of model.records.values()) {
    for (const field of fields) add(field.type, !isRepeated(field));
  }
  add(model.root, false);
  return found;
}

/** @param {string} name */
function upperCamel(name) {
  let large = true;
  let camel = '';
  for (const character of name) {
    if (/[a-z]/.test(character)) camel += large ? character.toUpperCase() : character;
    else if (/[A-Z0-9]/.test(character)) camel += character;
    large = !/[A-Za-z]/.test(character);
  }
  return camel;
}
