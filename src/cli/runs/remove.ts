import { createInterface } from 'node:readline/promises';
import { StoreError } from '../../store/error.ts';
import { type ListedRun, locateRun } from '../../store/locate.ts';
import { writingProcess } from '../../store/lock.ts';
import { readRecord } from '../../store/reader.ts';
import { removeRun } from '../../store/remove.ts';
import { runLabel } from '../../store/run-label.ts';
import { UsageError } from '../errors.ts';
import type { ExitCode, Place } from '../place.ts';
import { bytesOf, spelledBytes } from './facts.ts';

/** `wiremark runs remove`: asks at a terminal, and needs --yes elsewhere. All are found before any is removed. */
export async function runsRemove(
  _: Place,
  which: readonly string[],
  { yes }: { yes?: boolean },
): Promise<ExitCode> {
  const runs = await found(which);
  const lines = runs.map(
    ({ folder, record }) => `${runLabel(record)} (${record.id})  ${spelledBytes(bytesOf(folder))}`,
  );
  if (!yes && !(await agreed(lines))) {
    process.stderr.write('wiremark: nothing was removed\n');
    return 0;
  }
  runs.forEach(({ folder }, i) => {
    const left = removeRun(folder);
    process.stdout.write(`removed ${lines[i]}\n`);
    if (left.length > 0)
      process.stderr.write(`wiremark: ${folder}: ${left.join(', ')} is kept: it is not part of the run\n`);
  });
  return 0;
}

/** @throws StoreError for one that isn't there or is being written */
async function found(which: readonly string[]): Promise<ListedRun[]> {
  const folders = new Set(await Promise.all(which.map((one) => locateRun(process.cwd(), one))));
  return [...folders].map((folder) => {
    const writer = writingProcess(folder);
    if (writer !== null)
      throw new StoreError(folder, `process ${writer} is still measuring this run: remove it when that ends`);
    return { folder, record: readRecord(folder) };
  });
}

/** Asks at the terminal. @throws UsageError where there is none */
async function agreed(lines: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new UsageError(`this would remove\n  ${lines.join('\n  ')}\nadd --yes to remove them`);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`${lines.join('\n')}\nRemove for good? [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}
