import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StoreError } from '../../store/error.ts';
import { exportRun, importRun } from '../../store/exported.ts';
import { EXPORTED, RUN_FILE } from '../../store/folder/files.ts';
import { readRecord } from '../../store/folder/reader.ts';
import { locateRun, runOfName, runsFolder } from '../../store/locate.ts';
import { runLabel, runSlug } from '../../store/record/run-label.ts';
import { explain, UsageError } from '../errors.ts';
import { placesOfRuns } from '../open-run.ts';
import type { ExitCode, Place } from '../place.ts';
import { put } from '../print.ts';

/** `wiremark runs export`: writes a run to one file. */
export async function runsExport(_: Place, which: string, { out }: { out?: string }): Promise<ExitCode> {
  if (out !== undefined && !out.endsWith(EXPORTED))
    throw new UsageError(`--out ${out}: the name of an exported run must end in ${EXPORTED}`);
  const root = process.cwd();
  const folder = await locateRun(root, which);
  const file = out ?? `${runSlug(readRecord(folder))}${EXPORTED}`;
  // Only a file that was named with --out is replaced.
  if (out === undefined && existsSync(file))
    throw new UsageError(`${file} is already here: remove it, or choose a file with --out`);
  put(exportRun(folder), file);
  return 0;
}

/** `wiremark runs import`: adds exported runs, or folders of runs, to this folder. */
export async function runsImport(place: Place, paths: readonly string[]): Promise<ExitCode> {
  const given = paths.map((path) => (basename(path) === RUN_FILE ? dirname(resolve(path)) : resolve(path)));
  const missing = given.findIndex((path) => !existsSync(path));
  if (missing >= 0) throw new UsageError(`there is no file or folder ${paths[missing]}`);
  let exitCode: ExitCode = 0;
  for (const path of (await Promise.all(given.map(placesOfRuns))).flat()) {
    try {
      await importOne(process.cwd(), path);
    } catch (error) {
      // A run that already exists doesn't stop the others.
      if (!(error instanceof StoreError)) throw error;
      exitCode = explain(error, place);
    }
  }
  return exitCode;
}

/** @throws StoreError */
async function importOne(root: string, path: string): Promise<void> {
  const record = await importRun(root, path, statSync(path).isDirectory());
  const { id, name } = record;
  process.stdout.write(`imported ${runLabel(record)}\n`);
  if (name !== undefined && (await runOfName(root, name, join(runsFolder(root), id))))
    process.stderr.write(
      `wiremark: another run has the name "${name}", too; to change it: \`wiremark runs name ${id} …\`\n`,
    );
}
