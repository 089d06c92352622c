/**
 * How long a process waited for a core while it was timing. Linux tells it of each thread in
 * `/proc/<pid>/task/<tid>/schedstat`: time on a core, time runnable but waiting for one (both in ns), number of turns
 * (Documentation/scheduler/sched-stats.rst). Other systems don't.
 *
 * Read before and after a slice, never within one. A JVM has some thirty threads and reading them all takes most of a
 * millisecond, so the one that times is found once and then watched alone.
 */
import { namesIn, read } from './proc.ts';

/** Of a thread, in ns since it began. */
export interface ThreadTimes {
  readonly ran: number;
  readonly waited: number;
}

/** Reads threads' times. A thread that is gone, or a system that doesn't tell, is null or an empty list. */
interface ThreadReader {
  /** Where the program began. */
  readonly main: string;
  threads(): readonly string[];
  /** At most 15 bytes of it: Linux keeps no more. Empty for one that is gone. */
  name(thread: string): string;
  read(thread: string): ThreadTimes | null;
}

/** The thread that times accounts for at least this share of a slice, running or waiting. It is the main one, where that does. */
const OWN_SHARE = 0.5;

/** Shorter slices don't tell threads apart: what the process does around them takes as long. */
const TELLING_NS = 10_000_000;

/** Watches the thread that times. */
export class WaitWatch {
  readonly #reader: ThreadReader;
  readonly #compilers: ReadonlySet<string>;
  #known: string | null = null;
  #before = new Map<string, ThreadTimes>();

  /**
   * @param compilers names of threads that compile: on a busy machine one of them may be on a core for longer than the thread
   *   that times, and is never taken for it
   */
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

  /**
   * The slice is over.
   *
   * @param ns how long it took by the runner's own account
   * @returns ns that the timing thread ran, and waited for a core, since `begin`: what was between the command and the
   *   runner's own clock is in it too. Null where that can't be told
   */
  end(ns: number): ThreadTimes | null {
    const working = this.#grown().filter(({ ran, waited }) => ran + waited >= ns * OWN_SHARE);
    // Another thread, which collects or burns, may have had a core for longer.
    const own = working.find(({ thread }) => thread === this.#reader.main) ?? working[0] ?? null;
    if (own === null) this.#known = null;
    else if (ns >= TELLING_NS) this.#known = own.thread;
    return own;
  }

  /** Threads since `begin`, the one that ran longest first. One that is new began within the slice and can't be the one. */
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

/**
 * What a thread waited within a slice of `ns`, of all that it waited around it: as long as it was on a core, it didn't wait.
 * On a busy machine the wait before and after its clock may be longer than the slice.
 */
export function waitWithin(ns: number, { ran, waited }: ThreadTimes): number {
  return Math.min(waited, Math.max(0, ns - ran));
}

/**
 * Watches the threads in which a runtime compiles while the program runs. Times can stand still for seconds while its
 * optimizing compiler is at work on them, or waits for a core to work: such a process only looks steady.
 */
export class CompileWatch {
  readonly #reader: ThreadReader;
  readonly #names: ReadonlySet<string>;
  #before = new Map<string, number>();

  /** @param names of the threads, as the system has them */
  constructor(reader: ThreadReader, names: readonly string[]) {
    this.#reader = reader;
    this.#names = new Set(names);
  }

  /** @returns ns that they ran or waited for a core since this was asked last; null where there are none to be seen */
  since(): number | null {
    if (this.#names.size === 0) return null;
    const now = new Map<string, number>();
    let seen = false;
    let sum = 0;
    for (const thread of this.#reader.threads()) {
      // Asked each time: a runtime may start and end them at any moment, and numbers come again.
      if (!this.#names.has(this.#reader.name(thread))) continue;
      seen = true;
      // One that never ran has no times yet.
      const { ran, waited } = this.#reader.read(thread) ?? { ran: 0, waited: 0 };
      now.set(thread, ran + waited);
      // The number of one that has ended may be another's by now.
      sum += Math.max(0, ran + waited - (this.#before.get(thread) ?? 0));
    }
    this.#before = now;
    return seen ? sum : null;
  }
}

/** The threads of a process by Linux's own account; none at all on other systems. */
export function procThreads(pid: number): ThreadReader {
  return {
    main: `${pid}`,
    threads: () => namesIn(`/proc/${pid}/task`),
    name: (thread) => read(`/proc/${thread}/task/${thread}/comm`).trim(),
    read: (thread) => parseSchedstat(read(`/proc/${thread}/task/${thread}/schedstat`)),
  };
}

/** How long wiremark's main thread waited for a core, in ns since it began; 0 where the system doesn't tell. */
export function ownWaitNs(): number {
  return procThreads(process.pid).read(`${process.pid}`)?.waited ?? 0;
}

/** @returns null for what isn't a schedstat line, and where the kernel was built without it and tells zeros */
export function parseSchedstat(text: string): ThreadTimes | null {
  const match = /^(\d+) (\d+) \d+\s*$/.exec(text);
  if (match === null) return null;
  const [ran, waited] = [Number(match[1]), Number(match[2])];
  return ran === 0 && waited === 0 ? null : { ran, waited };
}
