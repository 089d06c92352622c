import { readRecord } from '../../store/folder/reader.ts';
import { locateRun, runOfName } from '../../store/locate.ts';
import { faultOfName, nameRun } from '../../store/name.ts';
import { runLabel, spelledTime } from '../../store/record/run-label.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode, Place } from '../place.ts';

/** `wiremark runs name`: names a run. */
export async function runsName(_: Place, which: string, name: string): Promise<ExitCode> {
  const root = process.cwd();
  const folder = await locateRun(root, which);
  await refuseName(root, name, folder);
  const before = runLabel(readRecord(folder));
  nameRun(folder, name);
  process.stdout.write(`${before} is now "${name}"\n`);
  return 0;
}

/** @param folder of the run that gets the name. @throws UsageError for a name that is malformed or taken */
export async function refuseName(root: string, name: string, folder?: string): Promise<void> {
  const fault = faultOfName(name);
  if (fault !== null) throw new UsageError(`"${name}": ${fault}`);
  const same = await runOfName(root, name, folder);
  if (same === undefined) return;
  const when = spelledTime(same.record.startedAt);
  throw new UsageError(`the run of ${when} already has the name "${name}": choose another`);
}
