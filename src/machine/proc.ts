/** What Linux tells of processes in /proc (proc(5)); other systems tell nothing. */
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel reports CPU times in hundredths of a second (USER_HZ). */
export const TICK_NS = 10_000_000;

/** Empty for what isn't there, what has ended, and what another user keeps to itself. */
export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** None of a folder that isn't there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Of all processes of the machine. */
export function pids(): number[] {
  return namesIn('/proc').map(Number).filter(Number.isInteger);
}

export interface ProcessState {
  /** At most 15 bytes. */
  readonly name: string;
  readonly group: number;
  /** CPU time so far of all its threads, also those that have ended; not of what it has started. */
  readonly ticks: number;
  /** The same of the processes that it started, waited for, and that have ended. */
  readonly childTicks: number;
  /** Tells it from an earlier process of its number. */
  readonly start: string;
}

/** Null for a process that has ended, and where the system doesn't tell. */
export function stateOf(pid: number): ProcessState | null {
  return parseState(read(`/proc/${pid}/stat`));
}

/** A line of /proc/PID/stat. The name stands in parentheses and may hold any character, parentheses too. */
export function parseState(line: string): ProcessState | null {
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(line) ?? [];
  if (name === undefined) return null;
  const words = rest!.split(' ');
  return {
    name,
    group: Number(words[2]),
    ticks: Number(words[11]) + Number(words[12]),
    childTicks: Number(words[13]) + Number(words[14]),
    start: words[19]!,
  };
}

/** Those that this process may use, such as `0-3,8` (cpuset(7)); undefined where the system doesn't tell. */
export function allowedCores(): string | undefined {
  return /^Cpus_allowed_list:\s+(\S+)/m.exec(read('/proc/self/status'))?.[1];
}

/** The living processes that any of its threads has started. */
export function childrenOf(pid: number): number[] {
  const threads = namesIn(`/proc/${pid}/task`);
  return threads
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? [])
    .map(Number);
}
