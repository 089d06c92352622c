/**
 * Whether memory is slow for a while after a core has slept (docs/EVIDENCE.md): the time to write through memory right
 * after work and after a sleep, in turns, so that a machine whose speed drifts isn't taken for one that dozes. Asserts nothing.
 *
 *     node --import tsx script/trials/dozing.ts
 */
import { setTimeout as pause } from 'node:timers/promises';
import { median, sortSamples } from '../../src/stats/samples.ts';

/** More than any cache near a core holds, so that memory itself is asked for. */
const BYTES = 64 * 2 ** 20;
/** Bytes that a processor fetches at a time, on all known ones. */
const LINE = 64;
const TIMES = 7;
const SLEEP_MS = 300;

const memory = new Uint8Array(BYTES);
writeThrough();
const awake: number[] = [];
const slept: number[] = [];
for (let turn = 0; turn < TIMES; turn++) {
  await pause(SLEEP_MS);
  slept.push(writeThrough());
  writeThrough();
  awake.push(writeThrough());
}
const [after, before] = [slept, awake].map((times) => median(sortSamples(times)));
console.log(`${before!.toFixed(1)} ms right after work, ${after!.toFixed(1)} ms after a sleep`);

function writeThrough(): number {
  const begin = performance.now();
  for (let at = 0; at < memory.length; at += LINE) memory[at]!++;
  return performance.now() - begin;
}
