/** Writes files so that, after a killed process or a power cut, a file has its old or its new content, never a part. */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder, withPath } from '../../machine/files/write.ts';
import { isAlive, OWN } from '../../machine/lock.ts';
import { ASIDE } from './files.ts';

export function replaceFile(file: string, content: string): void {
  const aside = `${file}${ASIDE}`;
  try {
    withPath(file, () => writeFileSync(aside, content, { flush: true }));
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
  syncPath(dirname(file));
}

/** Forces a file or folder to disk (fsync). A renamed file is on disk only after its folder was forced, too. */
export function syncPath(path: string): void {
  if (process.platform === 'win32') return; // Windows can't sync folders or files opened for reading
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Makes a hidden folder for an incomplete run; removes folders left by ended processes or by earlier calls of this process. */
export function makeAside(runs: string): string {
  makeFolder(runs);
  for (const name of readdirSync(runs)) {
    const [, pid, start] = /^\.(\d+)-(\d+)\.writing$/.exec(name) ?? [];
    if (start !== undefined && (!isAlive({ pid: Number(pid), start }) || Number(pid) === OWN.pid))
      rmSync(join(runs, name), { recursive: true, force: true });
  }
  const folder = join(runs, `.${OWN.pid}-${OWN.start}${ASIDE}`);
  mkdirSync(folder);
  return folder;
}
