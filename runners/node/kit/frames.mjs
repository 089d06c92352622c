/** Reads and writes frames: each is a length (4 bytes, unsigned, big-endian) and that many bytes. */
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * @param {string} path
 * @param {number} count
 * @returns {Buffer[]} each in its own memory, as if it had just come from a socket
 */
export function readFrames(path, count) {
  const bytes = readFileSync(path);
  let at = 0;
  return Array.from({ length: count }, () => {
    const begin = at + 4;
    at = begin + bytes.readUInt32BE(at);
    const frame = Buffer.allocUnsafeSlow(at - begin);
    bytes.copy(frame, 0, begin, at);
    return frame;
  });
}

/** @type {(path: string, count: number) => string[]} */
export function readTexts(path, count) {
  return readFrames(path, count).map((frame) => frame.toString('utf8'));
}

/**
 * @param {string} path
 * @param {readonly Uint8Array[]} results
 */
export function writeFrames(path, results) {
  const parts = results.flatMap((result) => {
    const head = Buffer.allocUnsafeSlow(4);
    head.writeUInt32BE(result.length);
    return [head, result];
  });
  writeFileSync(path, Buffer.concat(parts));
}
