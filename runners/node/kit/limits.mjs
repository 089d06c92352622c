/**
 * The limits of docs/PROTOCOL.md: bounds that serializers are measured against, each the quickest way that we know. They
 * run in the same loops as the serializers.
 */
import { fixtureReader } from './fixture-reader.mjs';
import { readFrames, writeFrames } from './frames.mjs';
import { sink, TimedLoop } from './loop.mjs';
import { compileWalk } from './walk.mjs';

/**
 * @typedef {object} LimitParts
 * @property {'trees' | 'lengths' | 'counts'} results what its operations return, for the choice of the loop
 * @property {(input: unknown) => unknown} run
 * @property {(set: 'documents' | 'hard') => unknown[]} inputs
 */

/** @type {Record<string, (job: import('./job.mjs').Job, model: import('./serializer.mjs').Model) => LimitParts>} */
const LIMITS = {
  'limit-no-op': (job) => ({ results: 'trees', run: (input) => input, inputs: frames(job) }),
  // By way of Node's pool for short ones, as most libraries get their buffers.
  'limit-copy': (job) => ({ results: 'lengths', run: (bytes) => Buffer.from(bytes), inputs: frames(job) }),
  'limit-write': (job) => ({ results: 'lengths', run: writeText, inputs: texts(job) }),
  'limit-walk': (job, model) => ({
    results: 'counts',
    run: compileWalk(model),
    inputs: (set) => fixtureReader(model, (value) => value)(job[set].path, job[set].count),
  }),
};

/** @param {string} id of a serializer, as in the job */
export function isLimit(id) {
  return Object.hasOwn(LIMITS, id);
}

/**
 * @param {import('./job.mjs').Job} job
 * @param {import('./serializer.mjs').Model} model
 */
export function prepareLimit(job, model) {
  return new LimitTrial(LIMITS[job.serializer](job, model));
}

/** What `slice`, `dump` and `memory` need, as in trial.mjs; a limit is never given documents that it hasn't seen. */
class LimitTrial {
  version = '1';
  loop;
  #parts;
  #inputs;

  constructor(parts) {
    this.#parts = parts;
    this.#inputs = { documents: parts.inputs('documents'), hard: parts.inputs('hard') };
    this.loop = new TimedLoop(parts.results, parts.run, this.#inputs.documents);
  }

  /**
   * @param {'documents' | 'hard'} set
   * @param {string} path
   * @returns {number} how many outputs, 0 for a limit that puts nothing out
   */
  dump(set, path) {
    const results = this.#inputs[set].map((input) => this.#parts.run(input));
    const outputs = this.#parts.results === 'lengths' ? results : [];
    writeFrames(path, outputs);
    return outputs.length;
  }
}

function frames(job) {
  return (set) => readFrames(job[`${set}-input`].path, job[`${set}-input`].count);
}

function texts(job) {
  const read = frames(job);
  return (set) => read(set).map((frame) => frame.toString('utf8'));
}

/** 1 for what JSON has escaped. */
const ESCAPED = new Uint8Array(256);
ESCAPED.fill(1, 0, 0x20);
ESCAPED[0x22] = 1;
ESCAPED[0x5c] = 1;

/**
 * Looks for characters to escape after encoding: all of them are ASCII, so that each is one byte which nothing else has,
 * and bytes are looked through in two thirds of the time that a string's characters take.
 */
function writeText(text) {
  const bytes = Buffer.from(text, 'utf8');
  let count = 0;
  for (let index = 0; index < bytes.length; index++) count += ESCAPED[bytes[index]];
  sink.bits ^= count;
  return bytes;
}
