/**
 * A lock is a folder with one entry, which is named after the holder (a process). The folder is made under another name and
 * renamed, which fails if a lock with an entry exists. If the holder is dead, another process takes over by renaming the entry,
 * which only one process can do.
 */
import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { stateOf } from './proc.ts';
import { signal } from './process-group.ts';

/** Entries made by this process. Other entries with this process's id are left from an earlier process with the same id. */
const own = new Set<string>();

export function takeLock(path: string): (() => void) | { readonly holder: number } {
  const entry = `${OWN.pid}-${OWN.start}-${randomBytes(6).toString('hex')}`;
  own.add(entry);
  const taken = create(path, entry) || takeOver(path, entry);
  if (taken) return () => release(path, entry);
  own.delete(entry);
  const holder = lockHolder(path);
  // Without a holder, the lock was released meanwhile, so this process tries again.
  return holder === null ? takeLock(path) : { holder };
}

export function lockHolder(path: string): number | null {
  const entry = entriesOf(path).find(isHeld);
  return entry === undefined ? null : pidOf(entry);
}

function create(path: string, entry: string): boolean {
  return placeFolder(path, `${path}.${entry}`, (aside) => mkdirSync(join(aside, entry)));
}

/**
 * Makes the folder `aside`, fills it, and renames it to `path`. If several processes do this at once, one of them succeeds.
 *
 * @returns false if `path` is already a folder with entries
 */
export function placeFolder(path: string, aside: string, fill: (aside: string) => void): boolean {
  // Not recursive: a deleted parent folder must not come back.
  mkdirSync(aside);
  try {
    fill(aside);
    renameSync(aside, path);
    return true;
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (isOneOf(error, 'ENOTEMPTY', 'EEXIST')) return false;
    // On Windows, the error for an existing target is EPERM.
    if (isOneOf(error, 'EPERM') && entriesOf(path).length > 0) return false;
    throw error;
  }
}

function takeOver(path: string, entry: string): boolean {
  const dead = entriesOf(path).find((one) => !isHeld(one));
  if (dead === undefined) return false;
  try {
    renameSync(join(path, dead), join(path, entry));
    return true;
  } catch (error) {
    if (isOneOf(error, 'ENOENT')) return false;
    throw error;
  }
}

function release(path: string, entry: string): void {
  own.delete(entry);
  rmSync(join(path, entry), { recursive: true, force: true });
  try {
    rmdirSync(path);
  } catch (error) {
    if (!isOneOf(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
  }
}

function entriesOf(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (isOneOf(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

function isHeld(entry: string): boolean {
  const pid = pidOf(entry);
  return pid === process.pid ? own.has(entry) : isAlive({ pid, start: entry.split('-')[1]! });
}

function pidOf(entry: string): number {
  return Number(entry.split('-')[0]);
}

function isOneOf(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException).code ?? '');
}

const UNKNOWN = '0';

/** A process. Ids are reused, so its start time identifies it, too. */
export interface Holder {
  readonly pid: number;
  readonly start: string;
}

export const OWN: Holder = { pid: process.pid, start: startOf(process.pid) };

/** Identifies the machine or container, because others may share its folders. */
export const MACHINE = hash('sha256', `${hostname()} ${processSpace()}`).slice(0, 8);

function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

export function isAlive({ pid, start }: Holder): boolean {
  // EPERM: the process lives and belongs to another user.
  if (![null, 'EPERM'].includes(signal(pid, 0))) return false;
  const began = startOf(pid);
  return began === UNKNOWN || start === UNKNOWN || start === began;
}

function startOf(pid: number): string {
  return stateOf(pid)?.start ?? UNKNOWN;
}
