/** Going on with a run that was killed or interrupted: only where nothing that matters has changed since. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { rowName } from '../define/names.ts';
import { BenchError } from '../plan/error.ts';
import { SAMPLES_FILE } from '../store/folder/files.ts';
import { readRun, type StoredRun } from '../store/folder/reader.ts';
import { reopenRun } from '../store/folder/writer.ts';
import { listRuns, locateRun } from '../store/locate.ts';
import { lastBegun } from '../store/newest.ts';
import { cameToItsEnd } from '../store/record/partial.ts';
import type { Machine, RunCase, RunContender, RunRecord } from '../store/record/record.ts';
import { isWhole, Recorder } from './recorder.ts';

/** A run that didn't come to its end. */
export interface Unfinished {
  readonly run: StoredRun;
  /** When it was interrupted, or its last sample was written. */
  readonly stoppedAt: Date;
}

/**
 * Finds the run.
 *
 * @param which as for `locateRun`; `last`: the newest that didn't come to its end
 * @param failIf rules that take the place of those that it was begun with
 * @throws StoreError when there is none or it can't be read, BenchError when there is nothing to resume
 */
export async function findUnfinished(root: string, which: string, failIf?: string[]): Promise<Unfinished> {
  const { runs } = await listRuns(root);
  const newest = runs.findLast(({ record }) => !cameToItsEnd(record));
  const folder = which === 'last' && newest ? newest.folder : await locateRun(root, which);
  const found = readRun(folder);
  const { record } = found;
  if (cameToItsEnd(record))
    throw new BenchError(`run ${record.id} is complete: every case was measured to its end; begin a new run`);
  const { finishedAt, request } = record;
  const run = { ...found, record: { ...record, request: { ...request, ...(failIf && { failIf }) } } };
  if (finishedAt !== null) return { run, stoppedAt: new Date(finishedAt) };
  // The clock may have been set back meanwhile, or the file be a copy.
  const written = statSync(join(folder, SAMPLES_FILE)).mtimeMs;
  return { run, stoppedAt: new Date(Math.max(written, lastBegun(record))) };
}

/** Ends a run that was killed between its last case and its end: nothing is left to be measured. @returns its folder */
export function finishMeasured({ run, stoppedAt }: Unfinished): string {
  new Recorder(run.record, reopenRun(run, run.record)).finish(isWhole(run.record), stoppedAt);
  return run.folder;
}

/** The record with everything that was found, and the interruption. */
export function resumedRecord({ run, stoppedAt }: Unfinished, now: Date): RunRecord {
  const until = new Date(Math.max(now.getTime(), stoppedAt.getTime()));
  const interruption = { from: stoppedAt.toISOString(), until: until.toISOString() };
  return { ...run.record, interruptions: [...(run.record.interruptions ?? []), interruption] };
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

/** What else runs in the processes of rows that are in both, which no version tells. */
function codeChanges(recorded: readonly RunContender[], found: readonly RunContender[]): string[] {
  const before = new Map(recorded.map((one) => [rowName(one), one.code]));
  const [first, ...others] = found.filter((one) => (before.get(rowName(one)) ?? one.code) !== one.code);
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const what = "has changed: kit, serializer's file, or how it is built or started";
  return [`the runner's code of ${rowName(first)}${more} ${what}`];
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
  const declared = mapChanges('the definition of', declaredOf(recorded), declaredOf(found));
  if (declared.length > 0) return declared;
  const same = JSON.stringify(recorded.cases.map(casePlanOf)) === JSON.stringify(found.cases.map(casePlanOf));
  const order = JSON.stringify(before) === JSON.stringify(now);
  return same && order ? [] : ['the suite has other cases, or the same in another order'];
}

/** What a manifest says of a contender; its version is only known from its runner. */
function declaredOf({ contenders }: RunRecord): Record<string, string> {
  const declared = ({ format, output, deviations, limit, varies, reuses }: RunContender) =>
    JSON.stringify([format, output, deviations, limit, varies ?? false, reuses ?? false]);
  return Object.fromEntries(contenders.map((one) => [rowName(one), declared(one)]));
}

function casePlanOf({ dataset, size, task, batch, contenders, baseline }: RunCase) {
  return [dataset, size, task, batch, contenders, baseline];
}

function packagesOf({ request }: RunRecord): Record<string, string> {
  const packages = Object.entries(request.packages);
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
