/** Reads Linux's /proc (proc(5)). On other systems, results are empty, null or undefined. */
import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds of a tick, the unit of the kernel's CPU times (USER_HZ). */
export const TICK_NS = 10_000_000;

export function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function pids(root = ''): number[] {
  return namesIn(`${root}/proc`).map(Number).filter(Number.isInteger);
}

export interface ProcessState {
  readonly name: string;
  /** CPU time of all threads, including ended ones, without child processes. */
  readonly ticks: number;
  /** Start time, to tell apart processes that had the same id. */
  readonly start: string;
}

export function stateOf(pid: number): ProcessState | null {
  return parseState(read(`/proc/${pid}/stat`));
}

/** Parses a line of /proc/PID/stat. The name is in parentheses and may contain parentheses. */
export function parseState(line: string): ProcessState | null {
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(line) ?? [];
  if (name === undefined) return null;
  const words = rest!.split(' ');
  return { name, ticks: Number(words[11]) + Number(words[12]), start: words[19]! };
}

export function allowedCores(root = ''): string | undefined {
  return /^Cpus_allowed_list:\s+(\S+)/m.exec(read(`${root}/proc/self/status`))?.[1];
}

/** Numbers of the cores in a list such as `0-3,8`; empty for an empty text. */
export function parseCpuList(list: string): number[] {
  const ranges = list.trim().split(',').filter(Boolean);
  return ranges.flatMap((range) => {
    const [first, last = first] = range.split('-').map(Number) as [number, number?];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

export function childrenOf(pid: number): number[] {
  const threads = namesIn(`/proc/${pid}/task`);
  return threads
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? [])
    .map(Number);
}
