/**
 * Writes a run while it is measured.
 *
 * What is safe when: a sample has been handed to the operating system when `sample()` returns, in one write, so that
 * a process that is killed loses at most the line it was writing. Nothing is forced onto the disk there, because that
 * would disturb what is timed; `save()` and `finish()` do it, for samples and record alike, so that a power cut loses
 * at most the samples since the last of these.
 */
import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile, syncPath, writeWhole } from './durable.ts';
import { StoreError } from './error.ts';
import { ABANDONED_FILE, PACKED_FILE, RUN_FILE, SAMPLES_FILE } from './files.ts';
import { lockRun } from './lock.ts';
import type { StoredRun } from './reader.ts';
import type { RunRecord, Sample, Stopped } from './record.ts';
import { sealOf } from './seal.ts';

export interface RunWriter {
  readonly folder: string;
  /** The record as it was last written. */
  readonly record: RunRecord;
  /** Appends one sample. */
  sample(sample: Sample): void;
  /** Puts facts into the record that have become known; whether it is finished is not among them. */
  save(facts: NewFacts): void;
  /**
   * Closes the run; call it once, however the run ended. A run that is never finished keeps what it had and stays partial.
   *
   * @param complete whether every planned round is in; false leaves the run partial
   * @param stopped how it ended before its time, if it did
   */
  finish(complete: boolean, finishedAt?: Date, stopped?: Stopped): void;
}

/** What a run learns on its way. */
type NewFacts = Partial<
  Pick<RunRecord, 'machine' | 'runtimes' | 'datasets' | 'contenders' | 'cases' | 'outcomes' | 'seconds'>
>;

/**
 * Begins a run in a new folder.
 *
 * @param folder the run's own, which must not exist yet: `runsFolder(root)` and its id
 * @param record the run as planned; whatever it says, it begins unfinished and partial
 * @throws StoreError when the folder exists or can't be made
 */
export function createRun(folder: string, record: RunRecord): RunWriter {
  try {
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(folder);
  } catch (error) {
    const cure = 'start wiremark in a folder where it can keep one';
    const why = `can't begin a run here (${(error as Error).message}): ${cure}`;
    throw new StoreError(folder, why, { cause: error });
  }
  return writerOf(folder, record, 'ax', lockRun(folder));
}

/**
 * Goes on with a run that was killed or interrupted. Samples of rounds that were not whole (`RunCase.rounds`) are moved
 * to `abandoned.jsonl` beside the others: they are kept, but the rounds are measured again under their numbers. A last
 * line that was cut short is left out, and packed samples become lines again.
 *
 * @param run as `readRun` found it
 * @param record as it is to go on: `run.record` with what has been added
 * @throws StoreError when another process is still writing it
 */
export function reopenRun(run: StoredRun, record: RunRecord): RunWriter {
  const { folder } = run;
  const unlock = lockRun(folder);
  const abandoned = run.samples.filter((sample) => !isWhole(run.record, sample));
  const isPacked = existsSync(join(folder, PACKED_FILE));
  // Before its samples change: a run that isn't over has no digest to be held against.
  writeRecord(folder, unfinished(record));
  if (abandoned.length > 0) appendFileSync(join(folder, ABANDONED_FILE), lines(abandoned));
  if (abandoned.length > 0 || run.warnings.length > 0 || isPacked)
    replaceFile(join(folder, SAMPLES_FILE), lines(wholeSamples(run)));
  if (isPacked) {
    // Only now: what is appended from here on would be missing in it.
    rmSync(join(folder, PACKED_FILE));
    syncPath(folder);
  }
  return writerOf(folder, record, 'a', unlock);
}

function lines(samples: readonly Sample[]): string {
  return samples.map((sample) => `${JSON.stringify(sample)}\n`).join('');
}

/** Samples of whole rounds: what a resumed run builds on. */
export function wholeSamples(run: Pick<StoredRun, 'record' | 'samples'>): Sample[] {
  return run.samples.filter((sample) => isWhole(run.record, sample));
}

function isWhole({ cases }: RunRecord, sample: Sample): boolean {
  const { rounds = 0, ended } = cases[sample.case]!;
  return ended !== undefined || sample.round < rounds;
}

function unfinished(record: RunRecord): RunRecord {
  const { samples: _sealed, stopped: _stopped, ...planned } = record;
  return { ...planned, finishedAt: null, partial: true };
}

/** @param unlock called when the run is finished */
function writerOf(folder: string, record: RunRecord, flags: 'a' | 'ax', unlock: () => void): RunWriter {
  let current = unfinished(record);
  const file = join(folder, SAMPLES_FILE);
  const samples = openSync(file, flags);
  const write = (next: RunRecord) => {
    fsyncSync(samples);
    writeRecord(folder, next);
    current = next;
  };
  write(current);
  return {
    folder,
    get record() {
      return current;
    },
    sample(sample) {
      writeWhole(samples, `${JSON.stringify(sample)}\n`, file);
    },
    save(facts) {
      write({ ...current, ...facts });
    },
    finish(complete, finishedAt = new Date(), stopped) {
      const ended = { finishedAt: finishedAt.toISOString(), partial: !complete, ...(stopped && { stopped }) };
      write({ ...current, ...ended, samples: sealOf(folder) });
      closeSync(samples);
      unlock();
    },
  };
}

/** Rewrites run.json, whole. */
export function writeRecord(folder: string, record: RunRecord): void {
  replaceFile(join(folder, RUN_FILE), `${JSON.stringify(record, null, 2)}\n`);
}
