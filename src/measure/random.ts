/**
 * SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014): small, documented
 * and the same on every machine, so that a recorded seed gives the same orders again. Speed doesn't matter here.
 */
export class SplitMix64 {
  #state: bigint;

  constructor(seed: bigint) {
    this.#state = BigInt.asUintN(64, seed);
  }

  /** The next 64 bits. */
  next(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let z = this.#state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }

  /** A whole number from 0 to below `bound`, each equally likely: draws of the incomplete last stretch are repeated. */
  below(bound: number): number {
    const wide = BigInt(bound);
    const stretch = (1n << 64n) - ((1n << 64n) % wide);
    let drawn = this.next();
    while (drawn >= stretch) drawn = this.next();
    return Number(drawn % wide);
  }
}

/**
 * The generator of one place of a run, e.g. of case 2, round 7. Each place has its own, so that its order depends
 * neither on what came before nor on how much of it there was.
 */
export function randomAt(seed: number, ...place: readonly number[]): SplitMix64 {
  const state = place.reduce((state, part) => new SplitMix64(state).next() ^ BigInt(part), BigInt(seed));
  return new SplitMix64(state);
}

/** A copy in random order (Fisher and Yates). */
export function shuffled<T>(list: readonly T[], random: SplitMix64): T[] {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}
