/** Reads what a runner answers to `memory` (docs/PROTOCOL.md), and what the system tells of its process. */
import { readFile } from 'node:fs/promises';
import type { Figure } from '../plan/figure.ts';
import type { MemoryReply } from './client.ts';
import { unescapeValue } from './protocol.ts';
import { MEMORY, readReply } from './replies.ts';

/** More generations than any runtime has. */
const MOST_COLLECTIONS = 16;

/** Takes the lines of one answer as they come. */
export class MemoryLines {
  /** What may still come. */
  readonly forms: Set<string>;
  /** The last line. */
  readonly end: string;
  #allocated: Figure | null = null;
  #error: number | null = null;
  readonly #collections = new Map<string, Figure>();

  constructor(ops: number) {
    const forms = MEMORY(ops);
    this.forms = new Set(forms);
    this.end = forms.at(-1)!;
  }

  /** @returns false for a line that can't be there */
  take(line: string): boolean {
    const { form, told } = readReply(line, this.forms) ?? { form: null, told: [] };
    const text = told.at(-1) ?? '';
    const value = { known: true, value: Number(text) } as const;
    const unknown = { known: false, reason: unescapeValue(text) } as const;
    switch (form) {
      case 'allocated BYTES':
        return this.#allocate(value);
      case 'unknown allocated REASON':
        return this.#allocate(unknown);
      case 'allocated-error FRACTION':
        this.#error = Number(text);
        return this.forms.delete(form);
      case 'collections NAME COUNT':
        return this.#collect(told[0]!, value);
      case 'unknown collections REASON':
        return this.#collect('collections', unknown);
      default:
        return false;
    }
  }

  #allocate(figure: Figure): boolean {
    this.#allocated = figure;
    this.forms.delete('unknown allocated REASON');
    return this.forms.delete('allocated BYTES');
  }

  #collect(name: string, figure: Figure): boolean {
    const isNew = !this.#collections.has(name);
    this.#collections.set(name, figure);
    if (!isNew || this.#collections.size === MOST_COLLECTIONS) this.forms.delete('collections NAME COUNT');
    return isNew;
  }

  reply(): MemoryReply {
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
