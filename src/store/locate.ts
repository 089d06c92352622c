import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { caseName, cellParts, documentsName } from '../define/names.ts';
import { nearestName } from '../define/nearest.ts';
import { StoreError } from './error.ts';
import { EXPORTED, RUN_FILE } from './folder/files.ts';
import { readRecord } from './folder/reader.ts';
import { byAge, countedRuns } from './newest.ts';
import type { RunRecord } from './record/record.ts';
import { runLabel } from './record/run-label.ts';

/**
 * Returns an id of time (UTC), suite and random hex digits: `20250131T094502.137Z-alba-3f9a`. Characters of the suite
 * that are unsafe in folder names become `-`.
 */
export function newRunId(suite: string, now = new Date(), random = randomInt(0x10000)): string {
  const time = now.toISOString().replaceAll(/[-:]/g, '');
  const name = suite.replaceAll(/[^\w.-]+/g, '-') || 'run';
  return `${time}-${name}-${random.toString(16).padStart(4, '0')}`;
}

export function runsFolder(root: string): string {
  return join(root, '.wiremark', 'runs');
}

export interface ListedRun {
  readonly folder: string;
  readonly record: RunRecord;
}

export interface RunList {
  readonly runs: readonly ListedRun[];
  /** One error for each folder that is unreadable, not a run, or a copy of another run. */
  readonly problems: readonly StoreError[];
}

export function noRuns(root: string): StoreError {
  return new StoreError(runsFolder(root), 'no runs yet: `wiremark run` makes one');
}

export async function listRuns(root: string): Promise<RunList> {
  const runs: ListedRun[] = [];
  const problems: StoreError[] = [];
  const byId = new Map<string, string>();
  for (const folder of await foldersIn(runsFolder(root))) {
    try {
      if (!existsSync(join(folder, RUN_FILE)))
        throw new StoreError(folder, `not a run: it has no ${RUN_FILE}`);
      const record = readRecord(folder);
      const same = byId.get(record.id);
      if (same !== undefined)
        throw new StoreError(folder, `the same run as ${same}: one of the two is left out`);
      byId.set(record.id, folder);
      runs.push({ folder, record });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      problems.push(error);
    }
  }
  return { runs: runs.sort((a, b) => byAge(a.record, b.record)), problems };
}

export async function foldersIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .sort();
}

/**
 * @param which `last`, `last~N`, an id, name or folder's name, a suite for its newest run, the unique beginning or
 * end of an id, or the path of a run's folder or run.json
 * @throws StoreError if no run or several runs match
 */
export async function locateRun(root: string, which: string): Promise<string> {
  const path = resolve(root, basename(which) === RUN_FILE ? join(which, '..') : which);
  if (which !== '' && existsSync(join(path, RUN_FILE))) return path;
  if (which.endsWith(EXPORTED) && existsSync(path))
    throw new StoreError(path, 'an exported run is read-only: `wiremark runs import` adds it to yours');
  return findRun(root, await listRuns(root), which).folder;
}

/**
 * Returns the last run (`after`) and an earlier run (`before`) that shares a case and its documents; in a
 * fleet, only from the same kind of machine. `before` is the newest such run for which `isSame` is true, else
 * the newest such run.
 * @throws StoreError if there is none
 */
export async function lastTwo(
  root: string,
  isSame: (a: RunRecord, b: RunRecord) => boolean,
): Promise<readonly [before: RunRecord, after: RunRecord]> {
  const after = readRecord(await locateRun(root, 'last'));
  const [, ...earlier] = countedRuns((await listRuns(root)).runs).map(({ record }) => record);
  const work = new Set(workOf(after));
  const kindOf = ({ tags }: RunRecord) => cellParts(tags?.fleet).kind;
  const alike = earlier.filter(
    (one) => kindOf(one) === kindOf(after) && workOf(one).some((own) => work.has(own)),
  );
  const before = alike.find((one) => isSame(one, after)) ?? alike[0];
  if (before !== undefined) return [before, after];
  const what = `no run before ${runLabel(after)} has a case of it: name two (\`wiremark runs\` lists them)`;
  throw new StoreError(runsFolder(root), what);
}

const workOf = ({ cases, datasets }: RunRecord) =>
  cases.map((one) => `${caseName(one)} ${datasets[documentsName(one)]}`);

export async function runOfName(root: string, name: string, folder = ''): Promise<ListedRun | undefined> {
  return (await listRuns(root)).runs.find((run) => run.record.name === name && run.folder !== folder);
}

function findRun(root: string, { runs, problems }: RunList, which: string): ListedRun {
  const folder = runsFolder(root);
  if (runs.length === 0) throw problems.at(-1) ?? noRuns(root);
  const found = matching(runs, which);
  const unread = problems.find(({ file }) => mayBeMeant(relative(folder, file).split(sep)[0]!, which, found));
  if (unread !== undefined) throw unread;
  if (found.length === 1) return found[0]!;
  const what =
    found.length === 0
      ? `no run "${which}"${whyNone(runs, which)}`
      : `"${which}" matches several runs: ${found.map(({ record }) => record.id).join(', ')}`;
  throw new StoreError(folder, what);
}

function whyNone(runs: readonly ListedRun[], which: string): string {
  if (LAST.test(which)) return `: the oldest run is last~${countedRuns(runs).length - 1}`;
  const names = runs.flatMap(({ record: { name, suite } }) => [name ?? suite.name, suite.name]);
  const near = nearestName(which, new Set(names));
  if (near !== undefined) return `. Did you mean "${near}"?`;
  return ': type last, last~1, a suite for its newest run, or a name that `wiremark runs` lists';
}

/** True if `which` may mean an unreadable run. Only the name of the run's folder is known, which usually is the id. */
function mayBeMeant(name: string, which: string, [found]: readonly ListedRun[]): boolean {
  const isNewer = /^\d{8}T/.test(name) && name > (found?.record.id ?? '');
  if (/^last(~|$)/.test(which)) return isNewer;
  if (found?.record.suite.name === which && found.record.name !== which)
    return isNewer && name.includes(`-${which}-`);
  return which !== '' && found === undefined && (name.startsWith(which) || name.endsWith(which));
}

const LAST = /^last(?:~(\d{1,6}))?$/;

function matching(runs: readonly ListedRun[], which: string): readonly ListedRun[] {
  const back = LAST.exec(which);
  const from = Number(back?.[1] ?? 0);
  if (back) return countedRuns(runs).slice(from, from + 1);
  const ways = [
    runs.filter(({ record }) => record.id === which),
    runs.filter(({ record }) => record.name === which),
    runs.filter(({ folder }) => basename(folder) === which),
    countedRuns(runs.filter(({ record }) => record.suite.name === which)).slice(0, 1),
    runs.filter(({ record: { id } }) => which !== '' && (id.startsWith(which) || id.endsWith(which))),
  ];
  return ways.find((found) => found.length > 0) ?? [];
}
