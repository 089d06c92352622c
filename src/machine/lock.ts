/**
 * The lock of everything that one wiremark at a time may change: a run's folder, a build that is being made.
 *
 * A lock is a folder with one entry, named by its holder. It is made beside and renamed into place, which fails while there
 * is one that isn't empty; so nobody ever sees a lock without its holder. A dead holder's lock is taken over by renaming
 * its entry, which can succeed for one process only, since names of entries never come twice.
 */
import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readlinkSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { stateOf } from './proc.ts';
import { signal } from './signal.ts';

const ENTRY = /^\d+-\d+-[0-9a-f]{12}$/;

/** Entries of this process, for whose number another may have had before it. */
const own = new Set<string>();

/**
 * Takes a lock if nobody alive holds it.
 *
 * @param path of the lock; its folder must exist
 * @returns what gives it back, or the process that holds it
 * @throws what the file system does when nothing can be written there
 */
export function takeLock(path: string): (() => void) | { readonly holder: number } {
  sweep(path);
  const entry = `${OWN.pid}-${OWN.start}-${randomBytes(6).toString('hex')}`;
  own.add(entry);
  const taken = create(path, entry) || takeOver(path, entry);
  if (taken) return () => release(path, entry);
  own.delete(entry);
  const holder = lockHolder(path);
  // Given back in this very moment.
  return holder === null ? takeLock(path) : { holder };
}

/** The living process that holds a lock; null if nobody does. */
export function lockHolder(path: string): number | null {
  const entry = entriesOf(path).find(isHeld);
  return entry === undefined ? null : pidOf(entry);
}

/** Removes what those made beside it that died before they renamed it. */
function sweep(path: string): void {
  for (const name of entriesOf(dirname(path))) {
    const aside = join(dirname(path), name);
    const entry = aside.slice(path.length + 1);
    if (aside === `${path}.${entry}` && ENTRY.test(entry) && !isHeld(entry))
      rmSync(aside, { recursive: true, force: true });
  }
}

function create(path: string, entry: string): boolean {
  const aside = `${path}.${entry}`;
  // Not recursive: a folder that is gone meanwhile is not made again.
  mkdirSync(aside);
  try {
    mkdirSync(join(aside, entry));
    renameSync(aside, path);
    return true;
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    // Windows has EPERM for what is there already.
    if (isOneOf(error, 'ENOTEMPTY', 'EEXIST', 'EPERM') && entriesOf(path).length > 0) return false;
    if (isOneOf(error, 'ENOTEMPTY', 'EEXIST')) return create(path, entry);
    // No lock of ours: what damaged the folder may have left it.
    if (isOneOf(error, 'ENOTDIR')) {
      rmSync(path, { force: true });
      return create(path, entry);
    }
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
    // The next holder's already, or removed with all that was around it.
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

/** A process by its number and its start, as the system counts it: a number may come again. */
export interface Holder {
  readonly pid: number;
  readonly start: string;
}

export const OWN: Holder = { pid: process.pid, start: startOf(process.pid) };

/** Numbers of processes mean something on one machine only, and in one of its containers: others may share a folder. */
export const MACHINE = hash('sha256', `${hostname()} ${processSpace()}`).slice(0, 8);

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
