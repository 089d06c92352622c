/** Measures how busy other programs keep the machine; only on Linux. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ProcessState, pids, read, stateOf, TICK_NS } from './proc.ts';

export interface MachineUse {
  /** CPU time of other programs per elapsed time: 2 means two busy cores. */
  readonly busyCores: number;
  /** Time that the hypervisor gave to other virtual machines, per elapsed time. */
  readonly stolenCores: number;
  readonly programs: readonly { readonly name: string; readonly cores: number }[];
}

interface Snapshot {
  readonly at: number;
  readonly busy: number;
  readonly stolen: number;
  readonly programs: ReadonlyMap<number, Pick<ProcessState, 'name' | 'ticks'>>;
}

const LEAST_CORES = 0.05;

export const WATCH = 1_000;

export async function observeMachine(ms: number): Promise<MachineUse | null> {
  const before = snapshot();
  await pause(ms);
  const after = before && snapshot();
  return after && machineUse(before, after, process.pid);
}

/** Programs that ended between the two snapshots count only in `busyCores`. @param own id of the process to leave out */
export function machineUse(before: Snapshot, after: Snapshot, own: number): MachineUse {
  const elapsed = after.at - before.at;
  const cores = (ticks: number) => Math.max(0, (ticks * TICK_NS) / 1e6 / elapsed);
  const programs = new Map<string, number>();
  let mine = 0;
  for (const [pid, { name, ticks }] of after.programs) {
    const used = cores(ticks - (before.programs.get(pid)?.ticks ?? 0));
    if (pid === own) mine = used;
    else programs.set(name, (programs.get(name) ?? 0) + used);
  }
  return {
    busyCores: Math.max(0, cores(after.busy - before.busy) - mine),
    stolenCores: cores(after.stolen - before.stolen),
    programs: [...programs]
      .map(([name, cores]) => ({ name, cores }))
      .filter(({ cores }) => cores >= LEAST_CORES)
      .sort((a, b) => b.cores - a.cores),
  };
}

/**
 * Busy and stolen CPU time in ticks from the first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq,
 * steal (proc(5)). Null for other text.
 */
export function parseCpuLine(stat: string): { readonly busy: number; readonly stolen: number } | null {
  const fields = /^cpu +([\d ]+)/.exec(stat)?.[1]?.split(' ').map(Number);
  if (!fields || fields.length < 8) return null;
  const [user, nice, system, , , irq, softirq, stolen] = fields;
  return { busy: user! + nice! + system! + irq! + softirq!, stolen: stolen! };
}

function snapshot(): Snapshot | null {
  const whole = parseCpuLine(read('/proc/stat'));
  if (whole === null) return null;
  const at = performance.now();
  const states = pids().map((pid) => [pid, stateOf(pid)] as const);
  const programs = states.filter((one): one is [number, ProcessState] => one[1] !== null);
  return { at, ...whole, programs: new Map(programs) };
}
