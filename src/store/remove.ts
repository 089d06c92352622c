import { lstatSync, readdirSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeAside } from './aside.ts';
import { ASIDE, DATA_FOLDER, RUN_FILE, SAMPLES_FILE, SEAL_FILE, WRITER_FILE } from './files.ts';
import { lockRun } from './lock.ts';

/** In the order in which they go: as long as run.json is there, the folder is known for a run. */
const OWN_FILES = [SEAL_FILE, SAMPLES_FILE, DATA_FOLDER, RUN_FILE].flatMap((name) => [
  `${name}${ASIDE}`,
  name,
]);

/**
 * Removes a run, and its folder unless something else lies in it.
 *
 * @returns names of what was not the run's and is left
 * @throws StoreError when it is being written
 */
export function removeRun(folder: string): readonly string[] {
  const unlock = lockRun(folder);
  const others = readdirSync(folder).filter((name) => name !== WRITER_FILE && !OWN_FILES.includes(name));
  const isLink = lstatSync(folder).isSymbolicLink();
  if (others.length === 0 && !isLink) {
    // In one step: what a process that is killed after it leaves, the next run removes.
    const aside = makeAside(dirname(folder));
    renameSync(folder, join(aside, 'removed'));
    rmSync(aside, { recursive: true, force: true });
    return [];
  }
  for (const name of OWN_FILES) rmSync(join(folder, name), { recursive: true, force: true });
  unlock();
  // What a link leads to is not ours to take away.
  if (others.length === 0) unlinkSync(folder);
  return others;
}
