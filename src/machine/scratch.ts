/**
 * Where this process keeps what is gone when it ends: one folder in the system's place for such things, named by its
 * holder. A killed process can't remove it: the next verb does (`sweep`), with the processes that the killed one had
 * started. By that folder, or its mark of a turn (`measuring-lock.ts`), one that was killed is told from one that ended well.
 */
import { lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, MACHINE, OWN } from './lock.ts';
import { endOffspring } from './orphans.ts';
import { namesIn } from './proc.ts';

let own: string | null = null;

/** This process's own folder; made when it is first asked for. @throws what the file system does */
export function scratchFolder(): string {
  if (own !== null) return own;
  const folder = mkdtempSync(join(tmpdir(), `wiremark-${MACHINE}-${OWN.pid}-${OWN.start}-`));
  process.on('exit', () => remove(folder));
  own = folder;
  return folder;
}

/** A new folder in it. @param what is kept there, as the beginning of its name */
export function scratchFor(what: string): string {
  return mkdtempSync(join(scratchFolder(), `${what}-`));
}

/** Removes what processes that were killed have left: folders, marks, and their children. */
export function sweep(): void {
  const user = process.getuid?.();
  for (const name of namesIn(tmpdir())) {
    const [, machine, pid, start = ''] =
      /^wiremark-(?:[a-z]+-)?([0-9a-f]{8})-(\d+)-(\d+)-\w+$/.exec(name) ?? [];
    const holder = { pid: Number(pid), start };
    if (machine !== MACHINE || isAlive(holder)) continue;
    const left = join(tmpdir(), name);
    const owner = lstatSync(left, { throwIfNoEntry: false })?.uid;
    if (user !== undefined && owner !== user) continue;
    endOffspring(holder);
    remove(left);
  }
}

/** Removes a file or folder if it can be. */
export function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another user's, or a process that has not quite ended still writes there: it is swept another time.
  }
}
