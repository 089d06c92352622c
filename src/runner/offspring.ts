/**
 * What our children have started, by a mark in their environment, which is handed down even to what leaves its group and
 * session. Only Linux lets it be read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { type Holder, OWN, wordsOf } from './holder.ts';
import { signal } from './signal.ts';

const MARK = 'WIREMARK_STARTED_BY';
let started = 0;

export interface Process {
  readonly pid: number;
  /** As the system has it, at most 15 bytes. */
  readonly name: string;
  readonly group: number;
}

/** What the environment of all that a process has started begins with. */
export function markOf({ pid, start }: Holder): string {
  return `${MARK}=${pid}-${start}.`;
}

/** A mark of its own for one child. */
export function newMark(): { readonly environment: Readonly<Record<string, string>>; readonly mark: string } {
  const mark = `${markOf(OWN)}${started++}.`;
  return { environment: { [MARK]: mark.slice(MARK.length + 1) }, mark };
}

/** The living processes with a mark. Reads a file for each process of the machine: not while anything is timed. */
export function offspring(mark: string): Process[] {
  return pids().flatMap((pid) => {
    if (!`\0${read(`/proc/${pid}/environ`)}`.includes(`\0${mark}`)) return [];
    const group = Number(wordsOf(pid)?.[2] ?? 0);
    return [{ pid, name: read(`/proc/${pid}/comm`).trim(), group }];
  });
}

/** Ends them all, also what they start meanwhile. Never throws. */
export function endOffspring(mark: string): void {
  for (let turn = 0; turn < 3; turn++) {
    const found = offspring(mark);
    if (found.length === 0) return;
    for (const { pid } of found) signal(pid, 'SIGKILL');
  }
}

/** Of all processes of the machine. */
export function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Empty for what has ended, and for what another user keeps to itself. */
export function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
