import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Takes the lock of a run's folder for another process. @returns a function that releases it */
export function writtenBy(pid: number | undefined, folder: string): () => void {
  const lock = join(folder, 'writer.lock');
  mkdirSync(join(lock, `${pid}-0-test`), { recursive: true });
  return () => rmSync(lock, { recursive: true });
}
