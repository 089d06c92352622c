/** Reads what a runner answers to `memory` (docs/PROTOCOL.md), and what the system tells of its process. */
import type { Figure } from '../plan/figure.ts';
import type { MemoryReply } from './client.ts';
import { hasChildren, read } from './proc.ts';
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
  #allocated: Figure = { known: false, reason: 'the runner did not report it' };
  #error: number | null = null;
  readonly #collections = new Map<string, Figure>();

  constructor(ops: number) {
    const forms = MEMORY(ops);
    this.forms = new Set(forms);
    this.end = forms.at(-1)!;
  }

  /** @returns false for a line that can't be there */
  take(line: string): boolean {
    const { form, told } = readReply(line, this.forms) ?? { form: '', told: [] };
    const text = told.at(-1) ?? '';
    const figure: Figure = form.startsWith('unknown')
      ? { known: false, reason: unescapeValue(text) }
      : { known: true, value: Number(text) };
    if (form.includes('collections'))
      return this.#collect(told.length > 1 ? told[0]! : 'collections', figure);
    if (form.startsWith('allocated-error')) this.#error = Number(text);
    else if (form.includes('allocated')) {
      this.#allocated = figure;
      this.forms.delete('allocated BYTES');
      this.forms.delete('unknown allocated REASON');
    }
    this.forms.delete(form);
    return told.length > 0;
  }

  #collect(name: string, figure: Figure): boolean {
    const isNew = !this.#collections.has(name);
    this.#collections.set(name, figure);
    if (!isNew || this.#collections.size === MOST_COLLECTIONS) this.forms.delete('collections NAME COUNT');
    return isNew;
  }

  reply(): MemoryReply {
    const allocated = this.#allocated;
    if (this.#collections.size === 0)
      this.#collections.set('collections', { known: false, reason: 'the runner did not report it' });
    return {
      allocated,
      allocatedError: allocated.known ? this.#error : null,
      collections: this.#collections,
    };
  }
}

/** Largest resident memory of a process so far, by its VmHWM of proc_pid_status(5), which Linux alone has. */
export function peakResident(pid: number): Figure {
  if (process.platform !== 'linux') return { known: false, reason: 'only Linux reports it' };
  if (hasChildren(pid)) return { known: false, reason: 'the runner is more than one process' };
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (kilobytes === undefined) return { known: false, reason: 'not reported for this process' };
  return { known: true, value: Number(kilobytes) * 1024 };
}
