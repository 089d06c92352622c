/** How fit a machine is to measure on, at a glance: what `doctor` tells, and what `noise` begins with. */
import { getPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { observeMachine } from '../measure/machine-use.ts';
import { keepCoresAwake } from '../runner/keepers.ts';
import { read } from '../runner/proc.ts';
import { median, sortSamples } from '../stats/samples.ts';

/** wiremark's own priority and the cores that it may use, as far as the system tells. */
export function standingNow(): string {
  const cores = /^Cpus_allowed_list:\s+(\S+)/m.exec(read('/proc/self/status'))?.[1] ?? 'unknown';
  return `priority (${getPriority()}) and cores (${cores})`;
}

/** How long the machine is watched for other programs, in milliseconds. */
const LOOK = 1_500;

export type MachineGlance = Awaited<ReturnType<typeof glanceAtMachine>>;

/**
 * Takes about five seconds, in which nothing else should be started.
 *
 * @returns `unkept`: why cores can't be kept awake here; null where they can
 */
export async function glanceAtMachine() {
  const use = await observeMachine(LOOK);
  const seen = await observeDozing();
  const keepers = await keepCoresAwake();
  await keepers.stop();
  return { use, dozing: { ...seen, dozes: dozes(seen), unkept: keepers.reason } };
}

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
async function observeDozing() {
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

/** Whether memory is slow for a while after a core has slept, as on some virtual machines; slices begin after a sleep. */
export function dozes({ awakeNs, sleptNs }: Record<'awakeNs' | 'sleptNs', number>): boolean {
  return sleptNs > SLOWER * awakeNs;
}

function writeThrough(memory: Uint8Array): number {
  const begin = performance.now();
  for (let at = 0; at < memory.length; at += LINE) memory[at]!++;
  return (performance.now() - begin) * 1e6;
}
