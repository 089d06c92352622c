/** Checks that interrupted runs can be finished and keep every sample that was on disk. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ASIDE, RUN_FILE } from '../../src/store/folder/files.ts';
import { readRun } from '../../src/store/folder/reader.ts';
import { wholeOf } from '../../src/store/folder/writer.ts';
import { badEnd } from './judging.ts';
import type { World } from './world.ts';

/** Folders of the runs, without other entries. */
export function runsIn(world: World): string[] {
  if (!existsSync(world.runs)) return [];
  return readdirSync(world.runs)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(world.runs, name))
    .filter((folder) => existsSync(join(folder, RUN_FILE)));
}

/**
 * Finishes every incomplete run.
 *
 * @returns the reason why a run can't be finished, or the lost or leftover files and samples; null if all is well
 */
export async function cantFinish(world: World): Promise<string | null> {
  const open = openRuns(world);
  if (typeof open === 'string') return open;
  for (const { id, folder } of open) {
    const before = samplesIn(folder);
    const resumed = await world.wiremark(['run', '--resume', id], null);
    const bad = badEnd(resumed, '');
    if (bad !== null) return `resumed: ${bad}`;
    if (resumed.status === 2) return `can't be resumed: ${resumed.stderr.trim()}`;
    const kept = new Set(samplesIn(folder));
    const lost = before.filter((line) => !kept.has(line));
    if (lost.length > 0) return `${lost.length} of ${before.length} samples are lost, the first: ${lost[0]}`;
  }
  const still = openRuns(world);
  if (typeof still === 'string') return still;
  if (still.length > 0) return `is still open after being resumed: ${still[0]!.id}`;
  const left = [...world.tree().keys()].filter(isLeft);
  if (left.length > 0) return `in the end this is left: ${left.join(', ')}`;
  // The next verb removes temporary files of ended processes.
  if (open.length > 0 && world.temporary().length > 0) await world.wiremark(['runs'], null);
  const temporary = open.length > 0 ? world.temporary() : [];
  return temporary.length > 0 ? `in the end this is left in TMPDIR: ${temporary.join(', ')}` : null;
}

/** True for files in the hidden folder of an incomplete run: the next verb that begins or imports a run deletes the folder. */
export function isSwept(path: string): boolean {
  return /^\.wiremark\/runs\/\.\d+-\d+\.writing\//.test(path);
}

/** True for a lock, a temporary file, or a hidden folder that nothing will delete. */
function isLeft(path: string): boolean {
  return !isSwept(path) && (/^\.wiremark\/.*(\.lock\/|\.partial\b|\/\.)/.test(path) || path.endsWith(ASIDE));
}

/** Samples of complete rounds; others are measured again. */
function samplesIn(folder: string): string[] {
  const { record, samples } = readRun(folder);
  return record.cases.flatMap((one, number) =>
    wholeOf(one, number, samples).map((sample) => JSON.stringify(sample)),
  );
}

/** The incomplete runs, or the reason why one can't be read. */
function openRuns(world: World): { id: string; folder: string }[] | string {
  const open: { id: string; folder: string }[] = [];
  for (const folder of runsIn(world)) {
    try {
      const { record } = readRun(folder);
      samplesIn(folder);
      if (record.partial) open.push({ id: record.id, folder });
    } catch (error) {
      return `a run can't be read afterwards: ${(error as Error).message}`;
    }
  }
  return open;
}
