import type { Task } from '../define/types.ts';

/** Holds the checksums of one process's slices against each other; asked in the order of the slices. */
export interface Checksums {
  /** @returns what is wrong with the slice's checksum, or null */
  add(ops: number, checksum: bigint): string | null;
}

/**
 * @param documents timed documents that the operations rotate over
 * @param counts what an operation on each of them adds, where that is known beforehand
 */
export function checksumsOf(
  task: Task,
  documents: number,
  counts: readonly number[] | null = null,
): Checksums {
  if (counts !== null) return new KnownSums(counts);
  return task === 'serialize' ? new LengthSums(documents) : new ResultCounts();
}

/** Of tasks whose results have no length: each result that is there counts 1, and none may be missing. */
class ResultCounts implements Checksums {
  add(ops: number, checksum: bigint): string | null {
    return checksum === BigInt(ops) ? null : `${ops} operations counted ${checksum} results`;
  }
}

/** Sums of what is known for each document. */
class KnownSums implements Checksums {
  readonly #counts: readonly number[];
  readonly #rotation: bigint;
  #position = 0;

  constructor(counts: readonly number[]) {
    this.#counts = counts;
    this.#rotation = total(counts);
  }

  add(ops: number, checksum: bigint): string | null {
    const documents = this.#counts.length;
    const from = this.#position;
    this.#position = (from + ops) % documents;
    const rest = ops % documents;
    // The operations beyond whole rotations, which may begin anywhere and go round the end.
    const window = [...this.#counts, ...this.#counts].slice(from, from + rest);
    const expected = BigInt((ops - rest) / documents) * this.#rotation + total(window);
    if (checksum === expected) return null;
    return `${ops} operations count ${checksum}, but what they should do counts ${expected}`;
  }
}

function total(counts: readonly number[]): bigint {
  return counts.reduce((sum, count) => sum + BigInt(count), 0n);
}

/**
 * Lengths of output. Operation i works on document i mod N (docs/PROTOCOL.md), so the sum C(p) over the first p
 * operations must be ⌊p/N⌋ · S + P(p mod N), where S is the sum over all documents and P(r) that over the first r.
 * Neither is known beforehand. But two positions with the same p mod N give S, all further ones must agree with it,
 * and since no operation adds less than nothing, P must rise from 0 to S.
 */
class LengthSums implements Checksums {
  readonly #documents: number;
  #position = 0;
  #sum = 0n;
  #rotation: bigint | null = null;
  /** The first time that each p mod N was reached: ⌊p/N⌋ and C(p). */
  readonly #reached = new Map([[0, { turns: 0n, sum: 0n }]]);

  constructor(documents: number) {
    this.#documents = documents;
  }

  add(ops: number, checksum: bigint): string | null {
    const from = this.#position;
    this.#position += ops;
    this.#sum += checksum;
    if (this.#agrees()) return null;
    const slice = `operations ${from} to ${this.#position - 1} put out ${checksum} in all`;
    return `output changes from call to call: ${slice}, which doesn't agree with the same documents before`;
  }

  #agrees(): boolean {
    const remainder = this.#position % this.#documents;
    const turns = BigInt((this.#position - remainder) / this.#documents);
    const earlier = this.#reached.get(remainder);
    if (!earlier) {
      this.#reached.set(remainder, { turns, sum: this.#sum });
      return this.#rises();
    }
    const rotations = turns - earlier.turns;
    const sum = this.#sum - earlier.sum;
    const first = this.#rotation === null;
    this.#rotation ??= sum / rotations;
    return sum === this.#rotation * rotations && (!first || this.#rises());
  }

  /** Whether the sums over the first documents, as far as they are known, rise from 0 to the rotation's. */
  #rises(): boolean {
    const rotation = this.#rotation;
    if (rotation === null) return true;
    const known = [...this.#reached].sort(([a], [b]) => a - b);
    const sums = [...known.map(([, { turns, sum }]) => sum - turns * rotation), rotation];
    return sums.every((sum, i) => i === 0 || sum >= sums[i - 1]!);
  }
}
