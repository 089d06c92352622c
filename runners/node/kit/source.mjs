/**
 * What generated code is made of, where names come from a schema. Plain access is right, and quick, for all names but those
 * that every object has from Object.prototype: there a field that is absent reads as a function, and assigning `__proto__`
 * makes no property.
 */
import { appendFileSync } from 'node:fs';

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * What the body of a function gives. Where somebody wants to see what is measured, the code is told, too.
 * @param {string} name what it is
 * @param {Record<string, unknown>} scope its free names
 * @param {string} body
 * @returns {any}
 */
export function evaluate(name, scope, body) {
  const told = process.env.WIREMARK_SOURCE;
  if (told !== undefined) appendFileSync(told, `// ${name}\n${body}\n\n`);
  return new Function(...Object.keys(scope), body)(...Object.values(scope));
}

/** @param {string} name as the key of a property in an object literal */
export function keySource(name) {
  // In brackets it is a name like any other; V8 makes other literals quicker without.
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name);
}

/** @param {string} name whether an object that has no such property of its own still reads as if it had */
export function isInherited(name) {
  return INHERITED.has(name);
}

/**
 * @param {string} object an expression
 * @param {string} name of a property that may be absent
 * @returns {string} an expression that is undefined where it is
 */
export function readSource(object, name) {
  const literal = JSON.stringify(name);
  const plain = `${object}[${literal}]`;
  return isInherited(name) ? `(Object.hasOwn(${object}, ${literal}) ? ${plain} : undefined)` : plain;
}

/**
 * @param {string} object an expression
 * @param {string} name of a property that it doesn't have yet
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
 * Sets a key that is known only when it comes.
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
 * @returns {string} as part of an identifier; another for every other type
 */
export function typeId(type) {
  return JSON.stringify(type).replace(/[^A-Za-z0-9]/g, (character) => `_${character.charCodeAt(0)}`);
}
