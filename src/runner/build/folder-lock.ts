import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FILE = 'lock';
const POLL_MS = 250;

export interface LockInput {
  readonly folder: string;
  /** Called once, if another process has the folder. */
  readonly waiting: () => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Keeps other wiremark processes from building in the same folder, waiting for one that does. A lock whose process has
 * ended is taken over.
 *
 * @returns what gives the folder free again
 * @throws when aborted
 */
export async function lockFolder({ folder, waiting, signal }: LockInput): Promise<() => Promise<void>> {
  const file = join(folder, FILE);
  for (let told = false; ; ) {
    signal?.throwIfAborted();
    if (await create(file)) return () => rm(file, { force: true });
    const holder = await holderOf(file);
    if (holder !== null && !isAlive(holder)) {
      await breakLock(file, holder);
      continue;
    }
    if (!told) waiting();
    told = true;
    await sleep(POLL_MS, undefined, signal === undefined ? {} : { signal });
  }
}

async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that has the lock; null while that can't be told: just given free, or not yet written. */
async function holderOf(file: string): Promise<number | null> {
  try {
    const text = await readFile(file, 'utf8');
    return /^\d+$/.test(text) ? Number(text) : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Removes a dead process's lock. Two processes may find it at once: it is moved away first, and given back if by then
 * it was another's.
 */
async function breakLock(file: string, dead: number): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await holderOf(aside)) === dead) await rm(aside, { force: true });
  else await rename(aside, file);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, as another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
