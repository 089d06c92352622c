/** Opens recorded runs for verbs, with warnings about their files on standard error. */
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { visible } from '../report/text/width.ts';
import { scratchFor } from '../runner/scratch.ts';
import { unpackRun } from '../store/exported.ts';
import { EXPORTED } from '../store/files.ts';
import { locateRun } from '../store/locate.ts';
import { readRun, type StoredRun } from '../store/reader.ts';
import { runLabel } from '../store/run-label.ts';

/** @param which as for `placeOfRun`. @throws StoreError */
export async function openRun(which: string): Promise<StoredRun> {
  return openFolder(await placeOfRun(which));
}

/**
 * The folder of a run that is only to be read.
 *
 * @param which as for `locateRun`, or the path of an exported run, which is unpacked for as long as wiremark runs
 * @throws StoreError
 */
export async function placeOfRun(which: string): Promise<string> {
  if (!which.endsWith(EXPORTED) || !existsSync(which)) return locateRun(process.cwd(), which);
  // Named like the run's folder.
  const folder = join(scratchFor('run'), basename(which, EXPORTED));
  mkdirSync(folder);
  unpackRun(resolve(which), folder);
  return folder;
}

/** @param folder of the run. @throws StoreError */
export function openFolder(folder: string): StoredRun {
  const run = readRun(folder);
  for (const warning of run.samples.warnings)
    process.stderr.write(`wiremark: ${visible(`${runLabel(run.record)}: ${warning}`)}\n`);
  return run;
}
