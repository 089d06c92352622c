/**
 * What our children have started, by a mark in their environment, which is handed down even to what leaves its group and
 * session. Only Linux lets it be read.
 */
import { type Holder, OWN } from './lock.ts';
import { type ProcessState, pids, read, stateOf } from './proc.ts';
import { signal } from './signal.ts';

const MARK = 'WIREMARK_STARTED_BY';
let started = 0;

export interface Process extends ProcessState {
  readonly pid: number;
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
    const state = stateOf(pid);
    return state === null ? [] : [{ pid, ...state }];
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
