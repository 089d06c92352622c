/** Going on with a run that was killed or interrupted: only where nothing that matters has changed since. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../cli/errors.ts';
import type { FilterOptions, MeasuringOptions, RunnerOptions } from '../cli/options.ts';
import { rowName } from '../define/names.ts';
import type { Filters } from '../plan/filters.ts';
import { SAMPLES_FILE } from '../store/files.ts';
import { locateRun } from '../store/locate.ts';
import { readRun, type StoredRun } from '../store/reader.ts';
import type { Interruption, Machine, RunCase, RunContender, RunRecord, RunRequest } from '../store/record.ts';

/** A run that may go on, and what was asked for when it began. */
export interface Resumable {
  readonly run: StoredRun;
  readonly request: RunRequest;
  /** When it was interrupted, or its last sample was written. */
  readonly stoppedAt: Date;
}

/**
 * Finds the run.
 *
 * @param which as for `locateRun`
 * @throws StoreError when there is none or it can't be read, UsageError when there is nothing to go on with
 */
export async function findResumable(root: string, which: string): Promise<Resumable> {
  const folder = await locateRun(root, which);
  const run = await readRun(folder);
  const { record } = run;
  if (!record.partial || record.cases.every(({ ended }) => ended !== undefined))
    throw new UsageError(`run ${record.id} is over: every case was measured to its end`);
  if (record.request === undefined)
    throw new UsageError(
      `run ${record.id} can't be resumed: it was begun by a wiremark that didn't record what was asked for`,
    );
  // Samples of a run that was finished may have been packed or copied since.
  const stoppedAt =
    record.finishedAt === null ? statSync(join(folder, SAMPLES_FILE)).mtime : new Date(record.finishedAt);
  return { run, request: record.request, stoppedAt };
}

/** What must be said when `--resume` comes with flags that the run itself answers; null when it doesn't. */
export function refusedBesideResume(
  suite: string | undefined,
  options: FilterOptions & RunnerOptions & MeasuringOptions,
): string | null {
  const given = Object.keys(options).filter((name) => FROM_THE_RUN.has(name));
  if (options.limits !== undefined) given.push(options.limits ? 'limits' : 'no-limits');
  const words = [...(suite === undefined ? [] : [`"${suite}"`]), ...given.map((name) => `--${dashed(name)}`)];
  if (words.length === 0) return null;
  return `--resume takes suite, filters and settings from the run itself: leave out ${words.join(', ')}`;
}

const dashed = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const FILTERS: readonly (keyof Filters)[] = [
  'serializer',
  'skipSerializer',
  'runtime',
  'skipRuntime',
  'dataset',
  'skipDataset',
  'task',
  'skipTask',
  'wireFormat',
  'skipWireFormat',
];
const MEASURING = ['quick', 'full', 'rounds', 'target', 'budget', 'seed', 'memory'];
const FROM_THE_RUN = new Set<string>([...FILTERS, ...MEASURING, 'runner']);

/** The record goes on with everything that was found, and tells of the interruption. */
export function resumedRecord({ run, stoppedAt }: Resumable, now: Date): RunRecord {
  const interruption = { from: stoppedAt.toISOString(), until: now.toISOString() };
  return { ...run.record, interruptions: [...(run.record.interruptions ?? []), interruption] };
}

/** Seconds that a run has been measured for, its interruptions left out. */
export function secondsSpent(startedAt: string, interruptions: readonly Interruption[], now: Date): number {
  const between = (from: string, until: string | Date) =>
    (new Date(until).getTime() - new Date(from).getTime()) / 1000;
  const away = interruptions.reduce((sum, { from, until }) => sum + between(from, until), 0);
  return Math.max(0, between(startedAt, now) - away);
}

/**
 * What keeps a run from going on: each thing that would make its later rounds another measurement than its earlier
 * ones. Load, governor and memory may differ; they are the weather.
 *
 * @param found the record that a new run of the same request would begin with here and now
 * @returns one line each; empty when it may go on
 */
export function differences(recorded: RunRecord, found: RunRecord): string[] {
  return [
    ...changed('wiremark', recorded.tool, found.tool),
    ...machineChanges(recorded.machine, found.machine),
    ...planChanges(recorded, found),
    ...mapChanges('dataset', recorded.datasets, found.datasets),
    ...mapChanges('packages of', packagesOf(recorded), packagesOf(found)),
    ...codeChanges(recorded.contenders, found.contenders),
  ];
}

/** Of rows that are in both: what else runs in their processes, which no version tells. */
function codeChanges(recorded: readonly RunContender[], found: readonly RunContender[]): string[] {
  const before = new Map(recorded.map((one) => [rowName(one), one.code]));
  const changed = found.filter((one) => (before.get(rowName(one)) ?? null) !== one.code);
  const [first, ...others] = changed.filter((one) => before.has(rowName(one))).map(rowName);
  if (first === undefined) return [];
  const whose = others.length === 0 ? first : `${first} and ${others.length} more`;
  return before.get(first) === null
    ? [`the runner's code of ${whose} was not recorded: nobody can tell whether it is the same now`]
    : [`the runner's code of ${whose} has changed: kit, serializer's file, or how it is built or started`];
}

function machineChanges(recorded: Machine, found: Machine): string[] {
  const facts = ['cpu', 'cores', 'kernel', 'arch', 'os'] as const;
  return facts.flatMap((fact) => changed(`the machine's ${fact}`, recorded[fact], found[fact]));
}

function planChanges(recorded: RunRecord, found: RunRecord): string[] {
  const before = recorded.contenders.map(rowName);
  const now = found.contenders.map(rowName);
  const gone = before.filter((name) => !now.includes(name)).map((name) => `${name} is no longer planned`);
  const added = now.filter((name) => !before.includes(name)).map((name) => `${name} is newly planned`);
  if (gone.length + added.length > 0) return [...gone, ...added];
  const declared = mapChanges(
    'the definition of',
    Object.fromEntries(recorded.contenders.map((one) => [rowName(one), declaredOf(one)])),
    Object.fromEntries(found.contenders.map((one) => [rowName(one), declaredOf(one)])),
  );
  if (declared.length > 0) return declared;
  const same = JSON.stringify(recorded.cases.map(casePlanOf)) === JSON.stringify(found.cases.map(casePlanOf));
  const order = JSON.stringify(before) === JSON.stringify(now);
  return same && order ? [] : ['the suite has other cases, or the same in another order'];
}

/** What a manifest says of a contender; its version is only known from its runner. */
function declaredOf({ format, output, deviations, limit }: RunContender): string {
  return JSON.stringify([format, output, deviations, limit]);
}

function casePlanOf({ dataset, size, task, batch, contenders, baseline }: RunCase) {
  return [dataset, size, task, batch, contenders, baseline];
}

function packagesOf({ request }: RunRecord): Record<string, string> {
  const packages = Object.entries(request?.packages ?? {});
  return Object.fromEntries(packages.map(([name, list]) => [name, list.join(' ')]));
}

function mapChanges(
  what: string,
  recorded: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): string[] {
  const keys = [...new Set([...Object.keys(recorded), ...Object.keys(found)])];
  return keys.flatMap((key) => changed(`${what} ${key}`, recorded[key], found[key]));
}

function changed<T>(what: string, before: T, now: T): string[] {
  return before === now ? [] : [`${what} was ${before ?? 'not there'} and is ${now ?? 'gone'} now`];
}
