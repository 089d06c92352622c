/**
 * The timed loops, one for each kind of result, so that each stays monomorphic. Between operations there is only the
 * choice of the next document and the use of the result.
 */

/** Results end here, so that the compiler must have them made. */
export const sink = { bits: 0, last: undefined };

/**
 * V8 puts a concatenated string together only when someone reads a character of it, so that a document that was never
 * read was never finished: one character is read. For a string that is finished already this costs nothing.
 */
function loopTexts(run, inputs, first, ops) {
  let cursor = first;
  let checksum = 0;
  let bits = 0;
  for (let left = ops; left > 0; left--) {
    const text = run(inputs[cursor]);
    checksum += text.length;
    bits ^= text.charCodeAt(0);
    if (++cursor === inputs.length) cursor = 0;
  }
  sink.bits ^= bits;
  return checksum;
}

function loopBytes(run, inputs, first, ops) {
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

function loopObjects(run, inputs, first, ops) {
  let cursor = first;
  let checksum = 0;
  for (let left = ops; left > 0; left--) {
    const object = run(inputs[cursor]);
    if (object !== null && object !== undefined) checksum++;
    sink.last = object;
    if (++cursor === inputs.length) cursor = 0;
  }
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

const LOOPS = { text: loopTexts, bytes: loopBytes, objects: loopObjects, counts: loopCounts };

export class TimedLoop {
  #loop;
  #run;
  #inputs;
  /** Operations so far, over all slices. */
  #done = 0;

  /**
   * @param {'text' | 'bytes' | 'objects' | 'counts'} results
   * @param {(input: unknown) => unknown} run
   * @param {readonly unknown[]} inputs the timed documents
   */
  constructor(results, run, inputs) {
    this.#loop = LOOPS[results];
    this.#run = run;
    this.#inputs = inputs;
  }

  /** How many documents the operations rotate over. */
  get documents() {
    return this.#inputs.length;
  }

  /**
   * @param {number} ops
   * @returns {{ ns: bigint, cpuNs: number, checksum: number }} CPU time is the whole process's: the collector's and
   *   compiler's threads too
   */
  slice(ops) {
    const loop = this.#loop;
    const run = this.#run;
    const inputs = this.#inputs;
    const first = this.#done % inputs.length;
    const cpuStart = process.cpuUsage();
    const start = process.hrtime.bigint();
    const checksum = loop(run, inputs, first, ops);
    const end = process.hrtime.bigint();
    const cpuEnd = process.cpuUsage();
    this.#done += ops;
    const cpuMicroseconds = cpuEnd.user - cpuStart.user + (cpuEnd.system - cpuStart.system);
    return { ns: end - start, cpuNs: cpuMicroseconds * 1000, checksum };
  }
}
