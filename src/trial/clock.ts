/**
 * Compares the sum of a runner's times with wiremark's stopwatch, to find a clock that has the wrong unit or
 * times the wrong code.
 */
import type { SliceResult } from './client.ts';

/** Slices shorter than this aren't compared: the time to answer would distort the comparison. */
const SHORT_NS = 10_000_000;

const ENOUGH_NS = 100_000_000;

/** Bounds of reported time / elapsed time (`LEAST`: without waits). A correct clock differs from wiremark's by less than 1 %. */
const LEAST = 0.5;
const MOST = 1.01;

/** CPU time may exceed cores × elapsed time by this factor, because some systems count it in ticks. */
const CPU_SLACK = 1.1;

export class ClockWatch {
  readonly #cores: number;
  #count = 0;
  #reported = 0;
  #elapsed = 0;
  /** Reported time without waits for a core. `#free` is elapsed time without waits or wiremark's other work. */
  #worked = 0;
  #free = 0;
  #cpu = 0;

  constructor(cores: number) {
    this.#cores = cores;
  }

  /** Adds a slice, unless it is short or keeps a result: finishing a result may take longer than the slice. */
  add({ keep, ns, cpuNs, waitNs, elapsedNs, heldNs }: SliceResult): void {
    const free = elapsedNs - heldNs;
    if (keep > 0 || Math.max(ns, free) < SHORT_NS) return;
    this.#count++;
    this.#reported += ns;
    this.#elapsed += elapsedNs;
    this.#worked += ns - (waitNs ?? 0);
    this.#free += free;
    this.#cpu += cpuNs;
  }

  fault(): string | null {
    const [reported, elapsed] = [this.#reported, this.#elapsed];
    const isLong = reported > Math.max(ENOUGH_NS, MOST * elapsed);
    const isShort = this.#free > ENOUGH_NS && this.#worked < LEAST * this.#free;
    const [count, cores] = [`${this.#count} slices`, this.#cores];
    if (isLong || isShort)
      return `reports ${milliseconds(reported)} for ${count} that took ${milliseconds(elapsed)} by wiremark's stopwatch`;
    if (this.#cpu <= Math.max(ENOUGH_NS, CPU_SLACK * cores * elapsed)) return null;
    return `reports ${milliseconds(this.#cpu)} of CPU time for ${count} that took ${milliseconds(elapsed)} on ${cores} cores`;
  }
}

function milliseconds(ns: number): string {
  return `${(ns / 1e6).toPrecision(3)} ms`;
}
