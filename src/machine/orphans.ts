/**
 * Ends what a killed wiremark had started, by a mark in the environment, which processes hand down. Only Linux lets it be read.
 */
import { type Holder, OWN } from './lock.ts';
import { pids, read } from './proc.ts';
import { signal } from './signal.ts';

const MARK = 'WIREMARK_STARTED_BY';

/** The variable for each process that this wiremark starts. */
export function markForChildren(): Readonly<Record<string, string>> {
  return { [MARK]: markOf(OWN) };
}

function markOf({ pid, start }: Holder): string {
  return `${pid}-${start}`;
}

/** Ends all processes with the mark of a wiremark, and those that they start meanwhile. Never throws. */
export function endOffspring(holder: Holder): void {
  const variable = `\0${MARK}=${markOf(holder)}\0`;
  for (let turn = 0; turn < 3; turn++) {
    const found = pids().filter((pid) => `\0${read(`/proc/${pid}/environ`)}`.includes(variable));
    if (found.length === 0) return;
    for (const pid of found) signal(pid, 'SIGKILL');
  }
}
