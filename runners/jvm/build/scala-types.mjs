/**
 * Spells a model's types in Scala, and numbers the types for which functions are generated.
 *
 * @typedef {import('../../build-kit/model.mjs').Model} Model
 * @typedef {import('../../build-kit/model.mjs').Type} Type
 * @typedef {import('../../build-kit/model.mjs').Field} Field
 * @typedef {Extract<Type, { kind: 'list' | 'map' }>} Container
 */
import { respelledNames, scalaIdentifier } from './scala-names.mjs';
import { Unsupported } from './unsupported.mjs';

/** @type {Record<Exclude<Type['kind'], 'list' | 'map' | 'record' | 'enum'>, string>} */
const SCALARS = {
  boolean: 'Boolean',
  int32: 'Int',
  int64: 'Long',
  double: 'Double',
  string: 'String',
  instant: 'java.time.Instant',
  uuid: 'java.util.UUID',
  bytes: 'Array[Byte]',
  // Never in generated code: the constructor below rejects a model with `any`, but it may spell a list or map of it first.
  any: 'Any',
};

// Maximum parameters of a constructor: the JVM allows 255, including the object itself.
const MOST_PARAMETERS = 254;

export class ScalaTypes {
  /** Scala names of fields and enum values by their names in documents, if the two differ. */
  respelled;
  #model;
  #records;
  #enums;
  /** @type {Map<string, Container>} */
  #containers = new Map();

  /**
   * @param {Model} model
   * @throws {Unsupported} for a type that Scala or its libraries don't have, and a record of too many fields
   */
  constructor(model) {
    this.#model = model;
    this.respelled = respelledNames(model);
    this.#records = [...model.records.keys()];
    this.#enums = [...model.enums.keys()];
    this.#collect(model.root);
    for (const [record, fields] of model.records) {
      for (const field of fields) this.#collect(field.type);
      refuseTooWide(record, fields);
    }
  }

  /** @param {Type} type */
  #collect(type) {
    if (type.kind === 'any') throw new Unsupported("Scala's libraries share no type for any JSON value");
    if (type.kind !== 'list' && type.kind !== 'map') return;
    this.#containers.set(this.type(type), type);
    this.#collect(type.kind === 'list' ? type.element : type.value);
  }

  /** All list and map types, once each. The names of generated functions contain the index of a type in this list. */
  get containers() {
    return [...this.#containers.values()];
  }

  /** @param {string} name */
  record(name) {
    return this.#records.indexOf(name);
  }

  /** @param {string} name */
  enumeration(name) {
    return this.#enums.indexOf(name);
  }

  /** @param {Container} type */
  container(type) {
    return [...this.#containers.keys()].indexOf(this.type(type));
  }

  /** @param {string} name in the documents */
  member(name) {
    return scalaIdentifier(this.respelled.get(name) ?? name);
  }

  /**
   * Returns a type as spelled outside of the models' package, never as an `Option`.
   * @param {Type} type
   */
  type(type) {
    return this.#spell(type, 'models.', (word) => word);
  }

  /** @param {Field} field */
  fieldType(field) {
    return optional(field, this.type(field.type), 'Option');
  }

  /**
   * Returns the type of a field as spelled inside the models' package, where a record called `Option` would hide Scala's.
   * @param {Field} field
   */
  ownFieldType(field) {
    /** @param {string} word */
    const predefined = (word) => {
      if (!this.#model.records.has(word) && !this.#model.enums.has(word)) return word;
      return word === 'String'
        ? '_root_.java.lang.String'
        : `_root_.scala.${word === 'Map' ? 'Predef.Map' : word}`;
    };
    return optional(field, this.#spell(field.type, '', predefined), predefined('Option'));
  }

  /**
   * @param {Type} type
   * @param {string} owner prefix of records and enums
   * @param {(word: string) => string} predefined returns the spelling of one of Scala's own types
   * @returns {string}
   */
  #spell(type, owner, predefined) {
    switch (type.kind) {
      case 'list':
        return `${predefined('List')}[${this.#spell(type.element, owner, predefined)}]`;
      case 'map':
        return `${predefined('Map')}[${predefined('String')}, ${this.#spell(type.value, owner, predefined)}]`;
      case 'record':
      case 'enum':
        return `${owner}${type.name}`;
      default:
        return SCALARS[type.kind].replace(/^[A-Z]\w*|\bByte\b/g, predefined);
    }
  }
}

/**
 * @param {Field} field
 * @param {string} type
 * @param {string} option
 */
function optional(field, type, option) {
  return field.presence === 'required' ? type : `${option}[${type}]`;
}

/**
 * @param {string} record
 * @param {readonly Field[]} fields
 */
function refuseTooWide(record, fields) {
  const parameters = fields.map(({ type, presence }) =>
    presence === 'required' && (type.kind === 'int64' || type.kind === 'double') ? 2 : 1,
  );
  if (parameters.reduce((sum, count) => sum + count, 0) <= MOST_PARAMETERS) return;
  throw new Unsupported(
    `no case class can have the ${fields.length} fields of ${record}: ` +
      `the JVM gives a constructor at most ${MOST_PARAMETERS} parameters, and counts Long and Double twice`,
  );
}

/** @param {Field} field */
export function initialValue(field) {
  if (field.presence !== 'required') return 'None';
  switch (field.type.kind) {
    case 'boolean':
      return 'false';
    case 'int32':
      return '0';
    case 'int64':
      return '0L';
    case 'double':
      return '0.0';
    default:
      return 'null';
  }
}
