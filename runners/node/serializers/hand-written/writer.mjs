import { evaluate, readSource, typeId } from '../../kit/source.mjs';

/** Maximum length of strings that a loop searches for special characters; a regular expression searches longer strings. */
const SHORT = 40;
// Matches a character that may need an escape: JSON.stringify escapes surrogates without a partner.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must be escaped
const SPECIAL = /[\u0000-\u001f"\\\ud800-\udfff]/;

/**
 * Compiles a writer. Its code has as few string literals as possible for names, quotes and commas, since the cost of
 * joining grows with the number of pieces.
 *
 * @param {import('../../kit/serializer.mjs').Model} model
 * @returns {(document: unknown) => string}
 */
export function compileWriter(model) {
  const source = new WriterSource(model);
  const root = source.root();
  const body = `'use strict';\n${[...source.functions.values()].join('\n')}\nreturn ${root};`;
  return evaluate('writer', { escaped, double, any }, body);
}

class WriterSource {
  functions = new Map();
  #names;
  #model;

  constructor(model) {
    this.#model = model;
    this.#names = [...model.records.keys()];
  }

  root() {
    const { root } = this.#model;
    if (root.kind === 'record') return this.#record(root.name);
    return this.#function('root', 'document', () => `return ${join(this.#value(root, 'document'))};`);
  }

  #record(name) {
    return this.#function(`record${this.#names.indexOf(name)}`, 'record', () => {
      const fields = this.#model.records.get(name);
      const isAnySure = fields.some((field) => field.presence !== 'optional');
      return isAnySure ? `return ${this.#sureRecord(fields)};` : this.#allOptional(fields);
    });
  }

  #function(id, parameter, body) {
    if (this.functions.has(id)) return id;
    this.functions.set(id, ''); // Registered before its body, which may call it: records may be recursive.
    this.functions.set(id, `function ${id}(${parameter}) {\n${body()}\n}`);
    return id;
  }

  /**
   * Optional fields before the first field that is always present end with a comma; all fields after it begin with one.
   */
  #sureRecord(fields) {
    const first = fields.findIndex((field) => field.presence !== 'optional');
    const parts = fields.flatMap((field, index) => {
      const access = accessTo(field);
      const label = text(`${index > first ? ',' : ''}${JSON.stringify(field.name)}:`);
      const value = this.#value(field.type, access);
      if (field.presence === 'required') return [label, ...value];
      if (field.presence === 'nullable')
        return [label, code(`(${access} === null ? 'null' : ${join(value)})`)];
      const whole = join([label, ...value, ...(index < first ? [text(',')] : [])]);
      return [code(`(${isAbsent(access)} ? '' : ${whole})`)];
    });
    return join([text('{'), ...parts, text('}')]);
  }

  #allOptional(fields) {
    const lines = fields.map((field) => {
      const access = accessTo(field);
      const whole = join([text(`${JSON.stringify(field.name)}:`), ...this.#value(field.type, access)]);
      return `if (!(${isAbsent(access)})) text += (text === '' ? '{' : ',') + ${whole};`;
    });
    return `let text = '';\n${lines.join('\n')}\nreturn text === '' ? '{}' : text + '}';`;
  }

  #list(element) {
    return this.#function(`list${typeId(element)}`, 'items', () => {
      const first = join([text('['), ...this.#value(element, 'items[0]')]);
      const next = join([text(','), ...this.#value(element, 'items[index]')]);
      return [
        `if (items.length === 0) return '[]';`,
        `let text = ${first};`,
        `for (let index = 1; index < items.length; index++) text += ${next};`,
        `return text + ']';`,
      ].join('\n');
    });
  }

  #map(value) {
    return this.#function(`map${typeId(value)}`, 'map', () => {
      const member = join([
        code('begin'),
        code('escaped(key)'),
        text('":'),
        ...this.#value(value, 'map[key]'),
      ]);
      return [
        `let text = '';`,
        `let begin = '{"';`,
        'for (const key in map) {',
        `text += ${member};`,
        `begin = ',"';`,
        '}',
        `return text === '' ? '{}' : text + '}';`,
      ].join('\n');
    });
  }

  #value(type, value) {
    switch (type.kind) {
      case 'list':
        return [code(`${this.#list(type.element)}(${value})`)];
      case 'map':
        return [code(`${this.#map(type.value)}(${value})`)];
      case 'record':
        return [code(`${this.#record(type.name)}(${value})`)];
      case 'any':
        return [code(`any(${value})`)];
      case 'boolean':
      case 'int32':
        return [code(value)];
      case 'int64':
        return [code(`${value}.toString()`)];
      case 'double':
        return [code(`double(${value})`)];
      case 'string':
        return quoted(`escaped(${value})`);
      case 'enum':
        return quoted(
          this.#model.enums.get(type.name).some((one) => SPECIAL.test(one)) ? `escaped(${value})` : value,
        );
      case 'uuid':
        return quoted(value);
      case 'instant':
        return quoted(`${value}.toISOString()`);
      case 'bytes':
        return quoted(`${value}.toString('base64')`);
      default:
        throw new Error(`unknown kind of type "${type.kind}"`);
    }
  }
}

const text = (known) => ({ known });
const code = (expression) => ({ expression });
const quoted = (expression) => [text('"'), code(expression), text('"')];
/** Returns source that reads a field. Only optional fields need the check for inherited properties: they may be absent. */
const accessTo = ({ name, presence }) =>
  presence === 'optional' ? readSource('record', name) : `record[${JSON.stringify(name)}]`;
const isAbsent = (access) => `${access} === undefined || ${access} === null`;

function join(parts) {
  const joined = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (part.known !== undefined && last?.known !== undefined)
      joined[joined.length - 1] = text(last.known + part.known);
    else joined.push(part);
  }
  const isText = joined[0].known !== undefined;
  const sources = joined.map((part) =>
    part.known === undefined ? part.expression : JSON.stringify(part.known),
  );
  return isText ? sources.join(' + ') : `'' + ${sources.join(' + ')}`;
}

/** Returns the JSON of a string without its quotes. */
function escaped(string) {
  if (string.length > SHORT) return SPECIAL.test(string) ? JSON.stringify(string).slice(1, -1) : string;
  for (let index = 0; index < string.length; index++) {
    const character = string.charCodeAt(index);
    const isSurrogate = character >= 0xd800 && character <= 0xdfff;
    if (character < 32 || character === 34 || character === 92 || isSurrogate) {
      return JSON.stringify(string).slice(1, -1);
    }
  }
  return string;
}

function any(value) {
  if (typeof value === 'string') return `"${escaped(value)}"`;
  if (typeof value === 'number') return double(value);
  if (typeof value !== 'object' || value === null) return `${value}`;
  let text = '';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) text += (index === 0 ? '[' : ',') + any(value[index]);
    return text === '' ? '[]' : `${text}]`;
  }
  let begin = '{"';
  for (const key in value) {
    text += `${begin + escaped(key)}":${any(value[key])}`;
    begin = ',"';
  }
  return text === '' ? '{}' : `${text}}`;
}

/** Writes a double; a template alone would lose the sign of −0. */
function double(number) {
  return number === 0 && 1 / number < 0 ? '-0' : `${number}`;
}
