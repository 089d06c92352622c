import { evaluate, keySource, setEntry, setSource, typeId } from '../../kit/source.mjs';
import { JsonReader } from './reader.mjs';

/**
 * @param {import('../../kit/serializer.mjs').Model} model
 * @returns {(text: string) => unknown} throws SyntaxError for invalid JSON, a value of another type or a missing field
 */
export function compileParser(model) {
  const source = new ParserSource(model);
  const root = source.value(model.root);
  const body = `'use strict';
${[...source.functions.values()].join('\n')}
return (text) => {
  reader.start(text);
  const document = ${root};
  reader.finish();
  return document;
};`;
  return evaluate('parser', { reader: new JsonReader(), setEntry }, body);
}

class ParserSource {
  functions = new Map();
  #names;
  #model;

  constructor(model) {
    this.#model = model;
    this.#names = [...model.records.keys()];
  }

  /**
   * Returns the name of the function that reads a record. This function first expects the fields in the schema's order
   * without white space; if they differ, a loop reads the rest, with white space, other orders and unknown fields.
   */
  #record(name) {
    const id = `record${this.#names.indexOf(name)}`;
    if (this.functions.has(id)) return id;
    this.functions.set(id, ''); // Registered before its fields, which may call it: records may be recursive.
    const fields = this.#model.records.get(name);
    const values = fields.map((field) => this.#field(field));
    const isWide = fields.reduce((length, { name }) => length + label(name).length, 0) > WIDE;
    const straight = fields.map((field, index) => straightField(field.name, index, values[index], isWide));
    const cases = fields.map((field, index) => {
      return `case ${JSON.stringify(field.name)}: v${index} = ${values[index]}; break;`;
    });
    const body = `function ${id}() {
  const text = reader.text;
  let separator = 123;
  ${fields.map((_, index) => `let v${index};`).join(' ')}
  if (text.charCodeAt(reader.at) !== 123) reader.skip();
  ${straight.join('\n  ')}
  if (separator === 44 && text.charCodeAt(reader.at) === 125) reader.at++;
  else {
    for (;;) {
      if (separator === 44 && reader.take(125)) break;
      reader.expect(separator);
      if (separator === 123 && reader.take(125)) break;
      separator = 44;
      const name = reader.string();
      reader.expect(58);
      switch (name) {
        ${cases.join('\n        ')}
        default: reader.skipValue();
      }
    }
  }
  ${missingCheck(fields)}
  ${recordLiteral(fields)}
}`;
    this.functions.set(id, body);
    return id;
  }

  #field(field) {
    const value = this.value(field.type);
    if (field.presence === 'required') return value;
    return `reader.takeNull() ? ${field.presence === 'nullable' ? 'null' : 'undefined'} : ${value}`;
  }

  #list(element) {
    const id = `list${typeId(element)}`;
    if (this.functions.has(id)) return id;
    const body = `function ${id}() {
  const list = [];
  reader.expect(91);
  if (reader.take(93)) return list;
  do list.push(${this.value(element)}); while (reader.take(44));
  reader.expect(93);
  return list;
}`;
    this.functions.set(id, body);
    return id;
  }

  #map(value) {
    const id = `map${typeId(value)}`;
    if (this.functions.has(id)) return id;
    const body = `function ${id}() {
  const map = {};
  reader.expect(123);
  if (reader.take(125)) return map;
  do {
    const key = reader.string();
    reader.expect(58);
    setEntry(map, key, ${this.value(value)});
  } while (reader.take(44));
  reader.expect(125);
  return map;
}`;
    this.functions.set(id, body);
    return id;
  }

  value(type) {
    switch (type.kind) {
      case 'record':
        return `${this.#record(type.name)}()`;
      case 'list':
        return `${this.#list(type.element)}()`;
      case 'map':
        return `${this.#map(type.value)}()`;
      case 'any':
        return 'reader.any()';
      case 'boolean':
        return 'reader.boolean()';
      case 'int32':
      case 'double':
        return 'reader.number()';
      case 'int64':
        return 'reader.int64()';
      case 'instant':
        return 'reader.instant()';
      case 'bytes':
        return 'reader.bytes()';
      case 'string':
      case 'enum':
      case 'uuid':
        return 'reader.string()';
      default:
        throw new Error(`unknown kind of type "${type.kind}"`);
    }
  }
}

/**
 * Maximum total length of a record's names, with quotes and colons, for which the code compares character by character,
 * which is 10 to 25 % faster. Longer names are compared by `startsWith`, since V8 compiles each comparison of a character:
 * that took seconds for 50 fields, and didn't end for 500.
 */
const WIDE = 400;

const label = (name) => `${JSON.stringify(name)}:`;

function straightField(name, index, value, isWide) {
  const expected = label(name);
  const tests = isWide
    ? [`text.startsWith(${JSON.stringify(expected)}, reader.at + 1)`]
    : Array.from(
        { length: expected.length },
        (_, offset) => `text.charCodeAt(reader.at + ${offset + 1}) === ${expected.charCodeAt(offset)}`,
      );
  const isNext = ['text.charCodeAt(reader.at) === separator', ...tests].join(' && ');
  return `if (${isNext}) { reader.at += ${expected.length + 1}; separator = 44; v${index} = ${value}; }`;
}

function missingCheck(fields) {
  return fields
    .map((field, index) => ({ field, index }))
    .filter(({ field }) => field.presence !== 'optional')
    .map(({ field, index }) => {
      return `if (v${index} === undefined) reader.fail(${JSON.stringify(`no field "${field.name}"`)});`;
    })
    .join('\n  ');
}

function recordLiteral(fields) {
  const firstOptional = fields.findIndex((field) => field.presence === 'optional');
  const sure = firstOptional < 0 ? fields.length : firstOptional;
  const entries = fields.slice(0, sure).map((field, index) => `${keySource(field.name)}: v${index}`);
  if (sure === fields.length) return `return { ${entries.join(', ')} };`;
  const additions = fields.slice(sure).map((field, offset) => {
    const value = `v${sure + offset}`;
    return `if (${value} !== undefined) ${setSource('record', field.name, value)}`;
  });
  return `const record = { ${entries.join(', ')} };\n  ${additions.join('\n  ')}\n  return record;`;
}
