import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Makes it look as if another process were writing the run in this folder. @returns what ends that */
export function writtenBy(pid: number | undefined, folder: string): () => void {
  const lock = join(folder, 'writer.lock');
  mkdirSync(join(lock, `${pid}-0-test`), { recursive: true });
  return () => rmSync(lock, { recursive: true });
}
