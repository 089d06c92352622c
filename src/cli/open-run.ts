import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { visible } from '../report/text/width.ts';
import { StoreError } from '../store/error.ts';
import { unpackRun } from '../store/exported.ts';
import { EXPORTED, RUN_FILE } from '../store/folder/files.ts';
import { readRun, type StoredRun } from '../store/folder/reader.ts';
import { foldersIn, locateRun } from '../store/locate.ts';
import { runLabel } from '../store/record/run-label.ts';

/** Returns the folder of a run; an exported run is unpacked to a temporary folder. @throws StoreError if there is no such run */
export async function placeOfRun(which: string): Promise<string> {
  if (!which.endsWith(EXPORTED) || !existsSync(which)) return locateRun(process.cwd(), which);
  return unpackRun(resolve(which));
}

/** Returns the folders of the runs in a folder of runs, else only `which`. @throws StoreError for a folder without runs */
export async function placesOfRuns(which: string): Promise<string[]> {
  const isFolder = existsSync(which) && statSync(which).isDirectory();
  if (!isFolder || existsSync(join(which, RUN_FILE))) return [which];
  const runs = (await foldersIn(resolve(which))).filter((folder) => existsSync(join(folder, RUN_FILE)));
  if (runs.length > 0) return runs;
  throw new StoreError(resolve(which), 'neither a run nor a folder of runs, such as .wiremark/runs');
}

export function openFolder(folder: string): StoredRun {
  const run = readRun(folder);
  for (const warning of run.samples.warnings)
    process.stderr.write(`wiremark: ${visible(`${runLabel(run.record)}: ${warning}`)}\n`);
  return run;
}
