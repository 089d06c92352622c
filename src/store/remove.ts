import { lstatSync, readdirSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ASIDE, RUN_FILE, SAMPLES_FILE, SEAL_FILE } from './files.ts';
import { lockRun } from './lock.ts';

/** In the order in which they go: as long as run.json is there, the folder is known for a run. */
const OWN_FILES = [SEAL_FILE, SAMPLES_FILE, RUN_FILE].flatMap((name) => [`${name}${ASIDE}`, name]);

/**
 * Removes a run, and its folder unless something else lies in it.
 *
 * @returns names of what was not the run's and is left
 * @throws StoreError when it is being written
 */
export function removeRun(folder: string): readonly string[] {
  const unlock = lockRun(folder);
  for (const name of OWN_FILES) rmSync(join(folder, name), { force: true });
  unlock();
  const left = readdirSync(folder);
  if (left.length === 0) {
    if (lstatSync(folder).isSymbolicLink()) unlinkSync(folder);
    else rmdirSync(folder);
  }
  return left;
}
