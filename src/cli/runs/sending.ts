import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { exportRun, importRun } from '../../store/exported.ts';
import { EXPORTED, RUN_FILE } from '../../store/files.ts';
import { listRuns, locateRun } from '../../store/locate.ts';
import { readRecord } from '../../store/reader.ts';
import { runLabel, runSlug } from '../../store/run-label.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode, Place } from '../place.ts';
import { putBytes } from '../print.ts';

/** `wiremark runs export`: a run as one file to send. */
export async function runsExport(_: Place, which: string, { out }: { out?: string }): Promise<ExitCode> {
  if (out !== undefined && !out.endsWith(EXPORTED))
    throw new UsageError(`--out ${out}: the name of an exported run must end in ${EXPORTED}`);
  const folder = await locateRun(process.cwd(), which);
  putBytes(exportRun(folder), out ?? `${runSlug(readRecord(folder))}${EXPORTED}`);
  return 0;
}

/** `wiremark runs import`: puts runs that were sent among those of this folder, files and folders alike. */
export async function runsImport(_: Place, paths: readonly string[]): Promise<ExitCode> {
  const root = process.cwd();
  for (const given of paths) {
    const path = basename(given) === RUN_FILE ? dirname(resolve(given)) : resolve(given);
    if (!existsSync(path)) throw new UsageError(`there is no file or folder ${given}`);
    const record = await importRun(root, path, statSync(path).isDirectory());
    const { id, name } = record;
    process.stdout.write(`imported ${runLabel(record)}\n`);
    const called = (await listRuns(root)).runs.filter(({ record }) => record.name === name);
    if (name !== undefined && called.length > 1)
      process.stderr.write(
        `wiremark: another run has the name "${name}", too; to change it: \`wiremark runs name ${id} …\`\n`,
      );
  }
  return 0;
}
