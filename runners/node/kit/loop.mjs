/**
 * The timed loops, one for each kind of result, so that each stays monomorphic. A call of a loop is a slice: it runs a
 * number of operations. A loop picks the next document and uses the result in the cheapest way that the compiler can't
 * optimize away. Warm-up, verification and timing run the same loop. The caller catches errors: with `try` in the loop,
 * a small operation with 2.5 % more work seemed 43 % slower.
 */

export const sink = { bits: 0, last: undefined };

export class OperationFailure extends Error {
  /**
   * @param {number} operation index of the failed operation in the slice, from 0
   * @param {unknown} cause
   */
  constructor(operation, cause) {
    super('an operation failed', { cause });
    this.operation = operation;
  }
}

/**
 * @typedef {object} Slice
 * @property {(input: unknown) => unknown} run
 * @property {readonly unknown[]} inputs
 * @property {number} first
 * @property {number} ops
 * @property {unknown[]} kept receives the results of the last `kept.length` operations
 * @property {number} done index of the current operation, for errors; always 0 for counts
 */

/**
 * Reads a character of each string, since V8 joins a concatenated string only when it is read.
 *
 * @param {Slice} slice
 * @returns {number} the total length of the outputs, in UTF-16 code units
 */
function loopTexts(slice) {
  const { run, inputs, first, ops, kept } = slice;
  const from = ops - kept.length;
  let cursor = first;
  let length = 0;
  let bits = 0;
  for (let done = 0; done < ops; done++) {
    slice.done = done;
    const text = run(inputs[cursor]);
    length += text.length;
    bits ^= text.charCodeAt(0);
    if (done >= from) kept[done - from] = text;
    if (++cursor === inputs.length) cursor = 0;
  }
  sink.bits ^= bits;
  return length;
}

/** @type {typeof loopTexts} */
function loopBytes(slice) {
  const { run, inputs, first, ops, kept } = slice;
  const from = ops - kept.length;
  let cursor = first;
  let length = 0;
  for (let done = 0; done < ops; done++) {
    slice.done = done;
    const bytes = run(inputs[cursor]);
    length += bytes.length;
    sink.last = bytes;
    if (done >= from) kept[done - from] = bytes;
    if (++cursor === inputs.length) cursor = 0;
  }
  return length;
}

function loopObjects(slice) {
  const { run, inputs, first, ops, kept } = slice;
  const from = ops - kept.length;
  let cursor = first;
  for (let done = 0; done < ops; done++) {
    slice.done = done;
    const object = run(inputs[cursor]);
    sink.last = object;
    if (done >= from) kept[done - from] = object;
    if (++cursor === inputs.length) cursor = 0;
  }
  return 0;
}

function loopCounts({ run, inputs, first, ops }) {
  let cursor = first;
  let sum = 0;
  for (let left = ops; left > 0; left--) {
    sum += run(inputs[cursor]);
    if (++cursor === inputs.length) cursor = 0;
  }
  return sum;
}

const LOOPS = { text: loopTexts, bytes: loopBytes, objects: loopObjects, counts: loopCounts };

/**
 * @param {import('./work.mjs').Work['results']} results
 * @param {Slice} slice
 * @param {(result: unknown) => void} [check] throws for a result of the wrong kind
 * @returns {number} the total length of the outputs; 0 for objects, the sum for counts
 */
export function loop(results, slice, check) {
  try {
    return LOOPS[results](slice);
  } catch (error) {
    if (check !== undefined) checkAgain(slice, check);
    throw new OperationFailure(slice.done, error);
  }
}

/** Repeats a failed operation. If it now succeeds, the loop failed to use its result, and `check` throws the reason. */
function checkAgain({ run, inputs, first, done }, check) {
  let result;
  try {
    result = run(inputs[(first + done) % inputs.length]);
  } catch {
    return;
  }
  check(result);
}
