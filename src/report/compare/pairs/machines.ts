/**
 * Whether two runs were measured on machines that can be compared, decided from what the runs recorded and nothing
 * else. Pure.
 */
import type { Machine, RunRecord } from '../../../store/record/record.ts';
import { counted, gibibytes } from '../../numbers.ts';

/** What is compared of a run. */
export type MachineFacts = Pick<RunRecord, 'machine' | 'runtimes' | 'tool'>;

/** Memory of one machine varies with what firmware and kernel keep: less than this, relatively, is the same. */
const SAME_MEMORY = 0.1;

/** What `os.cpus()` says where the system doesn't tell, as on most ARM machines. */
const UNKNOWN = 'unknown';

export interface MachineComparison {
  /** Whether absolute times may be compared: ratios to a baseline of the same run always may. */
  readonly comparable: boolean;
  readonly differences: readonly Difference[];
  /** The decision and its reasons, a sentence an item. */
  readonly words: readonly string[];
}

interface Difference {
  readonly fact: string;
  readonly a: string;
  readonly b: string;
  /** absolute: times don't belong beside each other; note: they do, but a reader has to know of it. */
  readonly matters: 'absolute' | 'note';
}

export function compareMachines(a: MachineFacts, b: MachineFacts): MachineComparison {
  // A runtime that only one of them used is no difference: it has no rows to compare.
  const both = Object.keys(a.runtimes).filter((runtime) => Object.hasOwn(b.runtimes, runtime));
  const differences = [
    ...machineDifferences(a.machine, b.machine),
    ...both.flatMap((runtime) => changed(runtime, a.runtimes[runtime]!, b.runtimes[runtime]!, 'note')),
    ...changed('wiremark', a.tool, b.tool, 'note'),
  ];
  const say = (which: Difference['matters']) =>
    differences
      .filter(({ matters }) => matters === which)
      .map((one) => `${one.fact} (${one.a}, then ${one.b})`)
      .join(', ');
  const [different, notes] = [say('absolute'), say('note')];
  const comparable = different === '';
  const cause = comparable ? ' A difference in time may come from that.' : '';
  const words = [
    comparable
      ? `By CPU, cores, memory, architecture and governor, as far as recorded, the machine is the same: ${machineName(b.machine)}. Identical models look the same.`
      : `Absolute times can't be compared, because the machines differ in ${different}. Ratios to a baseline of the same run can.`,
    ...(notes === '' ? [] : [`Changed: ${notes}.${cause}`]),
  ];
  return { comparable, differences, words };
}

export function machineName(machine: Machine): string {
  const { cpu, cores, arch, kernel, governor } = machine;
  const named = cpu === UNKNOWN ? 'unknown CPU' : cpu;
  const facts = [named, counted(cores, 'core'), gibibytes(machine.memoryBytes), arch, systemOf(kernel)];
  return [...facts, ...(governor === null ? [] : [`governor ${governor}`])].join(', ');
}

/**
 * Puts runs together whose machines are comparable. A run joins the first group in which it is comparable with every
 * other: what isn't recorded everywhere, as the governor, makes comparing not transitive.
 *
 * @returns in the order of their first runs, by which they are named
 */
export function groupByMachine<Run extends { readonly record: Pick<RunRecord, 'machine'> }>(
  runs: readonly Run[],
) {
  // Hundreds of runs come from few machines: only these are compared.
  const groups: { name: string; machines: Map<string, Machine>; runs: Run[] }[] = [];
  for (const run of runs) {
    const { machine } = run.record;
    const key = JSON.stringify({ ...machine, load: null });
    const fits = (other: Machine) =>
      machineDifferences(other, machine).every(({ matters }) => matters === 'note');
    const group = groups.find(({ machines }) => machines.has(key) || [...machines.values()].every(fits));
    if (group) {
      group.machines.set(key, machine);
      group.runs.push(run);
    } else groups.push({ name: machineName(machine), machines: new Map([[key, machine]]), runs: [run] });
  }
  return groups;
}

function machineDifferences(a: Machine, b: Machine) {
  const memory = Math.abs(a.memoryBytes - b.memoryBytes) / Math.max(a.memoryBytes, b.memoryBytes);
  const sameSystem = systemOf(a.kernel) === systemOf(b.kernel);
  const sameKernel = kernelLine(a.kernel) === kernelLine(b.kernel);
  const governed = a.governor !== null && b.governor !== null;
  return [
    ...changed('CPU', a.cpu, b.cpu, 'absolute'),
    ...changed('cores', String(a.cores), String(b.cores), 'absolute'),
    // Another machine, or one whose JVMs and caches have other sizes.
    ...(memory < SAME_MEMORY
      ? []
      : changed('memory', gibibytes(a.memoryBytes), gibibytes(b.memoryBytes), 'absolute')),
    ...changed('architecture', a.arch, b.arch, 'absolute'),
    ...changed('OS', a.os, b.os, 'note'),
    // Patches are let pass: they come every week. Another system has other clocks and another scheduler.
    ...(sameKernel ? [] : changed('kernel', a.kernel, b.kernel, sameSystem ? 'note' : 'absolute')),
    ...changed('governor', a.governor ?? UNKNOWN, b.governor ?? UNKNOWN, governed ? 'absolute' : 'note'),
  ];
}

function changed(fact: string, a: string, b: string, matters: Difference['matters']): Difference[] {
  return a === b ? [] : [{ fact, a, b, matters }];
}

function systemOf(kernel: string): string {
  return kernel.split(' ')[0]!;
}

/** `Linux 6.18`; the whole text where there is no such number. */
function kernelLine(kernel: string): string {
  return /^\S+ \d+\.\d+/.exec(kernel)?.[0] ?? kernel;
}
