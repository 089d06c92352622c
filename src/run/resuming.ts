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
import type { RunRecord } from '../store/record/record.ts';
import { isWhole, Recorder } from './recorder.ts';

export interface Unfinished {
  readonly run: StoredRun;
  /** Recorded end of the run. If it was killed: the time of its last sample or, if later, of its last start or resumption. */
  readonly stoppedAt: Date;
}

/**
 * @param which as for `locateRun`, but `last` is the newest unfinished run
 * @param failIf `--fail-if` rules that replace those of the run
 * @throws BenchError if the run is complete
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

/** Finishes a run that was killed after its last case ended. @returns the folder of the run */
export function finishMeasured({ run, stoppedAt }: Unfinished): string {
  new Recorder(run.record, reopenRun(run, run.record)).finish(isWhole(run.record), stoppedAt);
  return run.folder;
}

/**
 * Adds the interruption, and new signs of a shared machine, to a run's record.
 * @param found the record that a new run of the same request would have
 * @throws BenchError if a difference between the two makes rounds incomparable
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
  const { machine, interruptions = [] } = run.record;
  const shared = [...new Set([...(machine.shared ?? []), ...(found.machine.shared ?? [])])];
  return {
    ...run.record,
    machine: { ...machine, ...(shared.length > 0 && { shared }) },
    interruptions: [...interruptions, interruption],
  };
}

const MOST = 10;

/** Lists changes that make rounds incomparable: the first `MOST`, then the number of others. The load, for example, may change. */
export function differences(recorded: RunRecord, found: RunRecord): string[] {
  const [before, now] = [factsOf(recorded), factsOf(found)];
  const names = new Set([...before.keys(), ...now.keys()]);
  const changed = [...names].filter((name) => before.get(name) !== now.get(name));
  const lines = changed.slice(0, MOST).map((name) => {
    const [was, is] = [before.get(name), now.get(name)];
    if (was === undefined || is === undefined) return `${name} is ${is === undefined ? 'gone' : 'new'}`;
    return is.startsWith('[') ? `${name} changed` : `${name} was ${was} and is ${is} now`;
  });
  return changed.length > MOST ? [...lines, `and ${changed.length - MOST} more`] : lines;
}

/**
 * Facts that must not change, by their names in messages. Versions of libraries are unknown until runners start, so they aren't
 * compared here.
 */
function factsOf({ tool, machine, datasets, request, contenders, cases }: RunRecord): Map<string, string> {
  const facts = ['cpu', 'cores', 'kernel', 'arch', 'os'] as const;
  const plan = cases.map((one) => [one.dataset, one.size, one.task, one.batch, one.contenders, one.baseline]);
  return new Map([
    ['wiremark', tool],
    ...facts.map((fact) => [`the machine's ${fact}`, `${machine[fact]}`] as const),
    ...Object.entries(datasets).map(([name, digest]) => [`dataset ${name}`, digest] as const),
    ...Object.entries(request.packages).map(([row, all]) => [`packages of ${row}`, all.join(' ')] as const),
    ['the list of cases and rows', JSON.stringify([contenders.map(rowName), plan])],
    ...contenders.map((one) => {
      const { code, format, output, deviations, limit, varies = false, reuses = false } = one;
      const declared = JSON.stringify([code, format, output, deviations, limit, varies, reuses]);
      return [`row ${rowName(one)} (entry, code or start)`, declared] as const;
    }),
  ]);
}
