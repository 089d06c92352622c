/**
 * Watches what a process burns while others are timed, by the system's own account of its CPU time: time that it takes from
 * them, or from a core that they could use.
 */
export class IdleWatch {
  readonly #cpu: () => number | null;
  readonly #now: () => number;
  readonly #begin: number | null;
  readonly #began: number;
  #workedNs = 0;
  #workedCpuNs = 0;

  /**
   * Begins with the blocks.
   *
   * @param cpu CPU time of the process so far in ns; null where the system doesn't tell
   * @param now milliseconds from any fixed moment
   */
  constructor(cpu: () => number | null, now: () => number) {
    this.#cpu = cpu;
    this.#now = now;
    this.#begin = cpu();
    this.#began = now();
  }

  /** A slice of the process itself; nothing is read while it lasts. */
  async working<T>(slice: () => Promise<T>): Promise<T> {
    const cpu = this.#cpu();
    const now = this.#now();
    const result = await slice();
    this.#workedNs += (this.#now() - now) * 1e6;
    this.#workedCpuNs += (this.#cpu() ?? 0) - (cpu ?? 0);
    return result;
  }

  /**
   * The blocks are over.
   *
   * @returns the time in which it had nothing to do, and the CPU time that it took all the same: some is a collector's, a
   *   whole core isn't. Null where the system doesn't tell, and for a process that was never idle
   */
  end(): { readonly ns: number; readonly cpuNs: number } | null {
    const cpu = this.#cpu();
    const ns = Math.round((this.#now() - this.#began) * 1e6 - this.#workedNs);
    if (cpu === null || this.#begin === null || ns <= 0) return null;
    // Told in ticks, which may fall to either side of a slice.
    return { ns, cpuNs: Math.max(0, cpu - this.#begin - this.#workedCpuNs) };
  }
}
