/**
 * Timed slices as text that a page can carry: about four characters each, and not a nanosecond lost.
 *
 * Slices of one row follow each other in runs: same phase, round and number of operations, block after block. A run is
 * the numbers phase, round, first block, operations, length and what is known of waits; then the times, each as its
 * difference from the one before, and the waits where they differ. Numbers are written seven bits a byte, least
 * significant first, and the bytes as base64.
 */
import type { Sample } from '../../store/record.ts';

/** What a page needs to know of a sample. */
export type RowSample = Pick<Sample, 'round' | 'phase' | 'block' | 'ops' | 'ns' | 'waitNs'>;

/** Phases that are written. Warm-ups are not: what they tell of a row is known before (data.ts). */
const PHASES = ['block', 'start', 'first'] as const;

/** What is known of the waits of a run: that there were none, nothing, or how long each was. */
const WAITS = { none: 0, unknown: 1, each: 2 } as const;

/** Whether it is of a phase that is written. */
export const isCarried = ({ phase }: RowSample): boolean => phaseNumber(phase) >= 0;

/** Slices of one row in the order given; those of other phases are left out. */
export function writeSamples(slices: readonly RowSample[]): string {
  const bytes: number[] = [];
  let time = 0;
  for (const run of runs(slices.filter(isCarried))) {
    const [{ phase, round, block, ops }] = run as [RowSample];
    const waits = waitsOf(run);
    for (const head of [phaseNumber(phase), round, block, ops, run.length, waits]) writeNumber(bytes, head);
    for (const { ns } of run) {
      writeNumber(bytes, zigzag(ns - time));
      time = ns;
    }
    // 0 is unknown, so that a wait is one more.
    if (waits === WAITS.each) for (const { waitNs } of run) writeNumber(bytes, (waitNs ?? -1) + 1);
  }
  return toBase64(bytes);
}

/** @throws RangeError for a text that writeSamples didn't make */
export function readSamples(text: string): RowSample[] {
  const next = reader(text);
  const slices: RowSample[] = [];
  let time = 0;
  for (let head = next(); head !== null; head = next()) {
    const phase = PHASES[head];
    const number = () => next() ?? damaged();
    const [round, block, ops, length, waits] = [number(), number(), number(), number(), number()];
    if (!phase) return damaged();
    const times = Array.from({ length }, () => {
      time += unzigzag(number());
      return time;
    });
    for (const [i, ns] of times.entries()) {
      const wait = waits === WAITS.each ? number() : 1 - waits;
      slices.push({ round, phase, block: block + i, ops, ns, waitNs: wait === 0 ? null : wait - 1 });
    }
  }
  return slices;
}

function damaged(): never {
  throw new RangeError('samples are damaged');
}

function waitsOf(run: readonly RowSample[]): number {
  const waits = run.map(({ waitNs }) => waitNs);
  if (waits.every((wait) => wait === 0)) return WAITS.none;
  return waits.every((wait) => wait === null) ? WAITS.unknown : WAITS.each;
}

const phaseNumber = (phase: Sample['phase']): number => (PHASES as readonly string[]).indexOf(phase);

function runs(slices: readonly RowSample[]): RowSample[][] {
  const found: RowSample[][] = [];
  for (const slice of slices) {
    const run = found.at(-1);
    const last = run?.at(-1);
    const follows =
      last?.phase === slice.phase &&
      last.round === slice.round &&
      last.ops === slice.ops &&
      last.block + 1 === slice.block;
    if (run && follows) run.push(slice);
    else found.push([slice]);
  }
  return found;
}

// Times and operations may need more than the 32 bits that JavaScript's bit operators have.

const zigzag = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function writeNumber(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

/** Gives one number after another; null at the end. */
function reader(text: string): () => number | null {
  const bytes = atob(text);
  let position = 0;
  return () => {
    if (position === bytes.length) return null;
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      if (position === bytes.length) damaged();
      const byte = bytes.charCodeAt(position++);
      value += (byte % 128) * scale;
      if (byte < 128) return value;
    }
  };
}

/** In pieces, since a call takes only so many arguments. */
function toBase64(bytes: readonly number[]): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.slice(start, start + 8192));
  return btoa(text);
}
