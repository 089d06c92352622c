import type { SliceSums } from '../runner/client.ts';

interface Told {
  /** Number of the first operation, over all slices of the process. */
  readonly from: number;
  readonly ops: number;
  readonly seed: number;
  readonly checksum: bigint;
}

/**
 * The checksums of one process's slices, kept as they come. What they should be takes long to compute and is known only
 * once the process has dumped what it puts out: they are held against that when nothing is timed any more.
 */
export class Checksums {
  readonly #told: Told[] = [];
  #position = 0;

  /** In the order of the slices. */
  add(ops: number, seed: number, checksum: bigint): void {
    this.#told.push({ from: this.#position, ops, seed, checksum });
    this.#position += ops;
  }

  /** @returns what is wrong with the first slice that is not as it should be, or null */
  wrong(sums: SliceSums): string | null {
    for (const { from, ops, seed, checksum } of this.#told) {
      const expected = sums.sum(from, ops, seed);
      if (checksum === BigInt(expected)) continue;
      const which = ops === 1 ? `operation ${from}` : `operations ${from} to ${from + ops - 1}`;
      return (
        `what was timed isn't what was verified: ${which} gave the checksum ${checksum}, ` +
        `but the results that the same process handed over afterwards give ${expected}`
      );
    }
    return null;
  }
}
