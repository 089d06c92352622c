/** The process that holds something others see: a lock, a folder, a child. */
import { createHash } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { stateOf } from './proc.ts';
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
  return stateOf(pid)?.start ?? UNKNOWN;
}
