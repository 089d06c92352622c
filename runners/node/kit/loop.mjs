/**
 * The timed loops, one for each kind of result, so that each stays monomorphic. Between operations a loop only picks the next
 * document and uses the result in the cheapest way that the compiler can't optimize away. Warm-up, verification and timing
 * run the same loop.
 */

/** Consumes results, so that the compiler can't drop the work. */
export const sink = { bits: 0, last: undefined };

/** An operation threw. */
export class OperationFailure extends Error {
  /**
   * @param {number} operation from 0
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
 * @property {number} first index of the first input
 * @property {number} ops
 * @property {unknown[]} kept receives the results of the last `kept.length` operations
 * @property {(result: unknown) => void} check throws for a result of the wrong kind
 */

/**
 * Reads a character of each string: V8 joins a concatenated string only when it is read. For other strings this costs
 * almost nothing.
 *
 * @param {Slice} slice
 * @returns {number} the total length of the outputs
 */
function loopTexts({ run, inputs, first, ops, kept, check }) {
  const from = ops - kept.length;
  let cursor = first;
  let length = 0;
  let bits = 0;
  let done = 0;
  let returned = -1;
  let text;
  try {
    for (; done < ops; done++) {
      text = run(inputs[cursor]);
      returned = done;
      length += text.length;
      bits ^= text.charCodeAt(0);
      if (done >= from) kept[done - from] = text;
      if (++cursor === inputs.length) cursor = 0;
    }
  } catch (error) {
    if (returned === done) check(text);
    throw new OperationFailure(done, error);
  }
  sink.bits ^= bits;
  return length;
}

/** @type {typeof loopTexts} */
function loopBytes({ run, inputs, first, ops, kept, check }) {
  const from = ops - kept.length;
  let cursor = first;
  let length = 0;
  let done = 0;
  let returned = -1;
  let bytes;
  try {
    for (; done < ops; done++) {
      bytes = run(inputs[cursor]);
      returned = done;
      length += bytes.length;
      sink.last = bytes;
      if (done >= from) kept[done - from] = bytes;
      if (++cursor === inputs.length) cursor = 0;
    }
  } catch (error) {
    if (returned === done) check(bytes);
    throw new OperationFailure(done, error);
  }
  return length;
}

/** For objects, trees and the results of limits. */
function loopObjects({ run, inputs, first, ops, kept }) {
  const from = ops - kept.length;
  let cursor = first;
  let done = 0;
  try {
    for (; done < ops; done++) {
      const object = run(inputs[cursor]);
      sink.last = object;
      if (done >= from) kept[done - from] = object;
      if (++cursor === inputs.length) cursor = 0;
    }
  } catch (error) {
    throw new OperationFailure(done, error);
  }
  return 0;
}

/** For operations that return a count; returns the sum. */
function loopCounts({ run, inputs, first, ops }) {
  let cursor = first;
  let sum = 0;
  for (let left = ops; left > 0; left--) {
    sum += run(inputs[cursor]);
    if (++cursor === inputs.length) cursor = 0;
  }
  return sum;
}

export const LOOPS = {
  text: loopTexts,
  bytes: loopBytes,
  objects: loopObjects,
  counts: loopCounts,
};
