/** Reads Linux's /proc (proc(5)). Other systems have none: everything is empty, null or undefined there. */
import { readdirSync, readFileSync } from 'node:fs';

/** Unit of the kernel's CPU times: a hundredth of a second (USER_HZ). */
export const TICK_NS = 10_000_000;

/** Text of a file; empty if it is missing or belongs to another user. */
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
  /** At most 15 bytes. */
  readonly name: string;
  /** CPU time of all threads, also ended ones, without child processes. */
  readonly ticks: number;
  /** Start time, which tells processes with a reused id apart. */
  readonly start: string;
}

export function stateOf(pid: number): ProcessState | null {
  return parseState(read(`/proc/${pid}/stat`));
}

/** Parses a line of /proc/PID/stat. The name is in parentheses and may contain any character, parentheses too. */
export function parseState(line: string): ProcessState | null {
  const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(line) ?? [];
  if (name === undefined) return null;
  const words = rest!.split(' ');
  return { name, ticks: Number(words[11]) + Number(words[12]), start: words[19]! };
}

/** Cores that wiremark may use, such as `0-3,8` (cpuset(7)). */
export function allowedCores(root = ''): string | undefined {
  return /^Cpus_allowed_list:\s+(\S+)/m.exec(read(`${root}/proc/self/status`))?.[1];
}

/** Cores in a list such as `0-3,8` (cpuset(7)); empty for an empty text. */
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
