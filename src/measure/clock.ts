/** Whether a runner's times can be true, by wiremark's clock and by what cores can do. */
import type { SliceResult } from '../runner/client.ts';
import { median, sortSamples } from '../stats/samples.ts';

/** Less time in all, by either clock, tells nothing. */
const TELLING_NS = 300_000_000;

/** Clocks may differ by so much, besides what it takes to answer. */
const DRIFT = 0.01;
const ANSWER_NS = 1_000_000;

/**
 * How many times as long as they say slices may take from command to answer in all, besides what it takes to answer each: on a
 * busy machine each waits for a core as well; where that wait is known it is taken off, and where it isn't, much more has to be
 * allowed (docs/evidence/protocol-4.md).
 */
const ALLOWED = { known: 1.3, unknown: 5 };

/** Finishing a kept result, after the clock: at most so much for each byte of its document, and besides. */
const FINISHING_NS_PER_BYTE = 2_000;
const FINISHING_NS = 2_000_000;

/** CPU time may be above time × cores by so much: some systems only count in ticks. */
const CPU_SLACK = 0.1;
const CPU_TICKS_NS = 20_000_000;

type Times = Pick<SliceResult, 'ns' | 'cpuNs' | 'elapsedNs' | 'heldNs' | 'keep'>;

/** What is judged by, besides slices. */
interface ClockPlace {
  /** Of the machine. */
  readonly cores: number;
  /** Of a document as it is given. */
  readonly documentBytes: number;
}

/**
 * Judges a process by all its slices together, short ones too: so a runner can't be right in those alone that are looked at.
 */
export class ClockWatch {
  readonly #place: ClockPlace;
  readonly #slices: Times[] = [];
  #told = 0;
  #elapsed = 0;
  #least = 0;
  #cpu = 0;
  #kept = 0;

  constructor(place: ClockPlace) {
    this.#place = place;
  }

  add(slice: Times): void {
    this.#slices.push(slice);
    this.#told += slice.ns;
    this.#elapsed += slice.elapsedNs;
    this.#least += leastNs(slice);
    this.#cpu += slice.cpuNs;
    this.#kept += slice.keep;
  }

  /** What is wrong with them; null when all is well, and while they are too few. */
  fault(): string | null {
    const told = this.#told;
    const elapsed = this.#elapsed;
    const count = this.#slices.length;
    if (Math.max(told, elapsed) < TELLING_NS) return null;
    const answers = count * ANSWER_NS;
    // They can't have worked for longer than it took to answer.
    if (told > elapsed * (1 + DRIFT) + answers || this.#isTooShort(told + answers))
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

  #isTooShort(told: number): boolean {
    if (this.#least <= told) return false;
    const finishing = this.#kept * finishingNs(this.#slices, this.#place.documentBytes);
    return this.#least - finishing / ALLOWED.known > told;
  }
}

/** By wiremark's clock. */
function leastNs({ elapsedNs, heldNs }: Times): number {
  return (elapsedNs - (heldNs ?? 0)) / (heldNs === null ? ALLOWED.unknown : ALLOWED.known);
}

/** What finishing one result takes: by how much longer slices that keep one take than their runner says, beside those that keep none. */
function finishingNs(slices: readonly Times[], documentBytes: number): number {
  const rest = (wanted: (keep: number) => boolean) =>
    slices
      .filter(({ keep }) => wanted(keep))
      .map(({ ns, elapsedNs, heldNs }) => elapsedNs - (heldNs ?? 0) - ns);
  const [keeping, others] = [rest((keep) => keep === 1), rest((keep) => keep === 0)];
  if (keeping.length === 0 || others.length === 0) return 0;
  const more = median(sortSamples(keeping)) - median(sortSamples(others));
  return Math.max(0, Math.min(more, FINISHING_NS + FINISHING_NS_PER_BYTE * documentBytes));
}

function spelled(ns: number): string {
  return `${(ns / 1e6).toPrecision(3)} ms`;
}
