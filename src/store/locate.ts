/** Where runs lie and what they are called. */
import { randomInt } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { StoreError } from './error.ts';

export const RUN_FILE = 'run.json';
export const SAMPLES_FILE = 'samples.jsonl';
/** Samples of rounds that were not whole when a run was resumed. */
export const ABANDONED_FILE = 'abandoned.jsonl';

/** `20250131T094502.137Z-alba-3f9a`: UTC, so that the order of the names is the order of the runs. */
const RUN_ID = /^\d{8}T\d{6}\.\d{3}Z-.+-[0-9a-f]{4}$/;

/**
 * A new run's id. Two runs that begin in the same millisecond differ in their last four digits.
 *
 * @param suite a suite's name; characters that folders don't like become `-`
 * @param random 0 ≤ random < 65536
 */
export function newRunId(suite: string, now = new Date(), random = randomInt(0x10000)): string {
  const time = now.toISOString().replaceAll(/[-:]/g, '');
  const name = suite.replaceAll(/[^\w.-]+/g, '-') || 'run';
  return `${time}-${name}-${random.toString(16).padStart(4, '0')}`;
}

/** The folder of runs: `.wiremark/runs` below `root`, the folder in which wiremark is used. */
export function runsFolder(root: string): string {
  return join(root, '.wiremark', 'runs');
}

/** Ids of the runs below `root`, oldest first; none when there is no folder yet. */
export async function listRuns(root: string): Promise<string[]> {
  const folder = runsFolder(root);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const runs: string[] = [];
  for (const name of names.filter((name) => RUN_ID.test(name)).sort()) {
    if (await isFile(join(folder, name, RUN_FILE))) runs.push(name);
  }
  return runs;
}

/**
 * Finds a run's folder.
 *
 * @param which `last`, a run's id, the beginning or the end of just one id, or the path of a run's folder or run.json
 * @throws StoreError when there is none, or more than one
 */
export async function locateRun(root: string, which: string): Promise<string> {
  const path = resolve(root, basename(which) === RUN_FILE ? join(which, '..') : which);
  if (await isFile(join(path, RUN_FILE))) return path;
  const runs = await listRuns(root);
  const folder = runsFolder(root);
  if (runs.length === 0) throw new StoreError(folder, 'no runs yet: `wiremark run` makes one');
  const found = which === 'last' ? runs.slice(-1) : matching(runs, which);
  if (found.length === 1) return join(folder, found[0]!);
  const what = found.length === 0 ? `no run "${which}"` : `"${which}" is short for ${found.join(', ')}`;
  throw new StoreError(folder, found.length === 0 ? `${what}; the last is ${runs.at(-1)}` : what);
}

function matching(runs: readonly string[], which: string): readonly string[] {
  if (which === '' || runs.includes(which)) return runs.filter((run) => run === which);
  return runs.filter((run) => run.startsWith(which) || run.endsWith(which));
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
