/** Forms of a runner's answers, as in docs/PROTOCOL.md. Words in capitals stand for values. */
import { quote, unescapeValue } from '../build/protocol.ts';
import { childrenOf, read } from '../machine/proc.ts';
import { type Figure, LARGEST_NUMBER } from '../plan/figure.ts';
import type { MemoryReply } from './client.ts';

export const LOADED = (runtime: string) =>
  [`runtime ${runtime} VERSION`, 'version VERSION', 'ready'] as const;
export const SLICE = (ops: number) => `slice ${ops} NS CPU_NS LENGTH`;
export const FAILED = 'failed OPERATION TEXT';
/** Possible lines of the answer to `memory`. All except the last are optional; each name may have a line for collections. */
export const MEMORY = (ops: number) => [
  'allocated BYTES',
  'unknown allocated REASON',
  'allocated-error FRACTION',
  'collections NAME COUNT',
  'unknown collections REASON',
  `memory ${ops}`,
];

const isWhole = (value: string) => /^(0|[1-9]\d{0,15})$/.test(value) && Number(value) <= LARGEST_NUMBER;
const isFraction = (value: string) =>
  /^\d+(\.\d+)?([eE]-?\d+)?$/.test(value) && Number(value) <= LARGEST_NUMBER;
const isText = (value: string) => value !== '';

const FIELDS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['NS', (value) => isWhole(value) && value !== '0'],
  ...['CPU_NS', 'LENGTH', 'OPERATION', 'BYTES', 'COUNT'].map((key) => [key, isWhole] as const),
  ['FRACTION', isFraction],
  ...['NAME', 'VERSION', 'REASON'].map((key) => [key, isText] as const),
  ['TEXT', () => true],
]);
/** Placeholders whose values may have spaces and reach to the end of the line. */
const LAST = ['VERSION', 'REASON', 'TEXT'];

/** @returns the form that a line matches, and the values of its placeholders; null if it matches none */
export function readReply(line: string, forms: Iterable<string>) {
  for (const form of forms) {
    const keys = form.split(' ');
    const words = line.split(' ');
    if (LAST.includes(keys.at(-1)!)) words.push(words.splice(keys.length - 1).join(' '));
    const isRight = (key: string, i: number) => FIELDS.get(key)?.(words[i]!) ?? key === words[i];
    if (words.length === keys.length && keys.every(isRight))
      return { form, values: words.filter((_, i) => FIELDS.has(keys[i]!)) };
  }
  return null;
}

export function unexpected(line: string, command: string, forms: Iterable<string>): string {
  const all = [...forms];
  const near = all.filter((form) => form.split(' ')[0] === line.split(' ')[0]);
  const wanted = (near.length > 0 ? near : all).map((form) => JSON.stringify(form)).join(' or ');
  return `answered ${quote(line)} to "${command}", where ${wanted} was expected`;
}

const MOST_COLLECTIONS = 16;
const UNREPORTED: Figure = { known: false, reason: 'the runner did not report it' };

export class MemoryLines {
  readonly forms: Set<string>;
  readonly end: string;
  #allocated = UNREPORTED;
  #error: number | null = null;
  readonly #collections = new Map<string, Figure>();

  constructor(ops: number) {
    this.forms = new Set(MEMORY(ops));
    this.end = `memory ${ops}`;
  }

  take(line: string): boolean {
    const { form, values } = readReply(line, this.forms) ?? { form: '', values: [] };
    const value = values.at(-1) ?? '';
    const figure: Figure = form.startsWith('unknown')
      ? { known: false, reason: unescapeValue(value) }
      : { known: true, value: Number(value) };
    if (form === 'collections NAME COUNT') return this.#collect(values[0]!, figure);
    if (form === 'unknown collections REASON') return this.#collect('collections', figure);
    this.forms.delete(form);
    if (form === 'allocated-error FRACTION') this.#error = Number(value);
    else if (values.length > 0) {
      this.#allocated = figure;
      this.forms.delete('allocated BYTES');
      this.forms.delete('unknown allocated REASON');
    }
    return values.length > 0;
  }

  #collect(name: string, figure: Figure): boolean {
    const isNew = !this.#collections.has(name);
    this.#collections.set(name, figure);
    if (this.#collections.size === MOST_COLLECTIONS) this.forms.delete('collections NAME COUNT');
    return isNew;
  }

  reply(): MemoryReply {
    const allocated = this.#allocated;
    const collections =
      this.#collections.size > 0 ? this.#collections : new Map([['collections', UNREPORTED]]);
    return { allocated, allocatedError: allocated.known ? this.#error : null, collections };
  }
}

/**
 * Largest resident memory of a process so far, in bytes: VmHWM of proc_pid_status(5). Unknown outside of Linux, and if
 * the process has children.
 */
export function peakResident(pid: number): Figure {
  if (process.platform !== 'linux') return { known: false, reason: 'only Linux reports it' };
  if (childrenOf(pid).length > 0) return { known: false, reason: 'the runner is more than one process' };
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (kilobytes === undefined) return { known: false, reason: 'not reported for this process' };
  return { known: true, value: Number(kilobytes) * 1024 };
}
