/**
 * Reads the answers of runners (docs/PROTOCOL.md). Forms are written as there: words in capitals are placeholders. They also
 * make the message about a wrong answer.
 */

import { quote, unescapeValue } from '../build/protocol.ts';
import { childrenOf, read } from '../machine/proc.ts';
import { type Figure, LARGEST_NUMBER } from '../plan/figure.ts';
import type { MemoryReply } from './client.ts';

/** A runner's lines after its `wiremark 4`. */
export const LOADED = (runtime: string) =>
  [`runtime ${runtime} VERSION`, 'version VERSION', 'ready'] as const;
export const SLICE = (ops: number) => `slice ${ops} NS CPU_NS LENGTH`;
/** The other answer to `slice`. */
export const FAILED = 'failed OPERATION TEXT';
/** All lines except the last may be absent or come repeatedly. */
export const MEMORY = (ops: number) => [
  'allocated BYTES',
  'unknown allocated REASON',
  'allocated-error FRACTION',
  'collections NAME COUNT',
  'unknown collections REASON',
  `memory ${ops}`,
];

interface Field {
  readonly example: string;
  readonly what: string;
  readonly holds: (text: string) => boolean;
}

/** Decimal, without sign or leading zeros, and no larger than a sample can hold. */
const whole = (least: number, example: number): Field => ({
  example: String(example),
  what: `a whole number from ${least} to ${LARGEST_NUMBER}`,
  holds: (text) =>
    /^(0|[1-9]\d{0,15})$/.test(text) && Number(text) >= least && Number(text) <= LARGEST_NUMBER,
});
const text = (example: string): Field => ({ example, what: 'a text', holds: (told) => told !== '' });
const isFraction = (told: string) => /^\d+(\.\d+)?([eE]-?\d+)?$/.test(told) && Number(told) <= LARGEST_NUMBER;

const FIELDS: ReadonlyMap<string, Field> = new Map([
  ['NS', whole(1, 49876543)],
  ['CPU_NS', whole(0, 49800000)],
  ['LENGTH', whole(0, 6165236)],
  ['OPERATION', whole(0, 3)],
  ['BYTES', whole(0, 7000)],
  ['COUNT', whole(0, 3)],
  ['FRACTION', { example: '0.01', what: 'a decimal fraction', holds: isFraction }],
  ['NAME', text('young')],
  ['VERSION', text('2.1.3')],
  ['REASON', text('it has no counters')],
  ['TEXT', { ...text('unexpected end of input'), holds: () => true }],
]);
/** Placeholders that reach to the end of the line. */
const LAST = ['VERSION', 'REASON', 'TEXT'];

export interface Reply {
  readonly form: string;
  /** The values of its placeholders. */
  readonly told: readonly string[];
}

/** @returns null for a line that has none of these forms */
export function readReply(line: string, forms: Iterable<string>): Reply | null {
  for (const form of forms) {
    const words = aligned(line, form);
    if (words?.every(isRight))
      return { form, told: words.flatMap(([key, word]) => (FIELDS.has(key) ? [word] : [])) };
  }
  return null;
}

/** Pairs the words of a form with those of a line; null if their numbers differ. */
function aligned(line: string, form: string): [key: string, word: string][] | null {
  const keys = form.split(' ');
  const words = line.split(' ');
  if (LAST.includes(keys.at(-1)!)) words.push(words.splice(keys.length - 1).join(' '));
  return words.length === keys.length ? keys.map((key, i) => [key, words[i]!]) : null;
}

function isRight([key, word]: readonly [string, string]): boolean {
  return FIELDS.get(key)?.holds(word) ?? key === word;
}

export function unexpected(line: string, command: string, forms: Iterable<string>): string {
  const all = [...forms];
  const near = all.filter((form) => form.split(' ')[0] === line.split(' ')[0]);
  const meant = near.length > 0 ? near : all;
  const wanted = meant.map((form) => JSON.stringify(form)).join(' or ');
  const hint = meant.length === 1 ? hintOf(line, meant[0]!) : '';
  return `answered ${quote(line)} to "${command}", where ${wanted} was expected${hint}`;
}

function hintOf(line: string, form: string): string {
  const [wrong] = aligned(line, form)?.filter((pair) => !isRight(pair)) ?? [];
  const field = wrong && FIELDS.get(wrong[0]);
  if (field) return `: ${wrong[0]} is ${field.what}`;
  const example = form.split(' ').map((word) => FIELDS.get(word)?.example ?? word);
  return example.join(' ') === form ? '' : `, e.g. "${example.join(' ')}"`;
}

/** Limit for names of generations. */
const MOST_COLLECTIONS = 16;

/** Collects the lines of one answer. */
export class MemoryLines {
  /** Forms that may still come. */
  readonly forms: Set<string>;
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
  if (childrenOf(pid).length > 0) return { known: false, reason: 'the runner is more than one process' };
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1];
  if (kilobytes === undefined) return { known: false, reason: 'not reported for this process' };
  return { known: true, value: Number(kilobytes) * 1024 };
}
