/** Whether a runner's times can be true, by wiremark's clock and by what cores can do. */
import type { SliceResult } from '../runner/client.ts';

/** Less time in all, by either clock, tells nothing. */
const TELLING_NS = 100_000_000;

/** Clocks may differ by so much, besides what it takes to answer. */
const DRIFT = 0.01;
const ANSWER_NS = 1_000_000;

/** So many times as long as it says a slice may keep a core busy, besides what it takes to answer and to finish what it keeps. */
const ALLOWED = 1.15;
/**
 * The share of all time on a core that slices may be over, but at least so much: the first answers of a process take longer. The few
 * that are over by most don't count: after its clock, whatever it does, a runner may have to collect (docs/evidence/protocol-4.md).
 */
const PARDONED = 2;
const SHARE_OVER = 0.01;
const OVER_NS = 10_000_000;

/** Most slices, and most of the time: not more than so many times as long as they say, from command to answer; fewer slices don't tell. */
const FAR = 5;
const MOST = 2 / 3;
const LEAST_SLICES = 10;

/** Finishing a kept result, after the clock: at most so much for each byte of its document, and besides. */
const FINISHING_NS_PER_BYTE = 500;
const FINISHING_NS = 500_000;

/** CPU time may be above time × cores by so much: some systems only count in ticks. */
const CPU_SLACK = 0.1;
const CPU_TICKS_NS = 20_000_000;

type Times = Pick<SliceResult, 'ns' | 'cpuNs' | 'waitNs' | 'elapsedNs' | 'heldNs' | 'ranNs' | 'keep'>;

/** What is judged by, besides slices. */
interface ClockPlace {
  /** Of the machine. */
  readonly cores: number;
  /** Of a document in the fixture. */
  readonly documentBytes: number;
}

/**
 * Judges a process by all of its slices, short ones too: so a runner can't be right in those alone that are looked at. What a table is
 * made of, the time that it tells less the waits, is compared with the time that its thread was on a core, which is known to a thousandth
 * of a second however busy the machine is. A slice that waits for a core as long as it works happens to be told right by half of its
 * time; it makes up for no other one.
 */
export class ClockWatch {
  readonly #place: ClockPlace;
  #told = 0;
  #elapsed = 0;
  #cpu = 0;
  #count = 0;
  /** Of slices that took far longer than they say, whatever they were on a core for. */
  readonly #far = { count: 0, elapsed: 0 };
  /** By how much slices kept a core busy for longer than is allowed; and how long all slices were on a core. */
  readonly #over: number[] = [];
  #ran = 0;

  constructor(place: ClockPlace) {
    this.#place = place;
  }

  add(slice: Times): void {
    const { ns, elapsedNs, cpuNs, heldNs, ranNs, keep } = slice;
    this.#told += ns;
    this.#elapsed += elapsedNs;
    this.#cpu += cpuNs;
    this.#count++;
    const worked = ns - (slice.waitNs ?? 0);
    const finishing = keep * (FINISHING_NS + FINISHING_NS_PER_BYTE * this.#place.documentBytes);
    if (elapsedNs - (heldNs ?? 0) - finishing > FAR * (worked + ANSWER_NS)) {
      this.#far.count++;
      this.#far.elapsed += elapsedNs;
    }
    const over = (ranNs ?? 0) - ALLOWED * (worked + ANSWER_NS) - finishing;
    this.#ran += ranNs ?? 0;
    if (over > 0) this.#over.push(over);
  }

  /** What is wrong with them; null when all is well, and while they are too few. */
  fault(): string | null {
    const [told, elapsed, count] = [this.#told, this.#elapsed, this.#count];
    if (Math.max(told, elapsed) < TELLING_NS) return null;
    // They can't have worked for longer than it took to answer.
    const isTooLong = told > elapsed * (1 + DRIFT) + count * ANSWER_NS;
    if (isTooLong || this.#isTooShort())
      return (
        `says that its slices take ${spelled(told)} in all, but from command to answer they take ${spelled(elapsed)} by ` +
        `wiremark's own stopwatch (${count} slices)`
      );
    const { cores } = this.#place;
    if (this.#cpu <= told * cores * (1 + CPU_SLACK) + CPU_TICKS_NS) return null;
    return (
      `says that its slices take ${spelled(told)} and ${spelled(this.#cpu)} of CPU time in all, more than ${cores} ` +
      `${cores === 1 ? 'core has' : 'cores have'} in that time (${count} slices)`
    );
  }

  #isTooShort(): boolean {
    const { count, elapsed } = this.#far;
    if (this.#count >= LEAST_SLICES && count > MOST * this.#count && elapsed > MOST * this.#elapsed)
      return true;
    const over = this.#over.sort((a, b) => b - a).slice(PARDONED);
    return over.reduce((sum, ns) => sum + ns, 0) > Math.max(OVER_NS, SHARE_OVER * this.#ran);
  }
}

function spelled(ns: number): string {
  return `${(ns / 1e6).toPrecision(3)} ms`;
}
