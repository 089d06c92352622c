/**
 * Checks and copies results after the clock stops. Rejects results of another kind than declared, and results that share
 * memory: a serializer that reuses a buffer or an object overwrites its earlier results.
 */
import { types } from 'node:util';
import { Refusal } from './errors.mjs';

const PLAIN_BYTES = [Buffer.prototype, Uint8Array.prototype];

/**
 * @param {unknown} result
 * @param {'text' | 'bytes'} output
 * @param {string} operation
 * @throws {Refusal}
 */
export function checkKind(result, output, operation) {
  if (output === 'text' ? typeof result === 'string' : isPlainBytes(result)) return;
  const found = result instanceof Uint8Array ? `${kindOf(result)} that isn't plain bytes` : kindOf(result);
  throw new Refusal('mismatch', `${operation} returned ${found} instead of ${output}`);
}

/** Returns whether a result is a Buffer or Uint8Array (no subclass) over memory of fixed length, not shared between threads. */
export function isPlainBytes(result) {
  if (!types.isUint8Array(result)) return false;
  const { buffer } = result;
  return (
    PLAIN_BYTES.includes(Object.getPrototypeOf(result)) && types.isArrayBuffer(buffer) && !buffer.resizable
  );
}

/**
 * @param {unknown[]} results
 * @param {(result: unknown) => void} check
 * @returns {Uint8Array[]} copies; text as UTF-8
 */
export function finishedOutputs(results, check) {
  results.forEach(check);
  checkApart(results.filter((result) => typeof result !== 'string'));
  return results.map((result) =>
    typeof result === 'string' ? Buffer.from(result, 'utf8') : new Uint8Array(result),
  );
}

function checkApart(results) {
  const inMemory = new Map(results.map((bytes) => [bytes.buffer, []]));
  results.forEach((bytes, index) => {
    const begin = bytes.byteOffset;
    const end = begin + bytes.byteLength;
    if (begin < end) inMemory.get(bytes.buffer).push({ index, begin, end });
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
 * Throws if two results are the same object.
 * @param {unknown[]} results objects or trees
 * @returns {unknown[]} `results`
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
