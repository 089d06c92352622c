import { cellParts } from '../../define/names.ts';
import { groupBy } from '../../stats/group-by.ts';
import type { Machine, RunRecord } from '../../store/record/record.ts';

export type MachineFacts = Pick<RunRecord, 'machine' | 'runtimes' | 'tool' | 'tags'>;

/** Smaller relative differences of memory don't count, because firmware and kernel reserve varying amounts. */
const SAME_MEMORY = 0.1;

/** CPU model that Node.js reports if the system names none, as on most ARM machines. */
export const UNKNOWN = 'unknown';

export type MachineComparison = ReturnType<typeof compareMachines>;

/** `comparable` is true if absolute times can be compared. Ratios within a run always can. */
export function compareMachines(a: MachineFacts, b: MachineFacts) {
  const [kind, other] = [a, b].map(({ tags }) => cellParts(tags?.fleet).kind) as [string, string];
  const both = Object.keys(a.runtimes).filter((runtime) => Object.hasOwn(b.runtimes, runtime));
  const differences = [
    ...(kind && other ? changed('kind', kind, other, 'absolute') : []),
    ...machineDifferences(a.machine, b.machine),
    ...both.flatMap((runtime) => changed(runtime, a.runtimes[runtime]!, b.runtimes[runtime]!, 'note')),
    ...changed('wiremark', a.tool, b.tool, 'note'),
  ];
  const comparable = differences.every(({ matters }) => matters === 'note');
  return { comparable, differences, machine: b.machine };
}

/**
 * Groups runs into series, each from comparable machines. In a fleet, these are of one kind, which labels the series (`epyc`,
 * `epyc (2)`). Other labels are `M1`, `M2`.
 */
export function seriesOf<Run extends { readonly record: Pick<RunRecord, 'machine' | 'tags'> }>(
  runs: readonly Run[],
) {
  const kinds = groupBy(runs, ({ record }) => cellParts(record.tags?.fleet).kind);
  return [...kinds].flatMap(([kind, own]) =>
    groupByMachine(own).map(({ runs }, i) => {
      const label = i === 0 ? kind : `${kind} (${i + 1})`;
      return { label: kind === '' ? `M${i + 1}` : label, runs };
    }),
  );
}

/**
 * Groups runs of comparable machines. A run must match all machines of a group, because a machine with an unknown fact matches
 * machines that differ in this fact.
 */
export function groupByMachine<Run extends { readonly record: Pick<RunRecord, 'machine'> }>(
  runs: readonly Run[],
) {
  const groups: { machines: Map<string, Machine>; runs: Run[] }[] = [];
  for (const run of runs) {
    const { machine } = run.record;
    const key = JSON.stringify({ ...machine, load: null });
    const fits = (other: Machine) =>
      machineDifferences(other, machine).every(({ matters }) => matters === 'note');
    const group = groups.find(({ machines }) => machines.has(key) || [...machines.values()].every(fits));
    if (group) {
      group.machines.set(key, machine);
      group.runs.push(run);
    } else groups.push({ machines: new Map([[key, machine]]), runs: [run] });
  }
  return groups;
}

function machineDifferences(a: Machine, b: Machine) {
  const memory = Math.abs(a.memoryBytes - b.memoryBytes) / Math.max(a.memoryBytes, b.memoryBytes);
  const sameSystem = systemOf(a.kernel) === systemOf(b.kernel);
  const sameKernel = kernelLine(a.kernel) === kernelLine(b.kernel);
  const governed = a.governor !== null && b.governor !== null;
  const isKnown = a.virtual !== undefined && b.virtual !== undefined;
  return [
    ...changed('CPU', a.cpu, b.cpu, 'absolute'),
    ...changed('cores', String(a.cores), String(b.cores), 'absolute'),
    ...(memory < SAME_MEMORY
      ? []
      : changed('memory', gibibytes(a.memoryBytes), gibibytes(b.memoryBytes), 'absolute')),
    ...changed('architecture', a.arch, b.arch, 'absolute'),
    ...changed('OS', a.os, b.os, 'note'),
    // Different kernels (Linux, Darwin) have different schedulers and clocks. Another version of the same kernel is only noted.
    ...(sameKernel ? [] : changed('kernel', a.kernel, b.kernel, sameSystem ? 'note' : 'absolute')),
    ...changed('governor', a.governor ?? UNKNOWN, b.governor ?? UNKNOWN, governed ? 'absolute' : 'note'),
    ...(isKnown ? changed('virtual machine', `${a.virtual}`, `${b.virtual}`, 'absolute') : []),
  ];
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

function changed(fact: string, a: string, b: string, matters: 'absolute' | 'note') {
  return a === b ? [] : [{ fact, a, b, matters }];
}

export function systemOf(kernel: string): string {
  return kernel.split(' ')[0]!;
}

function kernelLine(kernel: string): string {
  return /^\S+ \d+\.\d+/.exec(kernel)?.[0] ?? kernel;
}
