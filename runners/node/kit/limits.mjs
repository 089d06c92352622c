/**
 * The limits of docs/PROTOCOL.md: minimal work such as copying the output, done in the fastest way known. Their times
 * are lower bounds for serializers. Like serializers, they run in the timed loops of loop.mjs.
 */
import { fixtureReader } from './fixture-reader.mjs';
import { readFrames, readTexts } from './frames.mjs';
import { sink } from './loop.mjs';
import { compileWalk } from './walk.mjs';

const copy = (bytes) => Buffer.from(bytes);
const copies = (results) => results.map(copy);

/** @type {Record<string, (model: import('./serializer.mjs').Model) => Omit<import('./work.mjs').Work, 'version'>>} */
const LIMITS = {
  'limit-no-op': () => ({ results: 'objects', run: (input) => input, read: readFrames, finish: copies }),
  // `Buffer.from` takes short copies from Node's buffer pool, which is faster than separate memory for each.
  'limit-copy': () => ({ results: 'bytes', run: copy, read: readFrames, finish: copies }),
  'limit-write': () => ({ results: 'bytes', run: writeText, read: readTexts, finish: copies }),
  'limit-walk': (model) => ({
    ...{ results: 'counts', run: compileWalk(model), finish: () => [] },
    read: fixtureReader(model, (value) => value),
  }),
};

/**
 * @param {string} id
 * @param {import('./serializer.mjs').Model} model
 * @returns {import('./work.mjs').Work | null} null if the id isn't a limit
 */
export function limitWork(id, model) {
  return Object.hasOwn(LIMITS, id) ? { version: '1', ...LIMITS[id](model) } : null;
}

/** 1 for bytes that JSON escapes. */
const ESCAPED = new Uint8Array(256);
ESCAPED.fill(1, 0, 0x20);
for (const byte of [0x22, 0x5c]) ESCAPED[byte] = 1;

/** Encodes a text and counts the bytes that JSON escapes. Scanning the string instead would take 1.5 times as long. */
function writeText(text) {
  const bytes = Buffer.from(text, 'utf8');
  let count = 0;
  for (let index = 0; index < bytes.length; index++) count += ESCAPED[bytes[index]];
  sink.bits ^= count;
  return bytes;
}
