/**
 * Random numbers by Chris Doty-Humphrey's sfc32 (PractRand). The seed goes through SplitMix's finalizer (Steele, Lea, Flood 2014,
 * with the 32-bit constants of MurmurHash3), so that adjacent seeds give unrelated sequences.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  constructor(...words: readonly number[]) {
    let state = 0x9e3779b9;
    for (const word of words) {
      state = mix(state ^ (word >>> 0));
      state = mix(state ^ Math.floor(word / 2 ** 32));
    }
    this.#a = mix(state + 1);
    this.#b = mix(state + 2);
    this.#c = mix(state + 3);
    for (let i = 0; i < 12; i++) this.uint32();
  }

  uint32(): number {
    const result = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  below(bound: number): number {
    return Math.floor(this.fraction() * bound);
  }

  fraction(): number {
    const high = this.uint32() >>> 5;
    const low = this.uint32() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  integer(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  element<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

function mix(word: number): number {
  let z = (word + 0x9e3779b9) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
}
