import { statfsSync } from 'node:fs';

/** Bytes: who has less left can't write a document. */
const LITTLE = 64 * 1024;

/**
 * What the file system says of a full disk, if that is what a folder lies on: a program that failed there may have failed by
 * that, and not by its own fault. Null where there is room.
 */
export function fullDisk(folder: string): Error | null {
  if (roomIn(folder) >= LITTLE) return null;
  const message = `ENOSPC: no space left on device, write to '${folder}'`;
  return Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write', path: folder });
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Gone, or of a kind that doesn't tell.
    return Number.POSITIVE_INFINITY;
  }
}
