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
 * So many times as long as they say slices may keep a core busy, besides what it takes to answer each: all of a process together, and most
 * of the few that were measured alone, since what is told of a crowded warm-up may be true by chance (docs/evidence/protocol-4.md).
 */
const ALLOWED = 1.15;
const ALLOWED_ALONE = 1.3;
const LEAST_ALONE = 5;

/** Most slices, and most of the time: not more than so many times as long as they say, from command to answer. */
const FAR = 5;
const MOST = 2 / 3;

/** Finishing a kept result, after the clock: at most so much for each byte of its document, and besides. */
const FINISHING_NS_PER_BYTE = 2_000;
const FINISHING_NS = 500_000;

/** CPU time may be above time × cores by so much: some systems only count in ticks. */
const CPU_SLACK = 0.1;
const CPU_TICKS_NS = 20_000_000;

type Times = Pick<SliceResult, 'ns' | 'cpuNs' | 'waitNs' | 'elapsedNs' | 'heldNs' | 'ranNs' | 'keep'>;

/** What is judged by, besides slices. */
interface ClockPlace {
  /** Of the machine. */
  readonly cores: number;
  /** Of a document as it is given. */
  readonly documentBytes: number;
}

/**
 * Judges a process by its slices together, short ones too: so a runner can't be right in those alone that are looked at. What a table is
 * made of, the time that it tells less the waits, is compared with the time that its thread was on a core, which is known to a thousandth
 * of a second however busy the machine is.
 */
export class ClockWatch {
  readonly #place: ClockPlace;
  #told = 0;
  #elapsed = 0;
  #cpu = 0;
  #count = 0;
  /** Of slices that took far longer than they say, whatever they were on a core for. */
  readonly #far = { count: 0, elapsed: 0 };
  /** Of slices of which it is known how long their thread was on a core. */
  #ran = 0;
  #worked = 0;
  /** By how much longer those that keep none or one were on a core than they say. */
  readonly #rests: readonly [number[], number[]] = [[], []];
  /** By how much longer those measured alone were on a core than is allowed. */
  readonly #alone: number[] = [];

  constructor(place: ClockPlace) {
    this.#place = place;
  }

  /** @param isAlone whether it was measured alone, as those that a table is made of */
  add(slice: Times, isAlone: boolean): void {
    const { ns, elapsedNs, cpuNs, heldNs, ranNs, keep } = slice;
    this.#told += ns;
    this.#elapsed += elapsedNs;
    this.#cpu += cpuNs;
    this.#count++;
    const worked = ns - (slice.waitNs ?? 0);
    if (elapsedNs - (heldNs ?? 0) - keep * this.#mostFinishingNs() > FAR * (worked + ANSWER_NS)) {
      this.#far.count++;
      this.#far.elapsed += elapsedNs;
    }
    if (ranNs === null) return;
    this.#ran += ranNs;
    this.#worked += worked + ANSWER_NS;
    if (keep === 0 || keep === 1) this.#rests[keep].push(ranNs - worked);
    if (isAlone) this.#alone.push(ranNs - ALLOWED_ALONE * (worked + ANSWER_NS));
  }

  /** What is wrong with them; null when all is well, and while they are too few. */
  fault(): string | null {
    const [told, elapsed, count] = [this.#told, this.#elapsed, this.#count];
    if (Math.max(told, elapsed) < TELLING_NS) return null;
    // They can't have worked for longer than it took to answer.
    const isTooLong = told > elapsed * (1 + DRIFT) + count * ANSWER_NS;
    if (isTooLong || (count >= LEAST_SLICES && this.#isTooShort()))
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
    if (this.#far.count > MOST * this.#count && this.#far.elapsed > MOST * this.#elapsed) return true;
    const inAll = this.#ran - ALLOWED * this.#worked;
    const alone = this.#alone.length < LEAST_ALONE ? 0 : median(sortSamples(this.#alone));
    if (inAll <= 0 && alone <= 0) return false;
    // Only where it matters: that takes longer the more slices there are.
    const finishing = this.#finishingNs();
    return inAll > this.#rests[1].length * finishing || alone > finishing;
  }

  /** What finishing a kept result takes: by how much longer slices that keep one are on a core than they say, beside those that keep none. */
  #finishingNs(): number {
    const [others, keeping] = this.#rests;
    if (keeping.length === 0 || others.length === 0) return 0;
    const more = median(sortSamples(keeping)) - median(sortSamples(others));
    return Math.max(0, Math.min(more, this.#mostFinishingNs()));
  }

  #mostFinishingNs(): number {
    return FINISHING_NS + FINISHING_NS_PER_BYTE * this.#place.documentBytes;
  }
}

function spelled(ns: number): string {
  return `${(ns / 1e6).toPrecision(3)} ms`;
}
