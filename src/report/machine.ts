import { type MachineComparison, systemOf, UNKNOWN } from '../analysis/runs/machines.ts';
import type { MachineUse } from '../machine/usage.ts';
import type { Machine } from '../store/record/record.ts';
import { counted, gibibytes } from './numbers.ts';

export function busyLine({ busyCores, stolenCores, programs }: MachineUse, cores: number): string | null {
  const share = (busyCores + stolenCores) / cores;
  if (share < 0.1) return null;
  const named = programs
    .slice(0, 3)
    .map((one) => `${one.name} (${Math.round(100 * one.cores)} % of a core)`)
    .join(', ');
  const who = `other programs use ${busyCores.toFixed(1)} of ${counted(cores, 'core')}${named && `: ${named}`}`;
  const effect =
    share < 0.75
      ? 'Waiting time is subtracted; expect two or three times as many rounds, or wider intervals.'
      : 'Timed code will spend most of its time waiting. Expect much wider intervals and no firm findings. Retry when the machine is idle.';
  return `This machine is busy: ${who}. ${effect}`;
}

export function machineName({ virtual, governor, ...machine }: Machine): string {
  const { cpu, cores, memoryBytes, arch, kernel } = machine;
  const named = cpu === UNKNOWN ? 'unknown CPU' : cpu;
  const facts = [named, counted(cores, 'core'), gibibytes(memoryBytes), arch, systemOf(kernel)];
  const others = [virtual && 'virtual', governor !== null && `governor ${governor}`].filter(Boolean);
  return [...facts, ...others].join(', ');
}

export function machineSentences({ comparable, differences, machine }: MachineComparison): string[] {
  const listOf = (which: 'absolute' | 'note') =>
    differences
      .filter(({ matters }) => matters === which)
      .map(({ fact, a, b }) => `${fact} (${a}, then ${b})`)
      .join(', ');
  const notes = listOf('note');
  const cause = comparable ? ' A difference in time may come from that.' : '';
  return [
    comparable
      ? `All runs are from the same kind of machine: ${machineName(machine)}. (Two machines of one model can't be told apart.)`
      : `The machines differ in ${listOf('absolute')}: absolute times can't be compared, and a change of a ratio may come from the machine instead of the code.`,
    ...(notes === '' ? [] : [`Changed: ${notes}.${cause}`]),
  ];
}
