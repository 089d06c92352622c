/** Frames: a length (4 bytes, unsigned, big-endian), then that many bytes, again and again. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { Refusal } from './errors.mjs';

/**
 * @param {string} path
 * @param {number} count how many there must be
 * @returns {Buffer[]} each in memory of its own, as if it had just come from a socket
 */
export function readFrames(path, count) {
  const bytes = readFileSync(path);
  const frames = [];
  let at = 0;
  while (at < bytes.length) {
    const end = at + 4 <= bytes.length ? at + 4 + bytes.readUInt32BE(at) : Number.POSITIVE_INFINITY;
    if (end > bytes.length)
      throw new Refusal('crash', `${path}: a frame reaches past the end, at byte ${at}`);
    const frame = Buffer.allocUnsafeSlow(end - at - 4);
    bytes.copy(frame, 0, at + 4, end);
    frames.push(frame);
    at = end;
  }
  if (frames.length !== count) {
    throw new Refusal('crash', `${path}: expected ${count} frames, found ${frames.length}`);
  }
  return frames;
}

/**
 * @param {string} path
 * @param {readonly (string | Uint8Array)[]} outputs a text is written as UTF-8
 */
export function writeFrames(path, outputs) {
  const file = openSync(path, 'w');
  try {
    for (const output of outputs) {
      const body = typeof output === 'string' ? Buffer.from(output, 'utf8') : output;
      const frame = Buffer.allocUnsafeSlow(4 + body.length);
      frame.writeUInt32BE(body.length, 0);
      frame.set(body, 4);
      writeWhole(file, frame);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * @param {number} file
 * @param {Uint8Array} bytes
 */
export function writeWhole(file, bytes) {
  let at = 0;
  while (at < bytes.length) at += writeSync(file, bytes, at);
}
