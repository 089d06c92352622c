import { statfsSync } from 'node:fs';

const LITTLE = 64 * 1024;
/** With fewer free inodes, a program can't create its files. */
const FEW_FILES = 8;

/** Returns an ENOSPC error if the folder's disk is full: then a program that failed there may not be at fault. */
export function fullDisk(folder: string): Error | null {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder);
    if (bavail * bsize >= LITTLE && (files === 0 || ffree >= FEW_FILES)) return null;
  } catch {
    return null;
  }
  const message = `ENOSPC: no space left on device, write to '${folder}'`;
  return Object.assign(new Error(message), { code: 'ENOSPC', syscall: 'write', path: folder });
}
