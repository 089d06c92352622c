/** Generates, from a type model, the function that reads a document from JSON text. */
import { JsonReader } from './reader.mjs';

/**
 * @param {import('../../kit/serializer.mjs').Model} model
 * @returns {(text: string) => object}
 */
export function compileParser(model) {
  const names = Object.keys(model.records);
  const functions = names.map((name, index) => recordReader(model, name, index));
  const source = `'use strict';
${functions.join('\n')}
return (text) => {
  reader.start(text);
  const document = read${names.indexOf(model.root)}();
  reader.finish();
  return document;
};`;
  return new Function('reader', source)(new JsonReader());
}

/**
 * First the straight way: each name is compared where the schema's order has it. Whatever that leaves over, from white
 * space to unknown fields, is for the loop.
 */
function recordReader(model, name, number) {
  const fields = model.records[name];
  const straight = fields.map((field, index) => straightField(model, field, index));
  const cases = fields.map((field, index) => {
    return `case ${JSON.stringify(field.name)}: v${index} = ${fieldReader(model, field)}; break;`;
  });
  return `function read${number}() {
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
}

function straightField(model, field, index) {
  const label = `${JSON.stringify(field.name)}:`;
  const tests = Array.from({ length: label.length }, (_, offset) => {
    return `text.charCodeAt(reader.at + ${offset + 1}) === ${label.charCodeAt(offset)}`;
  });
  const isNext = [`text.charCodeAt(reader.at) === separator`, ...tests].join(' && ');
  return `if (${isNext}) { reader.at += ${label.length + 1}; separator = 44; v${index} = ${fieldReader(model, field)}; }`;
}

function fieldReader(model, field) {
  const value = valueReader(model, field.type);
  if (field.presence === 'required') return value;
  return `reader.takeNull() ? ${field.presence === 'nullable' ? 'null' : 'undefined'} : ${value}`;
}

function valueReader(model, type) {
  switch (type.kind) {
    case 'record':
      return `read${Object.keys(model.records).indexOf(type.name)}()`;
    case 'list':
      return `(() => { const list = []; reader.expect(91); if (!reader.take(93)) { do list.push(${valueReader(model, type.element)}); while (reader.take(44)); reader.expect(93); } return list; })()`;
    case 'boolean':
      return 'reader.boolean()';
    case 'int32':
    case 'double':
      return 'reader.number()';
    case 'int64':
      return 'reader.int64()';
    case 'date-time':
      return 'reader.dateTime()';
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

function missingCheck(fields) {
  return fields
    .map((field, index) => ({ field, index }))
    .filter(({ field }) => field.presence !== 'optional')
    .map(
      ({ field, index }) =>
        `if (v${index} === undefined) reader.fail(${JSON.stringify(`no field "${field.name}"`)});`,
    )
    .join(' ');
}

/** One literal with all fields up to the first that may be absent; the others are added in order. */
function recordLiteral(fields) {
  const firstOptional = fields.findIndex((field) => field.presence === 'optional');
  const sure = firstOptional < 0 ? fields.length : firstOptional;
  const entries = fields.slice(0, sure).map((field, index) => `${JSON.stringify(field.name)}: v${index}`);
  if (sure === fields.length) return `return { ${entries.join(', ')} };`;
  const additions = fields.slice(sure).map((field, offset) => {
    return `if (v${sure + offset} !== undefined) record[${JSON.stringify(field.name)}] = v${sure + offset};`;
  });
  return `const record = { ${entries.join(', ')} };\n  ${additions.join('\n  ')}\n  return record;`;
}
