import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';
import { isAlive, OWN } from '../runner/holder.ts';
import { ASIDE } from './files.ts';

/**
 * A new folder among those of runs, hidden until it is whole and is renamed. What killed processes have left there of the
 * kind is removed.
 *
 * @param runs made if missing. @throws what the file system does
 */
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
