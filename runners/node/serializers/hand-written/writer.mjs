/** Generates, from a type model, the function that writes a document as JSON text. */

/** Longer texts are searched by a regular expression, shorter ones by a loop: measured on Node 20. */
const SHORT = 40;
// Control characters, quote, backslash, and surrogates, of which only pairs may stay as they are.
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must be escaped
const SPECIAL = /[\u0000-\u001f"\\\ud800-\udfff]/;

/**
 * @param {import('../../kit/serializer.mjs').Model} model
 * @returns {(document: object) => string}
 */
export function compileWriter(model) {
  const names = Object.keys(model.records);
  const functions = names.map((name, index) => recordWriter(model, name, index));
  const source = `'use strict';\n${functions.join('\n')}\nreturn write${names.indexOf(model.root)};`;
  const scope = { quote, writeDouble, writeInt64 };
  return new Function(...Object.keys(scope), source)(...Object.values(scope));
}

function recordWriter(model, name, number) {
  const fields = model.records[name];
  const lines = [];
  // Once a field is sure to have been written, the comma is part of the next name.
  let isFirst = true;
  let isSure = false;
  for (const field of fields) {
    const access = `record[${JSON.stringify(field.name)}]`;
    const label = `${JSON.stringify(field.name)}:`;
    const before = isSure
      ? `',${escapeSource(label)}'`
      : `${isFirst ? "'{" : "separator + '"}${escapeSource(label)}'`;
    const value = valueWriter(model, field.type, 'value', 0);
    const written = `${value.before.join(' ')} text += ${before} + ${value.source};`;
    const separated = isSure ? '' : " separator = ',';";
    lines.push(`value = ${access};`);
    if (field.presence === 'required') lines.push(`{ ${written} }`);
    else if (field.presence === 'optional')
      lines.push(`if (value !== undefined && value !== null) { ${written}${separated} }`);
    else lines.push(`if (value === null) text += ${before} + 'null'; else { ${written} }`);
    if (field.presence !== 'optional') isSure = true;
    isFirst = false;
  }
  const end = isSure ? "return text + '}';" : "return separator === '{' ? '{}' : text + '}';";
  const head = `function write${number}(record) {\nlet text = ''; let value; let separator = '{';`;
  return `${head}\n${lines.join('\n')}\n${end}\n}`;
}

/** Statements that must come before, and the expression for a value that isn't null. */
function valueWriter(model, type, value, depth) {
  switch (type.kind) {
    case 'list':
      return listWriter(model, type, value, depth);
    case 'record':
      return plain(`write${Object.keys(model.records).indexOf(type.name)}(${value})`);
    case 'boolean':
    case 'int32':
      return plain(value);
    case 'int64':
      return plain(`writeInt64(${value})`);
    case 'double':
      return plain(`writeDouble(${value})`);
    case 'string':
      return plain(`quote(${value})`);
    case 'enum':
      return plain(needsEscape(model.enums[type.name]) ? `quote(${value})` : `'"' + ${value} + '"'`);
    case 'uuid':
      return plain(`'"' + ${value} + '"'`);
    case 'date-time':
      return plain(`'"' + ${value}.toISOString() + '"'`);
    case 'bytes':
      return plain(`'"' + ${value}.toString('base64') + '"'`);
    default:
      throw new Error(`unknown kind of type "${type.kind}"`);
  }
}

function plain(source) {
  return { before: [], source };
}

/** The list is written by a loop of its own, before the text that it belongs to. */
function listWriter(model, type, value, depth) {
  const element = valueWriter(model, type.element, `items${depth}[i${depth}]`, depth + 1);
  const before = [
    `const items${depth} = ${value};`,
    `let list${depth} = '[';`,
    `for (let i${depth} = 0; i${depth} < items${depth}.length; i${depth}++) {`,
    ...element.before,
    `list${depth} += i${depth} === 0 ? ${element.source} : ',' + ${element.source};`,
    '}',
  ];
  return { before, source: `list${depth} + ']'` };
}

function needsEscape(values) {
  return values.some((value) => SPECIAL.test(value));
}

/** Text as it stands between single quotes in source code. */
function escapeSource(text) {
  return text.replace(
    /[\\'\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** @param {string} text to be put in quotes; escaped by V8 where anything needs it */
export function quote(text) {
  if (text.length > SHORT) return SPECIAL.test(text) ? JSON.stringify(text) : `"${text}"`;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 || code === 34 || code === 92 || (code >= 0xd800 && code <= 0xdfff))
      return JSON.stringify(text);
  }
  return `"${text}"`;
}

/** @param {number} value finite; String() alone would lose the sign of −0 */
export function writeDouble(value) {
  return value === 0 && 1 / value < 0 ? '-0' : `${value}`;
}

/** @param {bigint} value an int64; as a number while it is one exactly, since V8 writes numbers faster */
export function writeInt64(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? `${number}` : value.toString();
}
