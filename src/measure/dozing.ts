/**
 * Whether the machine dozes: whether memory is slow for a while after a core has slept, as was seen on virtual machines.
 * Every slice begins after its process has slept.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { median, sortSamples } from '../stats/samples.ts';

/** More than any cache near a core holds, so that memory itself is asked for. */
const BYTES = 64 * 2 ** 20;
/** Bytes that a processor fetches at a time, on all known ones. */
const LINE = 64;
const TIMES = 7;
const SLEEP_MS = 300;

/** From this much more time on it matters: other noise stays below it. */
const SLOWER = 1.15;

/**
 * Takes about three seconds, in turns, so that a machine whose speed drifts isn't taken for one that dozes.
 *
 * @returns the time to write through memory right after work, and after a sleep, in ns: the median of several
 */
export async function observeDozing() {
  const memory = new Uint8Array(BYTES);
  writeThrough(memory);
  const awake: number[] = [];
  const slept: number[] = [];
  for (let turn = 0; turn < TIMES; turn++) {
    await pause(SLEEP_MS);
    slept.push(writeThrough(memory));
    writeThrough(memory);
    awake.push(writeThrough(memory));
  }
  return { awakeNs: median(sortSamples(awake)), sleptNs: median(sortSamples(slept)) };
}

export function dozes({ awakeNs, sleptNs }: Record<'awakeNs' | 'sleptNs', number>): boolean {
  return sleptNs > SLOWER * awakeNs;
}

function writeThrough(memory: Uint8Array): number {
  const begin = performance.now();
  for (let at = 0; at < memory.length; at += LINE) memory[at]!++;
  return (performance.now() - begin) * 1e6;
}
