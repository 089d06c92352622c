/** Who holds something that other processes see: a lock, a folder, a child. */
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { signal } from './signal.ts';

const UNKNOWN = '0';

/** A process by its number and its start, as the system counts it: a number may come again. */
export interface Holder {
  readonly pid: number;
  readonly start: string;
}

/** This process. */
export const OWN: Holder = { pid: process.pid, start: startOf(process.pid) };

/** Numbers of processes mean something on one machine only, and in one of its containers: others may share a folder. */
export const MACHINE = createHash('sha256')
  .update(`${hostname()} ${processSpace()}`)
  .digest('hex')
  .slice(0, 8);

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

export function isAlive({ pid, start }: Holder): boolean {
  // EPERM: it lives, as another user's.
  if (![null, 'EPERM'].includes(signal(pid, 0))) return false;
  const began = startOf(pid);
  return began === UNKNOWN || start === UNKNOWN || start === began;
}

function startOf(pid: number): string {
  // The start is the 20th word after the program's name.
  return wordsOf(pid)?.[19] ?? UNKNOWN;
}

/** What /proc tells of a process after its name (proc(5)): state, parent, group and so on; null where it doesn't. */
export function wordsOf(pid: number): string[] | null {
  try {
    // The name of the program, in parentheses, may hold anything.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return status.slice(status.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
