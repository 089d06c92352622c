/** Machines and their load in words. */
import {
  type MachineComparison,
  type MachineDifference,
  systemOf,
  UNKNOWN,
} from '../analysis/runs/machines.ts';
import type { MachineUse } from '../machine/usage.ts';
import type { Machine } from '../store/record/record.ts';
import { counted, gibibytes } from './numbers.ts';

/** @param unkept why cores can't be kept awake; null where they are */
export function awakeFact(unkept: string | null): string {
  return unkept === null
    ? 'cores are kept awake while blocks are measured'
    : `cores can't be kept awake: ${unkept}`;
}

/** Shares of the cores in use from which a line is printed, and from which times are mostly waiting. */
const BUSY = 0.1;
const FULL = 0.75;

/**
 * A line printed before a run; null for a machine that is idle enough.
 *
 * On 2 cores, others that used one of them now and then left the ratios as they were and made them scatter 1.3 to 1.7
 * times as much; a load of 6 had slices wait for half of their time, and made them scatter three to seven times as much
 * (docs/evidence/noise.md).
 */
export function busyLine(use: MachineUse, cores: number): string | null {
  const share = (use.busyCores + use.stolenCores) / cores;
  if (share < BUSY) return null;
  const named = spelledPrograms(use);
  const who = `other programs use ${use.busyCores.toFixed(1)} of ${cores} cores${named === '' ? '' : `: ${named}`}`;
  const effect =
    share < FULL
      ? 'Waiting time is subtracted; expect two or three times as many rounds, or wider intervals.'
      : 'Timed code will spend most of its time waiting. Expect much wider intervals and no firm findings. Retry when the machine is idle.';
  return `This machine is busy: ${who}. ${effect}`;
}

/** The three programs that use most. */
export function spelledPrograms({ programs }: MachineUse): string {
  return programs
    .slice(0, 3)
    .map(({ name, cores }) => `${name} (${Math.round(100 * cores)} % of a core)`)
    .join(', ');
}

export function machineName(machine: Machine): string {
  const { cpu, cores, arch, kernel, governor } = machine;
  const named = cpu === UNKNOWN ? 'unknown CPU' : cpu;
  const facts = [named, counted(cores, 'core'), gibibytes(machine.memoryBytes), arch, systemOf(kernel)];
  return [...facts, ...(governor === null ? [] : [`governor ${governor}`])].join(', ');
}

/** Whether times of two runs can be compared, and why: one sentence an item. */
export function machineSentences({ comparable, differences, machine }: MachineComparison): string[] {
  const listOf = (which: MachineDifference['matters']) =>
    differences
      .filter(({ matters }) => matters === which)
      .map(({ fact, a, b }) => `${fact} (${a}, then ${b})`)
      .join(', ');
  const notes = listOf('note');
  const cause = comparable ? ' A difference in time may come from that.' : '';
  return [
    comparable
      ? `All runs are from the same kind of machine: ${machineName(machine)}. Identical models look the same.`
      : `Absolute times can't be compared, because the machines differ in ${listOf('absolute')}. Ratios to a baseline of the same run can.`,
    ...(notes === '' ? [] : [`Changed: ${notes}.${cause}`]),
  ];
}
