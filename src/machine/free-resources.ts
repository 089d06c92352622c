import { statfsSync } from 'node:fs';

/** Free bytes below which a program can't write a document. */
const LITTLE = 64 * 1024;
/** Free files (inodes) below which a program can't create the files it needs. */
const FEW_FILES = 8;

/** An ENOSPC error if the folder's disk is full: a program that failed there may not be at fault. Null otherwise. */
export function fullDisk(folder: string): Error | null {
  if (!isFull(folder)) return null;
  const message = `ENOSPC: no space left on device, write to '${folder}'`;
  return Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write', path: folder });
}

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    // Some file systems don't count files.
    return bavail * bsize < LITTLE || (files > 0 && ffree < FEW_FILES);
  } catch {
    // The folder is gone, or its file system reports nothing.
    return false;
  }
}
