/**
 * Writes a run while it is measured.
 *
 * What is safe when: a sample has been handed to the operating system when `sample()` returns, in one write, so that
 * a process that is killed loses at most the line it was writing. Nothing is forced onto the disk there, because that
 * would disturb what is timed; `save()` and `finish()` do it, for samples and record alike, so that a power cut loses
 * at most the samples since the last of these.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StoreError } from './error.ts';
import { RUN_FILE, SAMPLES_FILE } from './locate.ts';
import type { RunRecord, Sample } from './record.ts';

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
   */
  finish(complete: boolean, finishedAt?: Date): void;
}

/** What a run learns on its way. */
type NewFacts = Partial<
  Pick<RunRecord, 'machine' | 'runtimes' | 'datasets' | 'contenders' | 'cases' | 'outcomes'>
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
    throw new StoreError(folder, `can't begin a run here (${(error as Error).message})`, { cause: error });
  }
  let current: RunRecord = { ...record, finishedAt: null, partial: true };
  const samples = openSync(join(folder, SAMPLES_FILE), 'ax');
  const write = (next: RunRecord) => {
    fsyncSync(samples);
    replaceFile(join(folder, RUN_FILE), `${JSON.stringify(next, null, 2)}\n`);
    current = next;
  };
  write(current);
  return {
    folder,
    get record() {
      return current;
    },
    sample(sample) {
      writeWhole(samples, `${JSON.stringify(sample)}\n`);
    },
    save(facts) {
      write({ ...current, ...facts });
    },
    finish(complete, finishedAt = new Date()) {
      write({ ...current, finishedAt: finishedAt.toISOString(), partial: !complete });
      closeSync(samples);
    },
  };
}

/** Readers find the old content or the new, never a part: written beside the file, forced to disk, then renamed. */
function replaceFile(file: string, content: string): void {
  const beside = `${file}.writing`;
  const descriptor = openSync(beside, 'w');
  try {
    writeWhole(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(beside, file);
  syncFolder(dirname(file));
}

/** The rename itself is on disk only when the folder is. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders can't be opened there
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A full disk may take a part of a write and refuse the rest only at the next. */
function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
