import { existsSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted, grouped } from '../../report/numbers.ts';
import { attempt, StoreError } from '../../store/error.ts';
import { exportRun, importRun } from '../../store/exported.ts';
import { EXPORTED } from '../../store/folder/files.ts';
import { readRecord, readWhole } from '../../store/folder/reader.ts';
import { removeRun } from '../../store/folder/writer.ts';
import { foldersIn, locateRun, runOfName, runsFolder } from '../../store/locate.ts';
import { faultOfName, nameRun } from '../../store/name.ts';
import { runLabel, runSlug, spelledTime } from '../../store/record/run-label.ts';
import { stateWord } from '../../store/state.ts';
import { explain, UsageError } from '../errors.ts';
import { placeOfRun, placesOfRuns } from '../open-run.ts';
import type { ExitCode, Place } from '../place.ts';
import { put, warn } from '../print.ts';

export async function runsName(_: Place, which: string, name: string): Promise<ExitCode> {
  const root = process.cwd();
  const folder = await locateRun(root, which);
  await refuseName(root, name, folder);
  const before = runLabel(readRecord(folder));
  nameRun(folder, name);
  process.stdout.write(`${before} is now "${name}"\n`);
  return 0;
}

/** `wiremark runs remove`: finds all runs before removing any, because a removal changes which run `last` means. */
export async function runsRemove(_: Place, which: readonly string[]): Promise<ExitCode> {
  const folders = await Promise.all(which.map((one) => locateRun(process.cwd(), one)));
  for (const folder of new Set(folders)) {
    const label = runLabel(readRecord(folder));
    removeRun(folder);
    process.stdout.write(`removed ${label}\n`);
  }
  return 0;
}

export async function refuseName(root: string, name: string, folder?: string): Promise<void> {
  const fault = faultOfName(name);
  if (fault !== null) throw new UsageError(`"${name}": ${fault}`);
  const same = await runOfName(root, name, folder);
  if (same === undefined) return;
  const when = spelledTime(same.record.startedAt);
  throw new UsageError(`the run of ${when} already has the name "${name}": choose another`);
}

export async function runsVerify(_: Place, which: readonly string[]): Promise<ExitCode> {
  const root = process.cwd();
  const folders =
    which.length === 0 ? await foldersIn(runsFolder(root)) : await Promise.all(which.map(placeOfRun));
  if (folders.length === 0) throw new StoreError(runsFolder(root), 'no runs to verify');
  let damaged = 0;
  for (const folder of folders) {
    const found = attempt(() => intactText(folder));
    if (typeof found !== 'string') damaged++;
    const text = typeof found === 'string' ? found : `${basename(folder)}  damaged: ${found.message}`;
    process.stdout.write(`${text}\n`);
  }
  const all = damaged === 0 ? `All ${folders.length}` : `${folders.length - damaged} of ${folders.length}`;
  process.stdout.write(`${all} runs are intact\n`);
  return damaged === 0 ? 0 : 1;
}

function intactText(folder: string): string {
  const { record, samples } = readWhole(folder);
  const known = grouped(record.samples.count);
  const checked = record.finishedAt === null ? `, of which the first ${known} could be checked` : '';
  const what = `${stateWord(folder, record)}, ${counted(samples.count, 'sample')}${checked}`;
  return `${runLabel(record)} (${record.id})  ok: ${what}`;
}

export async function runsExport(_: Place, which: string, { out }: { out?: string }): Promise<ExitCode> {
  if (out !== undefined && !out.endsWith(EXPORTED))
    throw new UsageError(`--out ${out}: the name of an exported run must end in ${EXPORTED}`);
  const root = process.cwd();
  const folder = await locateRun(root, which);
  const file = out ?? `${runSlug(readRecord(folder))}${EXPORTED}`;
  if (out === undefined && existsSync(file))
    throw new UsageError(`${file} is already here: remove it, or choose a file with --out`);
  put(exportRun(folder), file);
  return 0;
}

export async function runsImport(place: Place, paths: readonly string[]): Promise<ExitCode> {
  const root = process.cwd();
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) throw new UsageError(`there is no file or folder ${missing}`);
  let exitCode: ExitCode = 0;
  for (const path of (await Promise.all(paths.map(placesOfRuns))).flat()) {
    try {
      const record = await importRun(root, resolve(path), statSync(path).isDirectory());
      const { id, name } = record;
      process.stdout.write(`imported ${runLabel(record)}\n`);
      if (name !== undefined && (await runOfName(root, name, join(runsFolder(root), id))))
        warn(`another run has the name "${name}", too; to change it: \`wiremark runs name ${id} …\``);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      exitCode = explain(error, place);
    }
  }
  return exitCode;
}
