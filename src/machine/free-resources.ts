import { statfsSync } from 'node:fs';
import { pids, read } from './proc.ts';

/** Bytes: with less left, a program can't write a document. */
const LITTLE = 64 * 1024;
/** Files: with fewer left, a program can't have all that it begins with. */
const FEW_FILES = 8;

/**
 * What the file system says of a full disk, if that is what a folder lies on: a program that failed there may have failed by
 * that, and not by its own fault. Null where there is room.
 */
export function fullDisk(folder: string): Error | null {
  if (!isFull(folder)) return null;
  const message = `ENOSPC: no space left on device, write to '${folder}'`;
  return Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write', path: folder });
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some have as many files as they have bytes for, and tell of none.
    return bavail * bsize < LITTLE || (files > 0 && ffree < FEW_FILES);
  } catch {
    // Gone, or of a kind that doesn't tell.
    return false;
  }
}

/** Threads that a runtime begins with, about. */
const TASKS = 16;
/** A limit that is higher is never come near to. */
const FEW_TASKS = 1024;

/**
 * Says at once what the system may say in a moment: a runtime that gets no thread hangs or aborts before it can say why.
 *
 * @throws EAGAIN when this user may hardly have any more processes and threads (ulimit -u), on Linux
 */
export function requireTasks(): void {
  const limit = Number(/^Max processes +(\d+)/m.exec(read('/proc/self/limits'))?.[1] ?? FEW_TASKS);
  const user = process.getuid?.();
  if (limit >= FEW_TASKS || user === 0) return;
  const taken = tasksOf(user);
  if (taken + TASKS <= limit) return;
  const message = `EAGAIN: this user has ${taken} processes and threads, and may have ${limit} (ulimit -u)`;
  throw Object.assign(new Error(message), { code: 'EAGAIN', syscall: 'spawn' });
}

function tasksOf(user: number | undefined): number {
  const own = pids()
    .map((pid) => read(`/proc/${pid}/status`))
    .filter((status) => Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) === user);
  return own.reduce((sum, status) => sum + Number(/^Threads:\s+(\d+)/m.exec(status)?.[1]), 0);
}
