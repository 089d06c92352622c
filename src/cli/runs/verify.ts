import { basename } from 'node:path';
import { counted, grouped } from '../../report/numbers.ts';
import { StoreError } from '../../store/error.ts';
import { readWhole } from '../../store/folder/reader.ts';
import { foldersIn, runsFolder } from '../../store/locate.ts';
import { runLabel } from '../../store/record/run-label.ts';
import { stateWord } from '../../store/state.ts';
import { placeOfRun } from '../open-run.ts';
import type { ExitCode, Place } from '../place.ts';
import { openStatus } from '../status.ts';

/**
 * `wiremark runs verify`: reads complete runs and compares them with their seals. Prints a line for each run, including
 * damaged ones.
 */
export async function runsVerify(_: Place, which: readonly string[]): Promise<ExitCode> {
  const root = process.cwd();
  const folders =
    which.length === 0 ? await foldersIn(runsFolder(root)) : await Promise.all(which.map(placeOfRun));
  // A check without runs, as in a wrong folder, must not pass.
  if (folders.length === 0) throw new StoreError(runsFolder(root), 'no runs to verify');
  const status = await openStatus();
  let damaged = 0;
  for (const [done, folder] of folders.entries()) {
    status.show(`verifying run ${done + 1} of ${folders.length}`);
    const fault = faultOf(folder);
    if (fault.isDamage) damaged++;
    status.clear();
    process.stdout.write(`${fault.text}\n`);
  }
  const all = damaged === 0 ? `All ${folders.length}` : `${folders.length - damaged} of ${folders.length}`;
  process.stdout.write(`${all} runs are intact\n`);
  return damaged === 0 ? 0 : 1;
}

function faultOf(folder: string): { readonly isDamage: boolean; readonly text: string } {
  try {
    const { record, samples } = readWhole(folder);
    // An unfinished run can be checked up to its last saved record.
    const known = grouped(record.samples.count);
    const checked = record.finishedAt === null ? `, of which the first ${known} could be checked` : '';
    const what = `${stateWord(folder, record)}, ${counted(samples.count, 'sample')}${checked}`;
    return { isDamage: false, text: `${runLabel(record)} (${record.id})  ok: ${what}` };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return { isDamage: true, text: `${basename(folder)}  damaged: ${error.message}` };
  }
}
