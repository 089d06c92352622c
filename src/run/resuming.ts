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
import type { RunCase, RunContender, RunRecord } from '../store/record/record.ts';
import { isWhole, Recorder } from './recorder.ts';

export interface Unfinished {
  readonly run: StoredRun;
  /** If it was killed, when its last sample was written. */
  readonly stoppedAt: Date;
}

/**
 * @param which as for `locateRun`, but `last` is the newest unfinished run
 * @param failIf rules that replace the run's own
 * @throws StoreError for a missing or unreadable run, BenchError for a complete one
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
  // The file's time may be before the run: the clock may have been set back, or the file may be a copy.
  const written = statSync(join(folder, SAMPLES_FILE)).mtimeMs;
  return { run, stoppedAt: new Date(Math.max(written, lastBegun(record))) };
}

/** For a run that was killed between its last case and its end. @returns its folder */
export function finishMeasured({ run, stoppedAt }: Unfinished): string {
  new Recorder(run.record, reopenRun(run, run.record)).finish(isWhole(run.record), stoppedAt);
  return run.folder;
}

/**
 * @param found the record of a new run of the same request. @returns the run's record with the interruption
 * @throws BenchError for a change that makes later rounds incomparable with earlier ones
 */
export function resumedRecord({ run, stoppedAt }: Unfinished, found: RunRecord, now: Date): RunRecord {
  const lines = differences(run.record, found).map((line) => `\n  ${line}`);
  if (lines.length > 0)
    throw new BenchError(
      `run ${run.record.id} can't continue, because this has changed:${lines.join('')}\n` +
        'Its rounds would not be comparable: restore what changed, or begin a new run.',
    );
  const until = new Date(Math.max(now.getTime(), stoppedAt.getTime()));
  const interruption = { from: stoppedAt.toISOString(), until: until.toISOString() };
  return { ...run.record, interruptions: [...(run.record.interruptions ?? []), interruption] };
}

/** Load, governor and memory may differ. */
export function differences(recorded: RunRecord, found: RunRecord): string[] {
  const [before, now] = [recorded.contenders.map(rowName), found.contenders.map(rowName)];
  const gone = before.filter((name) => !now.includes(name)).map((name) => `${name} is no longer planned`);
  const added = now.filter((name) => !before.includes(name)).map((name) => `${name} is newly planned`);
  const changed = changedFacts(factsOf(recorded), factsOf(found));
  if (gone.length + added.length > 0) return [...changed, ...gone, ...added];
  const rows = changedRows(recorded.contenders, found.contenders);
  const plans = [recorded, found].map(({ cases }) => JSON.stringify(cases.map(casePlanOf)));
  const isSame = plans[0] === plans[1] && JSON.stringify(before) === JSON.stringify(now);
  if (isSame || rows.length > 0) return [...changed, ...rows];
  return [...changed, 'the suite has other cases, or the same in another order'];
}

/** By their names in messages. */
function factsOf({ tool, machine, datasets, request }: RunRecord): ReadonlyMap<string, string | number> {
  const facts = ['cpu', 'cores', 'kernel', 'arch', 'os'] as const;
  return new Map([
    ['wiremark', tool],
    ...facts.map((fact) => [`the machine's ${fact}`, machine[fact]] as const),
    ...Object.entries(datasets).map(([name, digest]) => [`dataset ${name}`, digest] as const),
    ...Object.entries(request.packages).map(([row, all]) => [`packages of ${row}`, all.join(' ')] as const),
  ]);
}

function changedFacts(
  before: ReadonlyMap<string, string | number>,
  now: ReadonlyMap<string, string | number>,
): string[] {
  const names = [...new Set([...before.keys(), ...now.keys()])];
  const changed = names.filter((name) => before.get(name) !== now.get(name));
  return changed.map((name) => {
    return `${name} was ${before.get(name) ?? 'not there'} and is ${now.get(name) ?? 'gone'} now`;
  });
}

/** One line about all rows whose definition or code has changed. */
function changedRows(before: readonly RunContender[], now: readonly RunContender[]): string[] {
  const known = new Map(before.map((one) => [rowName(one), declaredOf(one)]));
  const [first, ...others] = now.filter((one) => known.get(rowName(one)) !== declaredOf(one));
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return [`${rowName(first)}${more} has changed: its entry, kit or file, or how it is built or started`];
}

/** Known without starting the runner, unlike versions. */
function declaredOf({ code, format, output, deviations, limit, varies, reuses }: RunContender): string {
  return JSON.stringify([code, format, output, deviations, limit, varies ?? false, reuses ?? false]);
}

function casePlanOf({ dataset, size, task, batch, contenders, baseline }: RunCase) {
  return [dataset, size, task, batch, contenders, baseline];
}
