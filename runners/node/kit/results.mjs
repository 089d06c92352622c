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
const getter = (holder, name) =>
  Function.prototype.call.bind(Object.getOwnPropertyDescriptor(holder, name).get);
const ofBytes = (name) => getter(typedArray, name);
const [bufferOf, offsetOf, lengthOf] = ['buffer', 'byteOffset', 'byteLength'].map(ofBytes);
const isResizable = getter(ArrayBuffer.prototype, 'resizable');
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
  return PLAIN_BYTES.includes(getPrototypeOf(result)) && isArrayBuffer(buffer) && !isResizable(buffer);
}

/**
 * @param {unknown[]} results
 * @param {(result: unknown) => void} check
 * @returns {Uint8Array[]} copies; a text in UTF-8
 */
export function finishedOutputs(results, check) {
  results.forEach(check);
  const finished = results.map((result) => (typeof result === 'string' ? bytesOf(result) : copyOf(result)));
  checkApart(results.filter((result) => typeof result !== 'string'));
  return finished;
}

/** Not in Buffer's pool, where the row could alter them later. */
function bytesOf(text) {
  const bytes = Buffer.alloc(Buffer.byteLength(text, 'utf8'));
  bytes.utf8Write(text, 0, bytes.length);
  return bytes;
}

/** Without asking the result, whose own properties may be code. */
export function copyOf(bytes) {
  const copy = new Uint8Array(lengthOf(bytes));
  setAll(copy, bytes);
  return copy;
}

/** Two results in the same memory are one. */
function checkApart(results) {
  const inMemory = new Map(results.map((bytes) => [bufferOf(bytes), []]));
  results.forEach((bytes, index) => {
    const begin = offsetOf(bytes);
    const end = begin + lengthOf(bytes);
    if (begin < end) inMemory.get(bufferOf(bytes)).push({ index, begin, end });
  });
  for (const places of inMemory.values()) {
    places.sort((a, b) => a.begin - b.begin);
    places.slice(1).forEach(({ begin, index }, place) => {
      const before = places[place];
      if (begin < before.end) refuseShared(before.index, index);
    });
  }
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
