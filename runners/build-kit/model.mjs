/** Reads a dataset's type model (docs/PROTOCOL.md), for build programs and for the Node program that runs serializers. */

/**
 * @typedef {'boolean' | 'int32' | 'int64' | 'double' | 'string' | 'uuid' | 'instant' | 'bytes'} ScalarKind
 *
 * @typedef {{ kind: ScalarKind | 'any' } | { kind: 'record' | 'enum', name: string } | { kind: 'list', element: Type }
 *   | { kind: 'map', value: Type }} Type
 *
 * @typedef {'required' | 'nullable' | 'optional'} Presence
 *
 * @typedef {{ name: string, type: Type, presence: Presence }} Field
 *
 * @typedef {object} Model
 * @property {string} dataset
 * @property {Type} root the type of a document
 * @property {Map<string, Field[]>} records by name, fields in the schema's order
 * @property {Map<string, string[]>} enums by name, values in the schema's order
 */

/**
 * Thrown if a model contains a key, type, presence or version unknown to this reader: the dataset is then unsupported.
 */
export class UnsupportedWord extends Error {
  /** @param {string} word */
  constructor(word) {
    super(`the model has a word that isn't known here: ${word}`);
    this.name = 'UnsupportedWord';
    this.word = word;
  }
}

/**
 * @param {string} text
 * @returns {Model}
 * @throws {UnsupportedWord}
 */
export function readModel(text) {
  /** @type {Model} */
  const model = { dataset: '', root: { kind: 'any' }, records: new Map(), enums: new Map() };
  /** @type {Field[]} */
  let fields = [];
  /** @type {string[]} */
  let values = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const words = new Words(line);
    const key = words.next();
    switch (key) {
      case 'model':
        if (line !== 'model 1') throw new UnsupportedWord(line);
        break;
      case 'dataset':
        model.dataset = words.rest();
        break;
      case 'root':
        model.root = readType(words);
        break;
      case 'record':
        fields = [];
        model.records.set(words.rest(), fields);
        break;
      case 'field':
        fields.push(readField(words));
        break;
      case 'enum':
        values = [];
        model.enums.set(words.rest(), values);
        break;
      case 'value':
        values.push(words.rest());
        break;
      default:
        throw new UnsupportedWord(key);
    }
  }
  return model;
}

/**
 * @param {Words} words
 * @returns {Field}
 */
function readField(words) {
  const presence = words.next();
  if (presence !== 'required' && presence !== 'nullable' && presence !== 'optional') {
    throw new UnsupportedWord(presence);
  }
  const type = readType(words);
  return { name: words.rest(), type, presence };
}

/**
 * @param {Words} words
 * @returns {Type}
 */
function readType(words) {
  const kind = words.next();
  switch (kind) {
    case 'list':
      return { kind, element: readType(words) };
    case 'map':
      return { kind, value: readType(words) };
    case 'record':
    case 'enum':
      return { kind, name: words.next() };
    case 'boolean':
    case 'int32':
    case 'int64':
    case 'double':
    case 'string':
    case 'uuid':
    case 'instant':
    case 'bytes':
    case 'any':
      return { kind };
    default:
      throw new UnsupportedWord(kind);
  }
}

/** @type {Record<string, string>} */
const ESCAPES = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

class Words {
  #line;
  #at = 0;

  /** @param {string} line */
  constructor(line) {
    this.#line = line;
  }

  next() {
    const space = this.#line.indexOf(' ', this.#at);
    const end = space === -1 ? this.#line.length : space;
    const word = this.#line.slice(this.#at, end);
    this.#at = end + 1;
    return word;
  }

  rest() {
    return this.#line.slice(this.#at).replace(/\\[\\nr]/g, (escaped) => ESCAPES[escaped] ?? escaped);
  }
}
