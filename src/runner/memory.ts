/** Reads what a runner answers to `memory` (docs/PROTOCOL.md), and what the system tells of its process. */
import { readFile } from 'node:fs/promises';
import type { Figure } from '../plan/figure.ts';
import type { MemoryReply } from './client.ts';
import { unescapeValue } from './protocol.ts';

/** Takes the lines of one answer as they come. */
export class MemoryLines {
  readonly #ops: number;
  #allocated: Figure | null = null;
  #error: number | null = null;
  readonly #collections = new Map<string, Figure>();

  constructor(ops: number) {
    this.#ops = ops;
  }

  /** @returns the whole reply after its last line, `more` before that, `nonsense` for a line that can't be there */
  take(line: string): MemoryReply | 'more' | 'nonsense' {
    const allocated = /^allocated (\d+)$/.exec(line);
    if (allocated) return this.#allocate({ known: true, value: Number(allocated[1]) });
    const error = /^allocated-error (\d+(?:\.\d+)?(?:[eE]-?\d+)?)$/.exec(line);
    if (error) return this.#err(Number(error[1]));
    const collections = /^collections (\S+) (\d+)$/.exec(line);
    if (collections) return this.#collect(collections[1]!, { known: true, value: Number(collections[2]) });
    const unknown = /^unknown (allocated|collections) (.+)$/.exec(line);
    if (unknown) {
      const figure = { known: false, reason: unescapeValue(unknown[2]!) } as const;
      return unknown[1] === 'allocated' ? this.#allocate(figure) : this.#collect('collections', figure);
    }
    return line === `memory ${this.#ops}` ? this.#reply() : 'nonsense';
  }

  #allocate(figure: Figure): 'more' | 'nonsense' {
    if (this.#allocated !== null) return 'nonsense';
    this.#allocated = figure;
    return 'more';
  }

  #err(fraction: number): 'more' | 'nonsense' {
    if (this.#error !== null) return 'nonsense';
    this.#error = fraction;
    return 'more';
  }

  #collect(name: string, figure: Figure): 'more' | 'nonsense' {
    if (this.#collections.has(name)) return 'nonsense';
    this.#collections.set(name, figure);
    return 'more';
  }

  #reply(): MemoryReply {
    const untold = { known: false, reason: 'the runner did not tell' } as const;
    const allocated = this.#allocated ?? untold;
    if (this.#collections.size === 0) this.#collections.set('collections', untold);
    return {
      allocated,
      allocatedError: allocated.known ? this.#error : null,
      collections: this.#collections,
    };
  }
}

/**
 * Largest resident memory of a process so far: VmHWM of proc_pid_status(5), which Linux alone has.
 *
 * @param pid of the process that leads the runner's group; undefined when it was never started
 */
export async function peakResident(pid: number | undefined): Promise<Figure> {
  if (process.platform !== 'linux') return { known: false, reason: 'only Linux tells it' };
  if (pid === undefined) return { known: false, reason: 'the process was not started' };
  try {
    // What the process itself has started isn't in its own figure.
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    if (children.trim() !== '') return { known: false, reason: 'the runner is more than one process' };
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'));
    if (kilobytes) return { known: true, value: Number(kilobytes[1]) * 1024 };
    return { known: false, reason: 'the system does not tell it of this process' };
  } catch (error) {
    return { known: false, reason: `the process can't be looked at: ${(error as Error).message}` };
  }
}
