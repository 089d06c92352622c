/**
 * Helps to generate code that accesses properties with names from a schema. Ordinary access is fast, but wrong for names
 * that objects inherit from Object.prototype: an absent field of such a name reads as a function, and assigning
 * `__proto__` creates no property.
 */
import { appendFileSync } from 'node:fs';

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * Runs generated code and returns its result. If the environment variable WIREMARK_SOURCE names a file, appends the code
 * to it, for inspection.
 * @param {string} name
 * @param {Record<string, unknown>} scope values of the variables that the code uses
 * @param {string} body
 * @returns {any}
 */
export function evaluate(name, scope, body) {
  const file = process.env.WIREMARK_SOURCE;
  if (file !== undefined) appendFileSync(file, `// ${name}\n${body}\n\n`);
  return new Function(...Object.keys(scope), body)(...Object.values(scope));
}

/** @param {string} name */
export function keySource(name) {
  // Without brackets, `__proto__` would set the prototype; for other names V8 is faster without brackets.
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

/** @param {string} name */
export function isInherited(name) {
  return INHERITED.has(name);
}

/**
 * @param {string} object
 * @param {string} name
 * @returns {string} an expression for the property's value, undefined if it is absent
 */
export function readSource(object, name) {
  const literal = JSON.stringify(name);
  const plain = `${object}[${literal}]`;
  return isInherited(name) ? `(Object.hasOwn(${object}, ${literal}) ? ${plain} : undefined)` : plain;
}

/**
 * @param {string} object
 * @param {string} name
 * @param {string} value
 * @returns {string}
 */
export function setSource(object, name, value) {
  const literal = JSON.stringify(name);
  if (name !== '__proto__') return `${object}[${literal}] = ${value};`;
  const rest = 'writable: true, enumerable: true, configurable: true';
  return `Object.defineProperty(${object}, ${literal}, { value: ${value}, ${rest} });`;
}

/**
 * Adds an entry to a map, also for the key `__proto__`.
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
