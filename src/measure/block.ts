/** One block: a slice of every trial, and whether something kept one of them from its core. */
import { STEAL_TICK_NS } from './machine.ts';
import type { BlockSlice } from './trial.ts';

/** Share of its time that a slice may wait for a core, and that a block may be stolen. */
const DISTURBED_SHARE = 0.05;

/**
 * Slices are kept until the block is over, since only then it is known what they are. It lasts about 50 ms for each
 * row. A process that is killed within it loses them, and nothing that counts: its round has to be measured again.
 */
export class Block {
  readonly #slices: BlockSlice[] = [];
  readonly #stolen: () => number | null;
  readonly #stolenBefore: number | null;

  /** @param stolen the machine's steal so far, in ns; null where the system doesn't tell */
  constructor(stolen: () => number | null) {
    this.#stolen = stolen;
    this.#stolenBefore = stolen();
  }

  add(slice: BlockSlice): void {
    this.#slices.push(slice);
  }

  /** Whether a slice waited for a core for more than 5 % of its time, or as much was stolen over the block. */
  isDisturbed(): boolean {
    const waited = ({ ns, waitNs }: BlockSlice) => waitNs !== null && waitNs > ns * DISTURBED_SHARE;
    return this.#slices.some(waited) || this.#wasStolen();
  }

  /** In the order in which they were taken. */
  slices(): readonly BlockSlice[] {
    return this.#slices;
  }

  #wasStolen(): boolean {
    const now = this.#stolen();
    if (now === null || this.#stolenBefore === null) return false;
    // A tick that is told may have begun long before: what is sure is one less than was counted.
    const stolen = now - this.#stolenBefore - STEAL_TICK_NS;
    return stolen > DISTURBED_SHARE * this.#slices.reduce((sum, { ns }) => sum + ns, 0);
  }
}
