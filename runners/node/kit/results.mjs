/**
 * Finishes results once the clocks have stopped. What isn't exactly what it should be is refused: a subclass, a buffer that
 * others write to, one object for two results could each be made, or changed, after its operation.
 */
import { types } from 'node:util';
import { Refusal } from './errors.mjs';

// Kept from before any library is loaded.
const { getPrototypeOf } = Object;
const { isArrayBuffer, isProxy, isUint8Array } = types;
const typedArray = getPrototypeOf(Uint8Array.prototype);
const getter = (name) => Function.prototype.call.bind(Object.getOwnPropertyDescriptor(typedArray, name).get);
const [bufferOf, offsetOf, lengthOf] = ['buffer', 'byteOffset', 'byteLength'].map(getter);
const setAll = Function.prototype.call.bind(typedArray.set);
const PLAIN_BYTES = [Buffer.prototype, Uint8Array.prototype];

/**
 * @param {unknown} result
 * @param {'text' | 'bytes'} output as it is declared
 * @param {string} operation
 * @throws {Refusal}
 */
export function checkKind(result, output, operation) {
  if (output === 'text' ? typeof result === 'string' : isPlainBytes(result)) return;
  const found = result instanceof Uint8Array ? `${kindOf(result)} that isn't plain bytes` : kindOf(result);
  throw new Refusal('mismatch', `${operation} returned ${found} instead of ${output}`);
}

/** Whether it is a Buffer or a Uint8Array itself, over memory of fixed length that no other thread shares. */
export function isPlainBytes(result) {
  if (!isUint8Array(result) || isProxy(result)) return false;
  const buffer = bufferOf(result);
  return PLAIN_BYTES.includes(getPrototypeOf(result)) && isArrayBuffer(buffer) && !buffer.resizable;
}

/**
 * @param {unknown[]} results
 * @param {(result: unknown) => void} check
 * @returns {Uint8Array[]} copies; a text in UTF-8
 */
export function finishedOutputs(results, check) {
  results.forEach(check);
  const finished = results.map((result) =>
    typeof result === 'string' ? Buffer.from(result) : copyOf(result),
  );
  checkApart(results.filter((result) => typeof result !== 'string'));
  return finished;
}

/** Without asking the result, whose own properties may be code. */
export function copyOf(bytes) {
  const copy = new Uint8Array(lengthOf(bytes));
  setAll(copy, bytes);
  return copy;
}

/** Two results in the same memory are one. */
function checkApart(results) {
  const inMemory = results
    .map((bytes, index) => ({
      index,
      buffer: bufferOf(bytes),
      begin: offsetOf(bytes),
      length: lengthOf(bytes),
    }))
    .filter(({ length }) => length > 0);
  for (const places of groups(inMemory)) {
    places.sort((a, b) => a.begin - b.begin);
    places.forEach(({ begin, index }, place) => {
      const before = places[place - 1];
      if (before !== undefined && begin < before.begin + before.length) refuseShared(before.index, index);
    });
  }
}

/** Those in one piece of memory each. */
function groups(all) {
  const found = new Map();
  for (const one of all) {
    if (!found.has(one.buffer)) found.set(one.buffer, []);
    found.get(one.buffer).push(one);
  }
  return found.values();
}

/**
 * @param {unknown[]} results objects or trees
 * @returns {unknown[]} the same
 */
export function checkObjects(results) {
  const seen = new Map();
  results.forEach((result, index) => {
    if (typeof result !== 'object' || result === null) return;
    if (seen.has(result)) refuseShared(seen.get(result), index);
    seen.set(result, index);
  });
  return results;
}

function refuseShared(one, other) {
  const [first, second] = [one, other].sort((a, b) => a - b);
  throw new Refusal(
    'mismatch',
    `results ${first} and ${second} share memory: a result must last until it is read`,
  );
}

/** @param {unknown} value */
export function kindOf(value) {
  if (value === null) return 'null';
  return typeof value === 'object' ? (value.constructor?.name ?? 'object') : typeof value;
}
