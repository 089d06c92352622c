/**
 * The timed loops, one for each kind of result, so that each stays monomorphic. Between operations there is only the choice of
 * the next document and the cheapest use of the result that no compiler sees through: nothing is looked into. The same loop
 * runs for whatever reason it was asked.
 */

/** Results end here, so that the compiler must have them made. */
export const sink = { bits: 0, last: undefined };

/** The library refused an operation, or threw. */
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
 * @property {number} first which input comes first
 * @property {number} ops
 * @property {unknown[]} kept as long as results of the last operations are to be kept: these
 * @property {(result: unknown) => void} check throws for a result of the wrong kind
 */

/**
 * V8 puts a concatenated string together only when someone reads a character of it, so that a document that was never
 * read was never finished: reading one finishes it. For a string that is finished already this costs next to nothing.
 *
 * @param {Slice} slice
 * @returns {number} the length of all outputs
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

/** Objects, trees, and what a limit hands back. */
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

/** Operations that return a number to be summed. */
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
