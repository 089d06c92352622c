/**
 * Timed slices as text that a page can carry: about four characters each, and not a nanosecond lost.
 *
 * Slices of one row follow each other in runs: same phase, round and number of operations, block after block. A run is
 * the numbers phase, round, first block, operations and length, then the times, each as its difference from the one
 * before. Numbers are written seven bits a byte, least significant first, and the bytes as base64.
 */
import type { Sample } from '../../store/record.ts';

/** What a page needs to know of a sample. */
export type RowSample = Pick<Sample, 'round' | 'phase' | 'block' | 'ops' | 'ns'>;

/** Phases that are written. Warm-ups are not: what they tell of a row is known before (data.ts). */
const PHASES = ['block', 'start', 'first'] as const;

/** Slices of one row in the order given; those of other phases are left out. */
export function writeSamples(slices: readonly RowSample[]): string {
  const bytes: number[] = [];
  let time = 0;
  for (const run of runs(slices.filter(({ phase }) => phaseNumber(phase) >= 0))) {
    const [{ phase, round, block, ops }] = run as [RowSample];
    for (const head of [phaseNumber(phase), round, block, ops, run.length]) writeNumber(bytes, head);
    for (const { ns } of run) {
      writeNumber(bytes, zigzag(ns - time));
      time = ns;
    }
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
    const [round, block, ops, length] = [next(), next(), next(), next()];
    if (!phase || round === null || block === null || ops === null || length === null) throw damaged();
    for (let i = 0; i < length; i++) {
      const step = next();
      if (step === null) throw damaged();
      time += unzigzag(step);
      slices.push({ round, phase, block: block + i, ops, ns: time });
    }
  }
  return slices;
}

const damaged = () => new RangeError('samples are damaged');

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
      if (position === bytes.length) throw damaged();
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
