/**
 * Source for generated code with names from a schema. Plain access is right and fast for all names except those that
 * objects inherit from Object.prototype: an absent field of such a name reads as a function, and assigning `__proto__`
 * creates no property.
 */
import { appendFileSync } from 'node:fs';

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Runs generated code and returns its result. Appends the code to the file WIREMARK_SOURCE, if set, for inspection.
 * @param {string} name title of the code
 * @param {Record<string, unknown>} scope values of its free names
 * @param {string} body
 * @returns {any}
 */
export function evaluate(name, scope, body) {
  const file = process.env.WIREMARK_SOURCE;
  if (file !== undefined) appendFileSync(file, `// ${name}\n${body}\n\n`);
  return new Function(...Object.keys(scope), body)(...Object.values(scope));
}

/** Spells a name as a property key of an object literal. @param {string} name */
export function keySource(name) {
  // Without brackets, `__proto__` would set the prototype; for other names V8 is faster without brackets.
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

/** Whether all objects inherit a property of this name. @param {string} name */
export function isInherited(name) {
  return INHERITED.has(name);
}

/**
 * @param {string} object an expression
 * @param {string} name of a property that may be absent
 * @returns {string} an expression that is undefined if it is absent
 */
export function readSource(object, name) {
  const literal = JSON.stringify(name);
  const plain = `${object}[${literal}]`;
  return isInherited(name) ? `(Object.hasOwn(${object}, ${literal}) ? ${plain} : undefined)` : plain;
}

/**
 * @param {string} object an expression
 * @param {string} name of a property that doesn't exist yet
 * @param {string} value an expression
 * @returns {string} a statement
 */
export function setSource(object, name, value) {
  const literal = JSON.stringify(name);
  if (name !== '__proto__') return `${object}[${literal}] = ${value};`;
  const rest = 'writable: true, enumerable: true, configurable: true';
  return `Object.defineProperty(${object}, ${literal}, { value: ${value}, ${rest} });`;
}

/**
 * Sets a key that is known only at run time.
 * @param {Record<string, unknown>} map
 * @param {string} key
 * @param {unknown} value
 */
export function setEntry(map, key, value) {
  if (key !== '__proto__') map[key] = value;
  else Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
}

/**
 * @param {import('../../build-kit/model.mjs').Type} type
 * @returns {string} part of an identifier, unique to the type
 */
export function typeId(type) {
  return JSON.stringify(type).replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0)}`);
}
