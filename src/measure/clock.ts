/** Whether a runner's times can be true, by wiremark's clock and by what cores can do. */
import type { SliceResult } from '../runner/client.ts';
import { median, sortSamples } from '../stats/samples.ts';

/** Less time in all, by either clock, tells nothing; fewer slices don't tell that times are too short. */
const TELLING_NS = 100_000_000;
const LEAST_SLICES = 10;

/** Clocks may differ by so much, besides what it takes to answer. */
const DRIFT = 0.01;
const ANSWER_NS = 1_000_000;

/**
 * How many times as long as they say slices may take from command to answer in all, besides what it takes to answer each: on a
 * busy machine each waits for a core as well; where that wait is known it is taken off, and where it isn't, much more has to be
 * allowed (docs/evidence/protocol-4.md).
 */
const ALLOWED = { known: 1.15, unknown: 5 };

/** As long as it warms up: what is wrong by more ends it at once, and for the rest there will be more to judge by. */
const ALLOWED_EARLY = { known: 5, unknown: 5 };

/** Finishing a kept result, after the clock: at most so much for each byte of its document, and besides. */
const FINISHING_NS_PER_BYTE = 2_000;
const FINISHING_NS = 500_000;

/** CPU time may be above time × cores by so much: some systems only count in ticks. */
const CPU_SLACK = 0.1;
const CPU_TICKS_NS = 20_000_000;

type Times = Pick<SliceResult, 'ops' | 'ns' | 'cpuNs' | 'waitNs' | 'elapsedNs' | 'heldNs' | 'keep'>;

/** What is judged by, besides slices. */
interface ClockPlace {
  /** Of the machine. */
  readonly cores: number;
  /** Of a document as it is given. */
  readonly documentBytes: number;
}

/**
 * Judges a process by its slices together, short ones too: so a runner can't be right in those alone that are looked at. That they are
 * too short is judged by those that waited least, for a clock that is short by as much as others held it up tells what is true; and of
 * these by the third that fits best, for something else may have delayed some, such as a collection of garbage after the clock.
 */
export class ClockWatch {
  readonly #place: ClockPlace;
  readonly #slices: Times[] = [];
  readonly #all = new Sum();

  constructor(place: ClockPlace) {
    this.#place = place;
  }

  add(slice: Times): void {
    this.#slices.push(slice);
    this.#all.add(slice);
  }

  /**
   * What is wrong with them; null when all is well, and while they are too few.
   *
   * @param isOver whether no more will come
   */
  fault(isOver: boolean): string | null {
    const { told, elapsed, cpu, count } = this.#all;
    if (Math.max(told, elapsed) < TELLING_NS) return null;
    if (this.#all.isTooLong() || this.#isTooShort(isOver))
      return (
        `says that its slices take ${spelled(told)} in all, but from command to answer they take ${spelled(elapsed)} by ` +
        `wiremark's own stopwatch (${count} slices)`
      );
    const { cores } = this.#place;
    if (cpu <= told * cores * (1 + CPU_SLACK) + CPU_TICKS_NS) return null;
    return (
      `says that its slices take ${spelled(told)} and ${spelled(cpu)} of CPU time in all, more than ${cores} ` +
      `${cores === 1 ? 'core has' : 'cores have'} in that time (${count} slices)`
    );
  }

  #isTooShort(isOver: boolean): boolean {
    if (this.#all.count < LEAST_SLICES) return false;
    // After each slice of a warm-up it is asked of their sum: that is cheap, and nearly always the answer.
    if (!isOver && !this.#all.isFarTooShort()) return false;
    const allowed = isOver ? ALLOWED : ALLOWED_EARLY;
    const free = freest(this.#slices);
    const doubt = (slice: Times) =>
      Math.abs(leastNs(slice, allowed) - workedNs(slice)) / Math.max(workedNs(slice), 1);
    const best = free.toSorted((a, b) => doubt(a) - doubt(b)).slice(0, Math.ceil(free.length / 3));
    const total = (of: (slice: Times) => number) => best.reduce((sum, slice) => sum + of(slice), 0);
    const finishing = finishingNs(this.#slices, this.#place.documentBytes);
    const least = total((slice) => leastNs(slice, allowed) - (slice.keep * finishing) / allowed.known);
    return least > total(workedNs) + best.length * ANSWER_NS;
  }
}

class Sum {
  told = 0;
  elapsed = 0;
  cpu = 0;
  count = 0;
  #least = 0;
  #worked = 0;

  add(slice: Times): void {
    this.told += slice.ns;
    this.elapsed += slice.elapsedNs;
    this.cpu += slice.cpuNs;
    this.count++;
    this.#worked += workedNs(slice);
    this.#least += leastNs(slice, ALLOWED_EARLY);
  }

  /** They can't have worked for longer than it took to answer. */
  isTooLong(): boolean {
    return this.told > this.elapsed * (1 + DRIFT) + this.count * ANSWER_NS;
  }

  /** All alike, whatever delayed some. */
  isFarTooShort(): boolean {
    return this.#least > this.#worked + this.count * ANSWER_NS;
  }
}

/** What a table is made of: what it says that it took, without the waits. */
function workedNs({ ns, waitNs }: Times): number {
  return ns - (waitNs ?? 0);
}

/** By wiremark's clock. */
function leastNs({ elapsedNs, heldNs }: Times, allowed: typeof ALLOWED): number {
  return (elapsedNs - (heldNs ?? 0)) / (heldNs === null ? allowed.unknown : allowed.known);
}

/** Shares of time that are no different. */
const ALIKE = 0.01;

/**
 * The half that waited least, of the slices and of the operations, and all that waited no more: those of a warm-up wait for each
 * other, and the first ones are too short to tell anything.
 */
function freest(slices: readonly Times[]): readonly Times[] {
  const waited = ({ heldNs, elapsedNs }: Times) => (heldNs ?? 0) / elapsedNs;
  const sorted = slices.toSorted((a, b) => waited(a) - waited(b));
  let rest = slices.reduce((sum, { ops }) => sum + ops, 0) / 2;
  const last = sorted.find(({ ops }, index) => {
    rest -= ops;
    return rest <= 0 && index + 1 >= sorted.length / 2;
  });
  return sorted.filter((slice) => waited(slice) <= waited(last!) + ALIKE);
}

/** What finishing one result takes: by how much longer slices that keep one take than their runner says, beside those that keep none. */
function finishingNs(slices: readonly Times[], documentBytes: number): number {
  const rest = (wanted: (keep: number) => boolean) =>
    slices
      .filter(({ keep }) => wanted(keep))
      .map((slice) => slice.elapsedNs - (slice.heldNs ?? 0) - workedNs(slice));
  const [keeping, others] = [rest((keep) => keep === 1), rest((keep) => keep === 0)];
  if (keeping.length === 0 || others.length === 0) return 0;
  const more = median(sortSamples(keeping)) - median(sortSamples(others));
  return Math.max(0, Math.min(more, FINISHING_NS + FINISHING_NS_PER_BYTE * documentBytes));
}

function spelled(ns: number): string {
  return `${(ns / 1e6).toPrecision(3)} ms`;
}
