/** How fit a machine is to measure on, at a glance: what `doctor` tells, and what `noise` begins with. */
import { setTimeout as pause } from 'node:timers/promises';
import { median, sortSamples } from '../stats/samples.ts';
import { keepCoresAwake } from './keepers.ts';
import { type MachineUse, observeMachine } from './use.ts';

/** How long the machine is watched for other programs, in milliseconds. */
const LOOK = 1_500;

export interface MachineGlance {
  /** Null where the system doesn't tell. */
  readonly use: MachineUse | null;
  readonly dozing: Dozing;
}

/** Times to write through memory, in ns. */
interface DozingTimes {
  readonly awakeNs: number;
  readonly sleptNs: number;
}

/** What was seen of memory after a sleep and right after work, and whether cores are kept awake while measuring. */
export interface Dozing extends DozingTimes {
  readonly dozes: boolean;
  /** Why cores can't be kept awake here; null where they are. */
  readonly unkept: string | null;
}

/** Takes about five seconds, in which nothing else should be started. */
export async function glanceAtMachine(): Promise<MachineGlance> {
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
async function observeDozing(): Promise<DozingTimes> {
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
export function dozes({ awakeNs, sleptNs }: DozingTimes): boolean {
  return sleptNs > SLOWER * awakeNs;
}

function writeThrough(memory: Uint8Array): number {
  const begin = performance.now();
  for (let at = 0; at < memory.length; at += LINE) memory[at]!++;
  return (performance.now() - begin) * 1e6;
}
