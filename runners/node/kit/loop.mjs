/**
 * The timed loops, one for each kind of result, so that each stays monomorphic. Between operations there is only the
 * choice of the next document and the use of the result: its length and one unit of it at a place that nobody knows
 * beforehand (docs/PROTOCOL.md, "slice"), so that a result has to be made, and made whole.
 */

/** Results end here, so that the compiler must have them made. */
export const sink = { bits: 0, last: undefined };

/** The places of a slice are drawn from these states: Numerical Recipes' generator of 32 bits. */
const MULTIPLIER = 1664525;
const INCREMENT = 1013904223;
/** For so many operations the way down an object stays the same; a power of 2. */
const WAY_OPERATIONS = 64;
/** A state's upper 24 bits are a fraction of so many. */
const FRACTION = 2 ** -24;

/**
 * @param {number} state
 * @returns {number} the next one, as a signed integer of 32 bits
 */
export function nextState(state) {
  return (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
}

/**
 * @param {number} state
 * @param {number} count at least 1
 * @returns {number} from 0 to below `count`
 */
export function placeOf(state, count) {
  return ((state >>> 8) * count * FRACTION) >>> 0;
}

/**
 * V8 puts a concatenated string together only when someone reads a character of it, so that a document that was never
 * read was never finished: reading one finishes it. For a string that is finished already this costs next to nothing.
 */
function loopTexts(run, inputs, first, ops, seed) {
  let cursor = first;
  let checksum = 0;
  let state = seed | 0;
  for (let left = ops; left > 0; left--) {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    const text = run(inputs[cursor]);
    const { length } = text;
    if (length > 0) checksum += length + text.charCodeAt(((state >>> 8) * length * FRACTION) >>> 0);
    if (++cursor === inputs.length) cursor = 0;
  }
  return checksum;
}

function loopBytes(run, inputs, first, ops, seed) {
  let cursor = first;
  let checksum = 0;
  let state = seed | 0;
  for (let left = ops; left > 0; left--) {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    const bytes = run(inputs[cursor]);
    const { length } = bytes;
    if (length > 0) checksum += length + bytes[((state >>> 8) * length * FRACTION) >>> 0];
    if (++cursor === inputs.length) cursor = 0;
  }
  return checksum;
}

/** Of objects a leaf is read, wherever the way leads: the same for some operations, so that a processor can foresee it. */
function loopObjects(run, inputs, first, ops, seed, sample) {
  let cursor = first;
  let checksum = 0;
  let state = seed | 0;
  let way = 0;
  for (let done = 0; done < ops; done++) {
    state = (Math.imul(state, MULTIPLIER) + INCREMENT) | 0;
    if ((done & (WAY_OPERATIONS - 1)) === 0) way = state;
    const object = run(inputs[cursor]);
    checksum += sample(object, way, state);
    sink.last = object;
    if (++cursor === inputs.length) cursor = 0;
  }
  return checksum;
}

/** A library's own trees can't be looked into: that there is one is all that counts. */
function loopTrees(run, inputs, first, ops) {
  let cursor = first;
  let checksum = 0;
  for (let left = ops; left > 0; left--) {
    const tree = run(inputs[cursor]);
    if (tree !== null && tree !== undefined) checksum++;
    sink.last = tree;
    if (++cursor === inputs.length) cursor = 0;
  }
  return checksum;
}

/** For limits that put bytes out. */
function loopLengths(run, inputs, first, ops) {
  let cursor = first;
  let checksum = 0;
  let bits = 0;
  for (let left = ops; left > 0; left--) {
    const bytes = run(inputs[cursor]);
    checksum += bytes.length;
    bits ^= bytes[0];
    if (++cursor === inputs.length) cursor = 0;
  }
  sink.bits ^= bits;
  return checksum;
}

/** For operations that return a number to be summed. */
function loopCounts(run, inputs, first, ops) {
  let cursor = first;
  let checksum = 0;
  for (let left = ops; left > 0; left--) {
    checksum += run(inputs[cursor]);
    if (++cursor === inputs.length) cursor = 0;
  }
  return checksum;
}

const LOOPS = {
  text: loopTexts,
  bytes: loopBytes,
  objects: loopObjects,
  trees: loopTrees,
  lengths: loopLengths,
  counts: loopCounts,
};

export class TimedLoop {
  #loop;
  #run;
  #inputs;
  #sample;
  /** Operations so far, over all slices. */
  #done = 0;

  /**
   * @param {keyof typeof LOOPS} results
   * @param {(input: unknown) => unknown} run
   * @param {readonly unknown[]} inputs the timed documents
   * @param {(object: unknown, way: number, state: number) => number} [sample] of `objects`: what one adds to the checksum
   */
  constructor(results, run, inputs, sample) {
    this.#loop = LOOPS[results];
    this.#run = run;
    this.#inputs = inputs;
    this.#sample = sample;
  }

  /** How many documents the operations rotate over. */
  get documents() {
    return this.#inputs.length;
  }

  /**
   * @param {number} ops
   * @param {number} seed tells where results are looked into: 0 to 2^32 - 1
   * @returns {{ ns: bigint, cpuNs: number, checksum: number }} CPU time is the whole process's: the collector's and
   *   compiler's threads too
   */
  slice(ops, seed) {
    const loop = this.#loop;
    const run = this.#run;
    const inputs = this.#inputs;
    const sample = this.#sample;
    const first = this.#done % inputs.length;
    const cpuStart = cpuUsage();
    const start = hrtime();
    const checksum = loop(run, inputs, first, ops, seed, sample);
    const end = hrtime();
    const cpuEnd = cpuUsage();
    this.#done += ops;
    return { ns: end - start, cpuNs: spent(cpuStart, cpuEnd), checksum };
  }
}

/**
 * The task once on each of these, timed as a whole.
 *
 * @param {(input: unknown) => unknown} run
 * @param {readonly unknown[]} inputs
 * @returns {{ results: unknown[], ns: bigint, cpuNs: number }}
 */
export function timeOnce(run, inputs) {
  const results = new Array(inputs.length).fill(undefined);
  let bits = 0;
  const cpuStart = cpuUsage();
  const start = hrtime();
  for (let index = 0; index < inputs.length; index++) {
    const result = run(inputs[index]);
    results[index] = result;
    // Finishes a string, as above.
    if (typeof result === 'string') bits ^= result.charCodeAt(0);
  }
  const end = hrtime();
  const cpuEnd = cpuUsage();
  sink.bits ^= bits;
  return { results, ns: end - start, cpuNs: spent(cpuStart, cpuEnd) };
}

// Kept from before any library is loaded: one that patches its clocks must not patch ours.
const cpuUsage = process.cpuUsage.bind(process);
const hrtime = process.hrtime.bigint.bind(process.hrtime);

/** Nanoseconds between two readings. */
function spent(from, to) {
  return (to.user - from.user + (to.system - from.system)) * 1000;
}
