/**
 * Measures how long threads waited for a core, with `/proc/<pid>/task/<tid>/schedstat` (Documentation/scheduler/sched-stats.rst).
 * Reading the files of thirty threads takes most of a millisecond. So the timing thread, which runs the measured code, is found
 * once and then read alone.
 */
import { namesIn, read } from './proc.ts';

export interface ThreadTimes {
  readonly ran: number;
  readonly waited: number;
}

interface ThreadReader {
  readonly main: string;
  threads(): readonly string[];
  name(thread: string): string;
  read(thread: string): ThreadTimes | null;
}

const OWN_SHARE = 0.5;

/**
 * Shortest slice (timed measurement) in ns that identifies the timing thread: in shorter ones, other threads may work as long.
 */
const TELLING_NS = 10_000_000;

export class WaitWatch {
  readonly #reader: ThreadReader;
  readonly #compilers: ReadonlySet<string>;
  #known: string | null = null;
  #before = new Map<string, ThreadTimes>();

  constructor(reader: ThreadReader, compilers: readonly string[]) {
    this.#reader = reader;
    this.#compilers = new Set(compilers);
  }

  begin(): void {
    this.#before = this.#read(this.#known === null ? this.#candidates() : [this.#known]);
  }

  #candidates(): readonly string[] {
    const all = this.#reader.threads();
    if (this.#compilers.size === 0) return all;
    return all.filter((thread) => !this.#compilers.has(this.#reader.name(thread)));
  }

  /** Times of the timing thread since `begin`; null if unknown. @param ns duration of the slice by the runner's clock */
  end(ns: number): ThreadTimes | null {
    const working = this.#grown().filter(({ ran, waited }) => ran + waited >= ns * OWN_SHARE);
    // If the main thread is among them, it did the timing, even if another thread, such as the garbage collector, ran longer.
    const own = working.find(({ thread }) => thread === this.#reader.main) ?? working[0] ?? null;
    if (own === null) this.#known = null;
    else if (ns >= TELLING_NS) this.#known = own.thread;
    return own;
  }

  #grown(): (ThreadTimes & { readonly thread: string })[] {
    const after = [...this.#read([...this.#before.keys()])];
    const grown = after.map(([thread, { ran, waited }]) => {
      const before = this.#before.get(thread)!;
      return { thread, ran: ran - before.ran, waited: waited - before.waited };
    });
    return grown.sort((a, b) => b.ran - a.ran);
  }

  #read(threads: readonly string[]): Map<string, ThreadTimes> {
    const times = new Map<string, ThreadTimes>();
    for (const thread of threads) {
      const read = this.#reader.read(thread);
      if (read !== null) times.set(thread, read);
    }
    return times;
  }
}

export function waitWithin(ns: number, { ran, waited }: ThreadTimes): number {
  return Math.min(waited, Math.max(0, ns - ran));
}

/** Measures the work of JIT compiler threads, including waits for a core. Until this work ends, steady times may still change. */
export class CompileWatch {
  readonly #reader: ThreadReader;
  readonly #names: ReadonlySet<string>;
  #before = new Map<string, number>();

  constructor(reader: ThreadReader, names: readonly string[]) {
    this.#reader = reader;
    this.#names = new Set(names);
  }

  since(): number | null {
    if (this.#names.size === 0) return null;
    const now = new Map<string, number>();
    let sum = 0;
    for (const thread of this.#reader.threads()) {
      // Names are read each time: threads start and end at any moment, and ids are reused.
      if (!this.#names.has(this.#reader.name(thread))) continue;
      const { ran, waited } = this.#reader.read(thread) ?? { ran: 0, waited: 0 };
      now.set(thread, ran + waited);
      sum += Math.max(0, ran + waited - (this.#before.get(thread) ?? 0));
    }
    this.#before = now;
    return now.size > 0 ? sum : null;
  }
}

export function procThreads(pid: number): ThreadReader {
  return {
    main: `${pid}`,
    threads: () => namesIn(`/proc/${pid}/task`),
    name: (thread) => read(`/proc/${thread}/task/${thread}/comm`).trim(),
    read: (thread) => parseSchedstat(read(`/proc/${thread}/task/${thread}/schedstat`)),
  };
}

export function ownWaitNs(): number {
  return procThreads(process.pid).read(`${process.pid}`)?.waited ?? 0;
}

/** Parses a schedstat file. Returns null for other text, and for the zeros of a kernel without schedstat. */
export function parseSchedstat(text: string): ThreadTimes | null {
  const match = /^(\d+) (\d+) \d+\s*$/.exec(text);
  if (match === null) return null;
  const [ran, waited] = [Number(match[1]), Number(match[2])];
  return ran === 0 && waited === 0 ? null : { ran, waited };
}
