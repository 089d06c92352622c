import { writeFrames } from './frames.mjs';
import { loop } from './loop.mjs';

export class Trial {
  #work;
  #inputs = [];
  #done = 0;
  /** @type {Uint8Array[]} results not yet written */
  #kept = [];

  /** @param {import('./work.mjs').Work} work */
  constructor(work) {
    this.#work = work;
  }

  get documents() {
    return this.#inputs.length;
  }

  /**
   * @param {string} path
   * @param {number} count
   */
  set(path, count) {
    this.#inputs = this.#work.read(path, count);
    this.#done = 0;
  }

  /**
   * @param {number} ops
   * @param {number} keep
   * @returns {{ ns: bigint, cpuNs: number, length: number }} `cpuNs` includes the collector's and the compiler's
   *   threads
   */
  slice(ops, keep) {
    const { results, run, check, finish } = this.#work;
    const inputs = this.#inputs;
    const kept = new Array(keep).fill(undefined);
    const slice = { run, inputs, first: this.#done % inputs.length, ops, kept, done: 0 };
    const cpuStart = cpuUsage();
    const start = hrtime();
    const length = loop(results, slice, check);
    const end = hrtime();
    const cpuEnd = cpuUsage();
    for (const result of finish(kept)) this.#kept.push(result);
    this.#done += ops;
    const cpu = cpuEnd.user - cpuStart.user + cpuEnd.system - cpuStart.system;
    return { ns: end - start, cpuNs: cpu * 1000, length };
  }

  /**
   * @param {string} path
   * @returns {number}
   */
  write(path) {
    const kept = this.#kept;
    this.#kept = [];
    writeFrames(path, kept);
    return kept.length;
  }
}

// Bound before any library is loaded: a library that patches clocks must not affect the kit's.
const cpuUsage = process.cpuUsage.bind(process);
const hrtime = process.hrtime.bigint.bind(process.hrtime);
