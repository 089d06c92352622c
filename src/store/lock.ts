/** One process at a time changes a run's folder; reading needs no lock. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './error.ts';
import { WRITER_FILE } from './files.ts';

/**
 * Makes this process the one that may change the run.
 *
 * @returns what gives it back
 * @throws StoreError when another process is writing it
 */
export function lockRun(folder: string): () => void {
  const writer = writingProcess(folder);
  if (writer !== null) throw taken(folder, `process ${writer}`);
  const file = join(folder, WRITER_FILE);
  rmSync(file, { force: true });
  try {
    writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(folder, 'another process');
    throw new StoreError(folder, `can't be written (${(error as Error).message})`, { cause: error });
  }
  return () => rmSync(file, { force: true });
}

function taken(folder: string, who: string): StoreError {
  const cure = `wait for it or end it; if it is something else, delete ${WRITER_FILE}`;
  return new StoreError(folder, `${who} is still measuring this run: ${cure}`);
}

/** The other process that is writing the run in this folder; null when there is none alive. */
export function writingProcess(folder: string): number | null {
  const file = join(folder, WRITER_FILE);
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8'));
  // Cut short by the end of its writer, or a number that comes again, as in containers.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : null;
  }
}
